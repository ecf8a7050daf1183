/* Search, filters and sorting. Everything can be reached without this file: lists page by page, names by
   their letters. search.js comes first. */
(() => {
  "use strict";
  const SHOWN = 100;
  const { load, people, search, found: matching } = window.banzuke;
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  /* What was chosen stands in the address: whoever comes back, or is sent it, sees the same. */
  const chosen = (form) => [...form.elements].filter((e) => e.name);
  function query(form) {
    const kept = new URLSearchParams();
    for (const e of chosen(form)) {
      if (e.type === "checkbox" ? e.checked : e.value.trim()) kept.set(e.name, e.type === "checkbox" ? "1" : e.value);
    }
    return `${kept}`;
  }
  function toAddress(form) {
    const asked = query(form);
    for (const link of document.querySelectorAll("a[data-keeps]")) link.search = asked;
    if (asked !== location.search.slice(1)) history.replaceState(history.state, "", `${location.pathname}${asked && "?"}${asked}${location.hash}`);
  }
  function fromAddress(form) {
    const asked = new URLSearchParams(location.search);
    for (const e of chosen(form)) {
      const value = asked.get(e.name);
      if (e.type === "checkbox") e.checked = value === "1";
      else if (e.options) select(e, value);
      else e.value = value ?? "";
    }
    return asked.size > 0;
  }
  function select(field, value) {
    field.selectedIndex = Math.max(0, [...field.options].findIndex((o) => o.value === value));
  }

  /* Puts items into a place, the first at once and the others a few at a time, so that the page answers
     meanwhile. Whatever is put there next ends it. */
  const AT_ONCE = 40;
  let putting = 0;
  function put(place, items, make, done = () => {}) {
    const mine = ++putting;
    let at = 0;
    const next = () => {
      if (mine !== putting) return;
      place.append(...items.slice(at, at + AT_ONCE).map(make));
      at += AT_ONCE;
      if (at < items.length) setTimeout(next, 0);
      else done();
    };
    next();
  }

  /* Puts the first made items into a place; the rest comes with a button, which says how many they are. */
  const button = document.querySelector("[data-more]");
  let all = () => {};
  function fill(place, items, make) {
    let shown = 0;
    place.replaceChildren();
    const next = () => {
      put(place, items.slice(shown, shown + SHOWN), make);
      shown += SHOWN;
      button.hidden = shown >= items.length;
      button.textContent = button.dataset.text.replace("{count}", Math.min(SHOWN, items.length - shown));
    };
    button.onclick = next;
    all = () => { // on paper nothing can be pressed
      if (shown >= items.length) return;
      putting += 1;
      place.replaceChildren(...items.map(make));
      shown = items.length;
      button.hidden = true;
    };
    next();
  }
  addEventListener("beforeprint", () => all());

  function personLink(form, id, name) {
    const link = element("a");
    link.href = `${form.dataset.root}${form.dataset.lang}/members/${id}.html`;
    link.append(element("bdi", name));
    return link;
  }

  /* How many were found; `nearly`: of a name that is nearly the one that was asked for. */
  function said(place, count, nearly) {
    const { near, found, none } = place.dataset;
    return count ? (nearly ? near : found).replace("{count}", count) : none;
  }

  /* On pages without a table: a list of people. */
  function searchPeople(form, target) {
    const status = form.querySelector(".found");
    const told = ([type, rating]) => [target.getAttribute(`data-type-${type}`) ?? "", rating].join(" ").trim();
    async function update() {
      const asked = () => Boolean(form.q.value.trim());
      let rows = [];
      try { if (asked()) rows = await people(target.dataset.people); } catch { status.textContent = target.dataset.lost; return; }
      target.hidden = !asked(); // what stands there now
      if (!asked()) { status.textContent = ""; fill(target, [], String); return; }
      const [found, nearly] = matching(rows, form.q.value);
      status.textContent = said(target, found.length, nearly);
      fill(target, found, (p) => {
        const item = element("li");
        item.append(personLink(form, p[0], p[1]), ` ${p[2] || ""} ${p[8].map(told).join(" / ")} `);
        const which = element("span", undefined, "dim"); // namesakes are told apart by it
        which.append(p[0], " ", element("bdi", p[5] || ""));
        item.append(which);
        return item;
      });
    }
    form.q.addEventListener("input", update);
    if (fromAddress(form)) update();
  }

  /* list data: [rank, id, name, kanji, rating, change, how, games, games now, k, active, member, signs]
     Of each column that sorts: its place, and whether the highest come first when it is first asked for. */
  const COLUMNS = {
    rank: [0, false], rating: [4, true], name: [2, false], id: [1, false],
    change: [5, true], games: [7, true], now: [8, true], k: [9, true],
  };
  /* Of each filter its place in people.js. */
  const FILTERS = { sex: 4, age: 6, club: 5, federation: 9 };
  /* Whether a choice of it takes who has this there: an age class of juniors has the younger ones too. */
  const YOUNG = /^u\d+$/;
  const takes = (name, choice, has) => choice === has
    || (name === "age" && YOUNG.test(choice) && YOUNG.test(has) && Number(has.slice(1)) < Number(choice.slice(1)));

  function listTable(form, table) {
    const body = table.tBodies[0];
    const before = [...body.rows];
    const pages = document.querySelectorAll("nav.pages, [data-pages]");
    const status = form.querySelector(".found");
    const clear = form.querySelector("[type=reset]");
    const signed = (n) => (n === null ? "" : n > 0 ? `+${n}` : `${n}`.replace("-", "\u2212"));
    const shown = table.dataset.shown.split(" ");
    const filters = Object.entries(FILTERS).filter(([name]) => form[name]).map(([name, at]) => [form[name], at]);
    const number = new Intl.NumberFormat(form.dataset.lang);
    const spelled = new Intl.Collator(form.dataset.lang); // Ōno beside Ono, kanji in the order of JIS
    const headings = new Map();

    /* `sort=name` as the column first sorts, `sort=-name` the other way round. */
    const sorting = () => {
      const [, turned, name] = /^(-?)(.*)$/.exec(form.sort.value);
      return COLUMNS[name] ? [name, Boolean(turned)] : ["rank", false];
    };
    function compare() {
      const [name, turned] = sorting();
      const [at, highest] = COLUMNS[name];
      const sign = highest === turned ? 1 : -1;
      return (a, b) => {
        const x = a[at], y = b[at];
        if (x === y) return 0;
        if (x === null || y === null) return x === null ? 1 : -1; // what has none comes last, either way
        return name === "name" ? sign * spelled.compare(x, y) : x < y ? -sign : sign;
      };
    }
    function headed() {
      const [name, turned] = sorting();
      for (const [column, heading] of headings) {
        if (column !== name) heading.removeAttribute("aria-sort");
        else heading.setAttribute("aria-sort", COLUMNS[name][1] === turned ? "ascending" : "descending");
      }
    }
    for (const heading of table.tHead.querySelectorAll("[data-sort]")) {
      const press = element("button", heading.textContent);
      press.type = "button";
      press.addEventListener("click", () => {
        const [name, turned] = sorting();
        const asked = heading.dataset.sort;
        form.sort.value = asked === name && !turned ? `-${asked}` : asked === "rank" ? "" : asked;
        toAddress(form);
        update();
      });
      heading.replaceChildren(press);
      headings.set(heading.dataset.sort, heading);
    }

    const filtered = () => Boolean(form.q.value.trim() || form.active.checked || filters.some(([field]) => field.value));
    const untouched = () => !filtered() && sorting().join() === "rank,false";

    function whole() {
      fill(body, [], String);
      for (const one of pages) one.hidden = false;
      put(body, before, (row) => row, () => { status.textContent = ""; });
    }

    /* How many each choice would leave, with everything else as it is. Options without anybody stay. */
    function counted(people, rows, fitting) {
      for (const [field, at] of filters) {
        const others = filters.filter(([other]) => other !== field && other.value);
        const counts = new Map();
        let all = 0;
        rows.forEach((r, n) => {
          const p = people[n];
          if (!fitting[n] || (form.active.checked && !r[10]) || !others.every(([other, place]) => p && takes(other.name, other.value, p[place]))) return;
          all += 1;
          if (p) counts.set(p[at], (counts.get(p[at]) ?? 0) + 1);
        });
        for (const option of field.options) {
          option.dataset.text ??= option.text;
          let count = option.value ? counts.get(option.value) ?? 0 : all;
          if (field.name === "age" && option.value) {
            count = [...counts].reduce((sum, [has, n]) => sum + (takes("age", option.value, has) ? n : 0), 0);
          }
          option.text = `${option.dataset.text} (${number.format(count)})`;
        }
      }
    }

    /* The names and the list; nothing where the line broke off: that is said, and who asks next has them asked for
       again. */
    async function data() {
      try {
        const both = [await people(table.dataset.people), await load(table.dataset.list)];
        if (status.textContent === table.dataset.lost) status.textContent = "";
        return both;
      } catch {
        status.textContent = table.dataset.lost;
        return [];
      }
    }

    let done = "";
    let counting = "";
    async function update() {
      const state = query(form);
      if (state === done) return; // leaving a field changes nothing: rows made anew would lose the click on them
      done = state;
      headed();
      clear.hidden = !filtered();
      form.toggleAttribute("data-filtered", filtered()); // then paper says by what
      const [known, rows] = await data();
      if (state !== query(form)) return; // meanwhile
      if (!rows) { done = ""; return; }
      const who = (rows.people ??= rows.map((r) => known.byId.get(r[1])));
      const [fitting, nearly] = form.q.value.trim() ? search(who, form.q.value) : [who.map(() => true), false];
      const chosenNow = state.replace(/&?sort=[^&]*$/, "");
      if (chosenNow !== counting) {
        counting = chosenNow;
        setTimeout(() => { if (counting === chosenNow) counted(who, rows, fitting); }, 60); // once the rows are there
      }
      if (untouched()) return whole();
      const wanted = filters.filter(([field]) => field.value);
      const found = rows.filter((r, n) => fitting[n] && (!form.active.checked || r[10])
        && wanted.every(([field, at]) => who[n] && takes(field.name, field.value, who[n][at])));
      if (sorting().join() !== "rank,false") found.sort(compare());
      status.textContent = said(table, found.length, nearly);
      for (const one of pages) one.hidden = true; // all are on this one
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

    /* What can be chosen of clubs and federations: those of people on this list. */
    let told;
    async function choices() {
      const [known, rows] = await data();
      if (told || !rows) return;
      told = true;
      for (const name of ["club", "federation"]) {
        const found = new Set(rows.map((r) => known.byId.get(r[1])?.[FILTERS[name]]).filter(Boolean));
        for (const choice of [...found].sort(spelled.compare)) form[name].append(new Option(choice, choice));
        form[name].closest("label").hidden = name === "federation" && found.size < 2;
      }
      counted(rows.map((r) => known.byId.get(r[1])), rows, rows.map(() => true));
    }
    async function start() {
      const asked = new URLSearchParams(location.search);
      const some = fromAddress(form);
      if (asked.has("club") || asked.has("federation")) { // meanwhile somebody may type already
        await choices();
        if (!told) return; // what was asked stays in the address
        for (const name of ["club", "federation"]) select(form[name], asked.get(name));
      }
      if (some) update();
      else headed();
      toAddress(form);
    }
    for (const way of ["focusin", "pointerenter"]) form.addEventListener(way, () => { if (!told) choices(); });
    form.addEventListener("input", update);
    form.addEventListener("change", update);
    form.addEventListener("reset", (event) => {
      event.preventDefault(); // the order stays
      for (const field of [form.q, ...filters.map(([one]) => one)]) field.value = "";
      form.active.checked = false;
      toAddress(form);
      update();
    });
    start();
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
})();
