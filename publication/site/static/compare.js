/* Players side by side: who they are stands in the address, ?with=ID,ID, however the IDs are written. The figures are those of their own
   pages, data/members/ID.json; nothing is rated here. */
(() => {
  "use strict";
  const { found: matching } = window.banzuke;
  const MOST = 5;
  const FOUND = 8;
  const place = document.querySelector("[data-compare]");
  const { root, lang } = place.dataset;
  const words = JSON.parse(place.dataset.words);
  const form = place.querySelector("form");
  const [said, found, out] = [".found", ".offered", ".compared"].map((at) => place.querySelector(at));
  let people = [];
  let known = [];
  let asked = "";

  const made = (name, text, className) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const drawn = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  function inFull(text) { // who types an ID leaves out letter and zeros; those of others say what is missing
    const [, letter, figures] = /^(\D*)(\d*)/.exec(people[0]?.[0] ?? "");
    const own = text.startsWith(letter) ? text.slice(letter.length) : text;
    return /^\d+$/.test(own) ? `${letter}${own.padStart(figures.length, "0")}` : text;
  }
  const wanted = () => [...new Set((new URLSearchParams(location.search).get("with") ?? "").normalize("NFKC").toUpperCase()
    .split(/[,;、\s]+/).filter(Boolean).map(inFull))].slice(0, MOST);
  const points = (x) => (2 * x.won + x.drawn) / 2;
  const tally = (p, q) => p.opponents.find((o) => o.id === q.id) ?? { games: 0 };
  const met = (p, q) => { // a game that gives one of them a first rating stands with him alone
    const [own, other] = [tally(p, q), tally(q, p)];
    return own.games < other.games ? { ...other, won: other.lost, lost: other.won } : own;
  };
  const halves = (n) => `${Math.floor(n) || (n % 1 ? "" : 0)}${n % 1 ? "½" : ""}`;

  function choose(ids) {
    history.pushState(null, "", `${location.pathname}${ids.length ? `?with=${ids.map(encodeURIComponent).join(",")}` : ""}`);
    show();
  }

  function offer() {
    const text = form.q.value.trim();
    const taken = wanted();
    const others = text ? people.filter((p) => !taken.includes(p[0])) : [];
    const [fits, nearly] = others.length ? matching(others, text) : [[], false];
    const count = fits.length ? (nearly ? words.near : words.found).replace("{count}", fits.length) : words.nobody;
    said.textContent = text && people.length ? count : ""; // the names may be under way
    found.replaceChildren(...fits.slice(0, FOUND).map((p) => {
      const button = made("button");
      button.type = "button";
      button.append(made("bdi", p[1]), " ", made("bdi", p[2]), ` ${p[8].map((r) => `${words[r[0]] ?? r[0]} ${r[1]}`).join(" / ")} `, made("span", p[0], "dim"));
      button.addEventListener("click", () => { form.q.value = ""; choose([...taken, p[0]]); form.q.focus(); });
      const item = made("li");
      item.append(button);
      return item;
    }));
  }

  function table(caption, heads, rows) {
    const whole = made("table", undefined, "side-by-side");
    whole.append(made("caption", caption));
    const head = made("tr");
    head.append(made("td"), ...heads);
    whole.createTHead().append(head);
    const body = whole.createTBody();
    for (const [name, ...cells] of rows) {
      const row = made("tr");
      const first = name instanceof Node ? name : made("th", name);
      first.scope = "row";
      row.append(first, ...cells.map((text) => made("td", text, "n")));
      body.append(row);
    }
    const scroll = made("div", undefined, "scroll");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", caption);
    scroll.append(whole);
    return scroll;
  }

  function heading(p, n, removable, className = "n") {
    const head = made("th", undefined, className);
    head.scope = "col";
    const link = made("a");
    link.href = `${root}${lang}/members/${p.id}.html`;
    link.append(made("bdi", p.name));
    head.append(made("span", undefined, `key of-${n + 1}`), link);
    if (p.kanji) head.append(" ", made("bdi", p.kanji, "dim"));
    if (removable) {
      const button = made("button", "×");
      button.type = "button";
      button.setAttribute("aria-label", words.remove.replace("{name}", p.name));
      button.addEventListener("click", () => choose(wanted().filter((id) => id !== p.id)));
      head.append(" ", button);
    }
    return head;
  }

  function graph(type) {
    const courses = known.map((p) => p.courses[type] ?? []);
    const all = courses.flat();
    const days = all.map(([day]) => Date.parse(day));
    const [first, last] = [Math.min(...days), Math.max(...days)];
    if (!(last > first)) return null;
    const low = Math.floor(Math.min(...all.map((at) => at[1])) / 100) * 100;
    const high = Math.ceil((Math.max(...all.map((at) => at[1])) + 1) / 100) * 100;
    const x = (day) => Math.round(56 + (548 * (Date.parse(day) - first)) / (last - first));
    const y = (rating) => Math.round(214 - (192 * (rating - low)) / (high - low));
    const svg = drawn("svg", { class: "graph", viewBox: "0 0 640 240", role: "img", "aria-label": `${words.graph}${words.colon}${words[type] ?? type}` });
    const step = Math.ceil((high - low) / 500) * 100;
    for (let level = low; level <= high; level += step) {
      svg.append(drawn("path", { class: "grid", d: `M56 ${y(level)}H604` }), drawn("text", { x: 50, y: y(level) + 4, "text-anchor": "end" }, level));
    }
    for (const [day, anchor] of [[first, "start"], [last, "end"]]) {
      const text = new Date(day).toISOString().slice(0, 7);
      svg.append(drawn("text", { x: anchor === "start" ? 56 : 604, y: 234, "text-anchor": anchor }, text));
    }
    courses.forEach((course, n) => {
      if (course.length) { // a rating holds from list to list, and to the end for who still has it
        const steps = course.map((at, m) => (m ? `H${x(at[0])}V${y(at[1])}` : `M${x(at[0])} ${y(at[1])}`)).join("");
        const end = known[n].ratings[type] === undefined ? "" : "H604";
        svg.append(drawn("path", { class: `curve of-${n + 1}`, d: `${steps}${end}` }));
      }
      for (const at of course) {
        const dot = drawn("circle", { class: `of-${n + 1}`, cx: x(at[0]), cy: y(at[1]), r: 4 });
        dot.append(drawn("title", {}, `${known[n].name}, ${at[0]}: ${at[1]}`));
        svg.append(dot);
      }
    });
    const figure = made("figure");
    figure.append(made("figcaption", `${words.graph}${words.colon}${words[type] ?? type}`), svg);
    return figure;
  }

  function compared() {
    const types = [...new Set(known.flatMap((p) => [...Object.keys(p.ratings), ...p.record.map((r) => r.type)]))];
    const rows = types.flatMap((type) => {
      const records = known.map((p) => p.record.find((r) => r.type === type));
      const name = words[type] ?? type;
      return [
        [name, ...known.map((p) => p.ratings[type] ?? "–")],
        [`${words.peak} (${name})`, ...known.map((p) => p.peaks[type] ?? "–")],
        [`${words.record} (${name})`, ...records.map((r) => (r ? `+${r.won} =${r.drawn} −${r.lost}` : "–"))],
      ];
    });
    const parts = [table(words.figures, known.map((p, n) => heading(p, n, true)), rows)];
    if (known.length > 1) {
      const games = known.map((p, row) => [heading(p, row, false, ""), ...known.map((q) => {
        if (p === q) return "";
        const x = met(p, q);
        return x.games ? `${halves(points(x))} : ${halves(x.games - points(x))}` : "–";
      })]);
      parts.push(...types.map(graph).filter(Boolean), table(words.met, known.map((p, n) => heading(p, n, false)), games));
    }
    return parts;
  }

  async function show() {
    const ids = wanted();
    asked = `${ids}`;
    offer();
    form.hidden = ids.length >= MOST;
    const files = await Promise.allSettled(ids.map(async (id) => {
      const answer = await fetch(`${root}data/members/${encodeURIComponent(id)}.json`);
      if (!answer.ok) throw new Error(id);
      return answer.json();
    }));
    if (`${ids}` !== `${wanted()}`) return; // meanwhile others were chosen
    known = files.filter((f) => f.status === "fulfilled").map((f) => f.value);
    out.replaceChildren(...(known.length ? compared() : []));
    if (known.length < ids.length) out.prepend(made("p", words.missing, "notice"));
    else if (known.length === 1) out.append(made("p", words.another, "note"));
  }

  if (location.protocol === "file:") { // no figures can be read there
    out.append(made("p", words.folder, "notice"));
    return;
  }
  function names() {
    window.banzuke.people(`${root}data/people.js`).then((all) => {
      people = all;
      if (`${wanted()}` === asked) offer();
      else show();
    }, () => { said.textContent = words.lost; });
  }
  names();
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.q.addEventListener("input", () => (people.length ? offer() : names()));
  window.addEventListener("popstate", show);
  show();
})();
