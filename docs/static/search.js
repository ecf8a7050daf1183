"use strict";
/* The index of the search holds Japanese in words (算入, 期間), a query has them in one piece (算入期間): it is
   cut into the longest words of the index, from left to right. Takes the place of Sphinx's own splitQuery. */
var splitQuery = (() => {
  const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  const known = (word) => [Search._index.terms, Search._index.titleterms].some((of) => Object.hasOwn(of, word));
  const words = (piece) => {
    if (!japanese.test(piece)) return [piece];
    const found = [];
    for (let rest = piece.toLowerCase(); rest; ) {
      let length = rest.length;
      while (length > 1 && !known(rest.slice(0, length))) length -= 1;
      if (known(rest.slice(0, length))) found.push(rest.slice(0, length));
      rest = rest.slice(length);
    }
    return found.length ? found : [piece];
  };
  return (query) =>
    query.split(/[^\p{Letter}\p{Number}_\p{Emoji_Presentation}]+/u).filter((piece) => piece).flatMap(words);
})();
