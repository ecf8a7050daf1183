/* Who is found by what is typed: for every page that looks for people. Data comes as scripts, so that it also
   works from files. */
(() => {
  "use strict";
  const loaded = new Map();
  function load(address) {
    if (!loaded.has(address)) {
      loaded.set(address, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = () => resolve(window.banzuke.data[address.split("/").pop().replace(/\.js$/, "")]);
        script.onerror = (error) => { // the line broke off: who asks next has it asked for again
          loaded.delete(address);
          script.remove();
          reject(error);
        };
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

  /* people.js: [id, name, kanji, what else the names are found by, sex, club, age class, active, [[type, rating], …],
     federation] */
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

  /* A word as it stands, or with a letter other, missing or too many, or two side by side changed about: as at
     the desk (office/register/search.py). */
  const SHORT = 4; // of fewer letters too many others are nearly the same
  const LONG = 40; // more are no word of a name, and what is looked for grows with their square
  function slips(word) {
    const letters = [...word].map((c) => c.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    const whole = letters.join("");
    if (letters.length < SHORT || letters.length > LONG || /\d/.test(word)) return [whole];
    return letters.flatMap((letter, n) => {
      const [before, after] = [letters.slice(0, n).join(""), letters.slice(n + 1)];
      const turned = after.length ? [`${before}${after[0]}${letter}${after.slice(1).join("")}`] : [];
      return [`${before}.?${after.join("")}`, `${before}${letter}.${after.join("")}`, ...turned];
    });
  }
  function nearly(words) {
    const ways = words.map((both) => new RegExp(both.flatMap(slips).join("|"), "u"));
    return (p) => ways.every((way, n) => way.test(p[3]) || fits(p, [words[n]]));
  }

  /* Whether a name begins with the text: the Abes stand before every Watanabe. */
  function begins(p, words) {
    const names = `\n${p[3]}`;
    return [0, 1].some((way) => names.includes(`\n${words.map((both) => both[way]).join("")}`));
  }

  /* Of each of these people (undefined: of nobody), whether the text finds him; and whether these are people
     whose names are nearly the text, because nobody has a name that it is part of. */
  function search(among, text) {
    const words = folding(text);
    const exact = among.map((p) => Boolean(p && fits(p, words)));
    if (exact.includes(true)) return [exact, false];
    const near = nearly(words);
    return [among.map((p) => Boolean(p && near(p))), true];
  }

  /* Those of these people whom the text finds, whose names begin with it first; and whether they are nearly those
     who were asked for. */
  function found(among, text) {
    const [fits, nearly] = search(among, text);
    const words = folding(text);
    const [first, others] = [[], []];
    among.forEach((p, n) => { if (fits[n]) (begins(p, words) ? first : others).push(p); });
    return [[...first, ...others], nearly];
  }

  window.banzuke = { data: {}, put(name, rows) { this.data[name] = rows; }, load, people, search, found };
})();
