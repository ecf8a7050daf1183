/* Search, filters and sorting. Everything can be reached without this file: lists page by page, names by
   their letters. Data comes as scripts, so that it also works from files. */
(() => {
  "use strict";
  const SHOWN = 200;
  const loaded = new Map();
  window.banzuke = {
    data: {},
    put(name, rows) { this.data[name] = rows; },
  };

  function load(address) {
    if (!loaded.has(address)) {
      loaded.set(address, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = () => resolve(window.banzuke.data[address.split("/").pop().replace(/\.js$/, "")]);
        script.onerror = reject;
        document.head.append(script);
      }));
    }
    return loaded.get(address);
  }

  /* What is typed, folded as the names were when the site was made: data/folding.js has the tables of
     importer/names.py and importer/matching/spelling.py. Gives [as written, spellings together] of each word. */
  let folding;
  async function learn(people) {
    if (folding) return;
    const { signs, forms, kana, long, roman } = await load(people.replace(/people\.js$/, "folding.js"));
    const kanji = new Map();
    const letters = [...forms];
    for (let n = 0; n < letters.length; n += 2) kanji.set(letters[n], letters[n + 1]);
    const vowels = long.map(([from, to]) => [new RegExp(from, "g"), to]);
    const written = (text) => [...text.normalize("NFKC").toLowerCase()
      .replace(/[\p{Cf}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, "").normalize("NFD").replace(/[\u0300-\u036f]/g, "")]
      .map((c) => signs[c] ?? c).join("").normalize("NFC");
    const syllables = (run) => {
      let out = "";
      for (let rest = run.replaceAll("ー", ""), size; rest; rest = rest.slice(size)) {
        size = kana[rest.slice(0, 2)] ? 2 : 1;
        out += kana[rest.slice(0, size)] ?? rest.slice(0, size);
      }
      return out.replace(/っ(.)/g, "$1$1").replaceAll("っ", "");
    };
    const together = (word) => {
      let text = [...word].map((c) => kanji.get(c) ?? c).join("").replace(/(.)々/gu, "$1$1").replace(/[ぁ-ゖー]+/g, syllables);
      for (const [from, to] of vowels) text = text.replace(from, to);
      for (const [from, to] of roman) text = text.replaceAll(from, to);
      return text;
    };
    folding = (text) => written(text).split(/\s+/).filter(Boolean).map((word) => [word, together(word)]);
  }
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  /* people.js: [id, name, kanji, what else the names are found by, sex, club, age class, active, [[type, rating], …]] */
  async function people(address) {
    const [rows] = await Promise.all([load(address), learn(address)]);
    if (!rows.byId) {
      for (const p of rows) p[3] = `${`${p[1]}\n${p[2]}`.toLowerCase().replaceAll(" ", "")}\n${p[3]}`;
      rows.byId = new Map(rows.map((p) => [p[0], p]));
    }
    return rows;
  }
  const fits = (p, words) => words.every(([word, other]) => p[3].includes(word) || p[3].includes(other)
    || (/\d/.test(word) && p[0].toLowerCase().includes(word)));

  /* What was chosen stands in the address: whoever comes back, or is sent it, sees the same. */
  const chosen = (form) => [...form.elements].filter((e) => e.name);
  function query(form) {
    const kept = new URLSearchParams();
    for (const e of chosen(form)) {
      if (e.type === "checkbox" ? e.checked : e.value.trim() && e !== form.sort) kept.set(e.name, e.type === "checkbox" ? "1" : e.value);
    }
    if (form.sort && form.sort.selectedIndex) kept.set("sort", form.sort.value);
    return `${kept}`;
  }
  function toAddress(form) {
    const asked = query(form);
    if (asked !== location.search.slice(1)) history.replaceState(history.state, "", `${location.pathname}${asked && "?"}${asked}${location.hash}`);
  }
  function fromAddress(form) {
    const asked = new URLSearchParams(location.search);
    for (const e of chosen(form)) {
      const value = asked.get(e.name);
      if (e.type === "checkbox") e.checked = value === "1";
      else if (e.options) e.selectedIndex = Math.max(0, [...e.options].findIndex((o) => o.value === value));
      else e.value = value ?? "";
    }
    return asked.size > 0;
  }

  /* Puts the first made items into a place; the rest comes with a button, which says how many they are. */
  const button = document.querySelector("[data-more]");
  function fill(place, items, make = String) {
    let shown = 0;
    place.replaceChildren();
    const next = () => {
      place.append(...items.slice(shown, shown + SHOWN).map(make));
      shown += SHOWN;
      button.hidden = shown >= items.length;
      button.textContent = button.dataset.text.replace("{count}", Math.min(SHOWN, items.length - shown));
    };
    button.onclick = next;
    next();
  }

  function personLink(form, id, name) {
    const link = element("a");
    link.href = `${form.dataset.root}${form.dataset.lang}/members/${id}.html`;
    link.append(element("bdi", name));
    return link;
  }

  /* On pages without a table: a list of people. */
  function searchPeople(form, target) {
    const status = form.querySelector(".found");
    async function update() {
      const asked = () => Boolean(form.q.value.trim());
      const rows = asked() ? await people(target.dataset.people) : [];
      const words = asked() ? folding(form.q.value) : []; // what stands there now
      target.hidden = !words.length;
      if (!words.length) { status.textContent = ""; fill(target, []); return; }
      const found = rows.filter((p) => fits(p, words));
      status.textContent = found.length ? target.dataset.found.replace("{count}", found.length) : target.dataset.none;
      fill(target, found, (p) => {
        const item = element("li");
        item.append(personLink(form, p[0], p[1]), ` ${p[2] || ""} ${p[8].map((r) => r[1]).join(" / ")} `);
        const which = element("span", undefined, "dim"); // namesakes are told apart by it
        which.append(p[0], " ", element("bdi", p[5] || ""));
        item.append(which);
        return item;
      });
    }
    form.q.addEventListener("input", update);
    if (fromAddress(form)) update();
  }

  /* list data: [rank, id, name, kanji, rating, change, how, games, games now, k, active, member, signs] */
  function listTable(form, table) {
    const body = table.tBodies[0];
    const before = [...body.rows];
    const pages = document.querySelector("nav.pages");
    const status = form.querySelector(".found");
    const signed = (n) => (n === null ? "" : n > 0 ? `+${n}` : `${n}`.replace("-", "\u2212"));
    const shown = table.dataset.shown.split(" ");
    const orders = {
      rating: () => 0,
      name: (a, b) => (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0),
      change: (a, b) => (b[5] ?? -1e9) - (a[5] ?? -1e9),
      games: (a, b) => b[7] - a[7],
    };
    const untouched = () => !form.q.value.trim() && !form.sex.value && !(form.age && form.age.value)
      && !form.club.value && !form.active.checked && form.sort.value === "rating";

    function whole() {
      fill(body, []);
      body.replaceChildren(...before);
      if (pages) pages.hidden = false;
      status.textContent = "";
    }

    let done = "";
    async function update() {
      const state = query(form);
      if (state === done) return; // leaving a field changes nothing: rows made anew would lose the click on them
      done = state;
      if (untouched()) return whole();
      const [known, rows] = [await people(table.dataset.people), await load(table.dataset.list)];
      if (untouched()) return whole(); // meanwhile
      const words = folding(form.q.value);
      const found = rows.filter((r) => {
        const p = known.byId.get(r[1]);
        return (!words.length || (p && fits(p, words)))
          && (!form.sex.value || (p && p[4] === form.sex.value))
          && (!form.club.value || (p && p[5] === form.club.value))
          && (!(form.age && form.age.value) || (p && p[6] === form.age.value))
          && (!form.active.checked || r[10]);
      }).sort(orders[form.sort.value]);
      status.textContent = found.length ? table.dataset.found.replace("{count}", found.length) : table.dataset.none;
      if (pages) pages.hidden = true;
      fill(body, found, (r) => {
        const row = element("tr");
        const name = element("th");
        name.scope = "row";
        name.append(personLink(form, r[1], r[2]));
        const kanji = element("td", undefined, "kj");
        kanji.append(element("bdi", r[3]));
        row.append(element("td", r[0] ?? "–", "n"), element("td", `${r[4]}${r[12]}`, "n"), name,
          ...(shown.includes("kanji") ? [kanji] : []),
          element("td", r[1], "id"), element("td", signed(r[5]), `n ${r[5] > 0 ? "up" : r[5] < 0 ? "down" : ""}`),
          element("td", r[7], "n g"), element("td", r[8] || "", "n g"),
          ...(shown.includes("k") ? [element("td", r[9] ?? "", "n g")] : []));
        return row;
      });
    }

    async function clubs() {
      const known = await people(table.dataset.people);
      if (form.club.options.length === 1) {
        for (const club of [...new Set(known.map((p) => p[5]).filter(Boolean))].sort()) form.club.append(new Option(club, club));
      }
    }
    async function start() {
      if (new URLSearchParams(location.search).has("club")) await clubs();
      if (fromAddress(form)) update();
    }
    form.addEventListener("focusin", clubs, { once: true });
    form.addEventListener("input", update);
    form.addEventListener("change", update);
    start();
  }

  function correction(form) {
    const copy = form.querySelector("[data-copy]");
    copy.hidden = !navigator.clipboard;
    const asked = new URLSearchParams(location.search);
    for (const [name, value] of asked) if (form.elements[`correct_${name}`]) form.elements[`correct_${name}`].value = value;
    copy.addEventListener("click", async () => {
      if (!form.reportValidity()) return;
      const text = [...form.elements].filter((e) => e.name).map((e) => `${e.name}: ${e.value}`).join("\n");
      await navigator.clipboard.writeText(text);
      form.querySelector("[role=status]").textContent = form.dataset.copied;
    });
  }

  for (const form of document.querySelectorAll("[data-finder]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    let later; // browsers refuse an address that is changed with each letter; leaving the field is a change
    form.addEventListener("input", () => { clearTimeout(later); later = setTimeout(toAddress, 300, form); });
    form.addEventListener("change", () => { clearTimeout(later); toAddress(form); });
    const table = document.querySelector("[data-table]");
    const results = document.querySelector("[data-results]");
    if (table) listTable(form, table);
    else if (results) searchPeople(form, results);
  }
  for (const form of document.querySelectorAll("[data-correction]")) correction(form);
})();
