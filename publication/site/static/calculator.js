/* What games would do to a rating, as the office works it out. Every number of the rules comes from the page
   (data-rules), which has it from the edition. Whole numbers alone: scores in halves; expected scores, changes
   and sums in hundredths; a division is made only of what it divides without a rest. */
(() => {
  "use strict";
  const HUNDRED = 100;

  /* Whole points of hundredths: the nearest, halves up or, where the rules say so, away from zero. */
  function halvesUp(n) {
    const raised = n + HUNDRED / 2;
    const rest = ((raised % HUNDRED) + HUNDRED) % HUNDRED;
    return (raised - rest) / HUNDRED;
  }
  const whole = (rules, n) => (n < 0 && rules.halvesAwayFromZero ? 0 - halvesUp(-n) : halvesUp(n));

  function expected(rules, own, opponent) {
    const d = Math.abs(own - opponent);
    const used = Math.min(d, rules.differenceLimit);
    const step = rules.expected.find(([first, last]) => first <= used && (last === null || used <= last));
    const higher = own >= opponent;
    return { d, used, first: step[0], column: higher ? "H" : "L", pd: higher ? step[2] : step[3] };
  }

  /* So low that K times the games keeps within the limit, where the rules have one. */
  function kOf(rules, k, games) {
    if (!rules.kTimesGames || !games) return k;
    return Math.min(k, (rules.kTimesGames - (rules.kTimesGames % games)) / games);
  }

  /* games: [[opponent's rating, score in halves], …] */
  function reckon(rules, rating, k, games) {
    const held = kOf(rules, k, games.length);
    const lines = games.map(([opponent, halves]) => {
      const e = expected(rules, rating, opponent);
      return { ...e, c: (halves * (HUNDRED / 2) - e.pd) * held };
    });
    const changes = lines.map((line) => line.c);
    const total = changes.reduce((a, b) => a + b, 0);
    const parts = rules.eachGameRounded ? changes : [total];
    const rounded = parts.reduce((sum, part) => sum + whole(rules, part), 0);
    const after = Math.max(rating + rounded, rules.floor);
    return { k: held, lines, total, rounded, rating: after, floored: after !== rating + rounded };
  }

  const form = document.querySelector("[data-calculator]");
  const rules = JSON.parse(document.querySelector("[data-rules]").textContent);
  window.banzukeCalculator = { reckon, rules };

  const told = form.dataset;
  const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  const minus = (n) => (n < 0 ? "\u2212" : n > 0 ? "+" : "");
  const points = (n) => `${minus(n)}${Math.abs(n)}`;
  function decimal(n) {
    const size = Math.abs(n);
    const rest = size % HUNDRED;
    return `${(size - rest) / HUNDRED}.${`${rest}`.padStart(2, "0")}`;
  }
  const signed = (n) => `${minus(n)}${decimal(n)}`;
  /* What is typed, in the digits of any keyboard; null where it is none within the bounds. */
  function number(text, lowest, highest) {
    const plain = text.normalize("NFKC").trim();
    if (!/^[0-9]{1,5}$/.test(plain)) return null;
    const n = Number.parseInt(plain, 10);
    return lowest <= n && n <= highest ? n : null;
  }
  const HIGHEST = 3999; // as banzuke whatif
  const place = form.querySelector("[data-games]");
  const empty = place.firstElementChild.cloneNode(true);
  const sum = form.querySelector(".sum");
  const rows = () => [...place.children];
  const of = (row, name) => row.querySelector(`[data-${name}]`);

  /* A text with its citations as links, as the page has them where it is made. */
  function cited(text) {
    const names = Object.keys(rules.articles);
    if (!names.length) return [text];
    const pattern = names.map((name) => name.replace(/[()]/g, "\\$&")).join("|");
    return text.split(new RegExp(`(?<=[(（,、] ?)(${pattern})(?=[)）])`)).map((piece) => {
      if (!(piece in rules.articles)) return piece;
      const link = document.createElement("a");
      link.href = rules.articles[piece];
      link.textContent = piece;
      return link;
    });
  }

  function paragraph(text, className) {
    const made = document.createElement("p");
    made.append(...cited(text));
    if (className) made.className = className;
    return made;
  }

  function marked(input, wrong) {
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function line(out, e, k) {
    const d = fill(told.d, { d: e.d }) + (e.d === e.used ? "" : told.used);
    const link = document.createElement("a");
    link.href = `#d-${e.first}`;
    link.textContent = `PD ${decimal(e.pd)}`;
    const [before, after] = fill(told.line, { d, k, c: signed(e.c), pd: "\n" }).split("\n");
    out.replaceChildren(...cited(before), link, ...cited(after));
  }

  function update() {
    const rating = number(form.rating.value, 1, HIGHEST);
    const k = Number.parseInt(form.k.value, 10);
    marked(form.rating, form.rating.value !== "" && rating === null);
    const played = [];
    let wrong = false;
    for (const row of rows()) {
      const input = of(row, "opponent");
      const opponent = number(input.value, 1, HIGHEST);
      const bad = input.value.trim() !== "" && opponent === null;
      marked(input, bad);
      row.querySelector(".line").textContent = bad ? told.wrong : "";
      wrong ||= bad;
      if (opponent !== null) played.push([row, opponent, Number.parseInt(of(row, "result").value, 10)]);
    }
    const asked = new URLSearchParams();
    if (rating !== null) asked.set("rating", rating);
    asked.set("k", k);
    const games = number(form.games.value, 0, 99999);
    if (games !== null) asked.set("games", games);
    for (const [, opponent, halves] of played) asked.append("game", `${opponent}-${halves}`);
    form.querySelector("[data-link]").search = `?${asked}`;
    if (rating === null) { sum.replaceChildren(paragraph(told.ratingWrong)); return; }
    if (wrong) { sum.replaceChildren(paragraph(told.wrong)); return; }
    if (!played.length) { sum.replaceChildren(paragraph(told.none)); return; }
    const found = reckon(rules, rating, k, played.map(([, opponent, halves]) => [opponent, halves]));
    found.lines.forEach((e, n) => line(played[n][0].querySelector(".line"), e, found.k));
    sum.replaceChildren(
      paragraph(fill(told.newRating, { rating: found.rating }), "new"),
      paragraph(fill(told.sum, { before: rating, total: signed(found.total), rounded: points(found.rounded) })),
    );
    if (found.k !== k) sum.append(paragraph(fill(told.limited, { k: found.k })));
    if (found.floored) sum.append(paragraph(told.floor));
    if (games !== null) sum.append(paragraph(fill(told.newGames, { games: games + played.length })));
  }

  /* Few rated games give their K to everybody but those whose rule is asked first. */
  function chooseK() {
    const games = number(form.games.value, 0, 99999);
    if (games !== null && games < rules.kNewBelowGames && form.k.value !== `${rules.kBeforeNew}`) form.k.value = `${rules.kNew}`;
  }

  function numbered() {
    rows().forEach((row, n) => {
      row.querySelector("legend").textContent = fill(told.game, { number: n + 1 });
      of(row, "remove").hidden = place.children.length === 1;
    });
  }

  function add(opponent = "", halves = "2") {
    const row = empty.cloneNode(true);
    of(row, "opponent").value = opponent;
    of(row, "result").value = halves;
    place.append(row);
    numbered();
    return row;
  }

  const asked = new URLSearchParams(location.search);
  for (const name of ["rating", "games"]) form[name].value = asked.get(name) ?? "";
  if ([...form.k.options].some((option) => option.value === asked.get("k"))) form.k.value = asked.get("k");
  else chooseK();
  const games = asked.getAll("game");
  if (games.length) place.replaceChildren();
  for (const game of games) {
    const [, opponent, halves] = /^([0-9]{1,4})-([012])$/.exec(game) ?? [null, game, "2"];
    add(opponent, halves); // what is no game stands in the field and is called wrong
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target === form.games) chooseK();
    update();
  });
  form.addEventListener("click", (event) => {
    if (event.target.matches("[data-add]")) of(add(), "opponent").focus();
    else if (event.target.matches("[data-remove]")) {
      const row = event.target.closest("fieldset");
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      numbered();
      of(next, "opponent").focus();
    } else return;
    update();
  });
  numbered();
  form.hidden = false;
  update();
})();
