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

  const folded = (text) => (text || "").normalize("NFKC").toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60))
    .normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").replace(/[\s,.'’・-]+/g, " ").trim();
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  /* people.js: [id, name, kanji, kana, sex, club, age class, active, [[type, rating], …]] */
  async function people(address) {
    const rows = await load(address);
    if (!rows.folded) {
      rows.folded = rows.map((p) => folded([p[1], p[2], p[3], p[0]].join(" ")));
      rows.byId = new Map(rows.map((p, n) => [p[0], n]));
    }
    return rows;
  }
  const fits = (haystack, words) => words.every((word) => haystack.includes(word));

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
    form.q.addEventListener("input", async () => {
      const asked = () => folded(form.q.value).split(" ").filter(Boolean);
      const rows = asked().length ? await people(target.dataset.people) : [];
      const words = asked(); // what stands there now
      target.hidden = !words.length;
      if (!words.length) { status.textContent = ""; fill(target, []); return; }
      const found = rows.filter((_, n) => fits(rows.folded[n], words));
      status.textContent = found.length ? target.dataset.found.replace("{count}", found.length) : target.dataset.none;
      fill(target, found, (p) => {
        const item = element("li");
        item.append(personLink(form, p[0], p[1]), ` ${p[2] || ""} ${p[8].map((r) => r[1]).join(" / ")}`);
        return item;
      });
    });
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

    async function update() {
      if (untouched()) return whole();
      const [known, rows] = [await people(table.dataset.people), await load(table.dataset.list)];
      if (untouched()) return whole(); // meanwhile
      const words = folded(form.q.value).split(" ").filter(Boolean);
      const found = rows.filter((r) => {
        const n = known.byId.get(r[1]);
        const p = n === undefined ? null : known[n];
        return (!words.length || fits(p ? known.folded[n] : folded(`${r[2]} ${r[3]} ${r[1]}`), words))
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

    form.addEventListener("focusin", async () => {
      const known = await people(table.dataset.people);
      if (form.club.options.length === 1) {
        for (const club of [...new Set(known.map((p) => p[5]).filter(Boolean))].sort()) form.club.append(new Option(club, club));
      }
    }, { once: true });
    form.addEventListener("input", update);
    form.addEventListener("change", update);
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
    const table = document.querySelector("[data-table]");
    const results = document.querySelector("[data-results]");
    if (table) listTable(form, table);
    else if (results) searchPeople(form, results);
  }
  for (const form of document.querySelectorAll("[data-correction]")) correction(form);
})();
