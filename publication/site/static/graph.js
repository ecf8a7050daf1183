/* The graph of a player: one stop for the keyboard, the arrows go from list to list, and a first touch reads
   off what a second one opens. Without this file every list of it is a link of its own. */
(() => {
  "use strict";
  for (const graph of document.querySelectorAll("svg.moments")) {
    const all = [...graph.querySelectorAll("a.at")];
    const only = (one) => all.forEach((a) => a.setAttribute("tabindex", a === one ? "0" : "-1"));
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -all.length, End: all.length };
    only(all.at(-1));
    graph.addEventListener("keydown", (event) => {
      const at = all.indexOf(event.target.closest("a.at"));
      if (at < 0 || !(event.key in steps)) return;
      event.preventDefault();
      const next = all[Math.min(all.length - 1, Math.max(0, at + steps[event.key]))];
      only(next);
      next.focus();
    });
    let read; // what was touched before
    graph.addEventListener("click", (event) => {
      const link = event.target.closest("a.at");
      if (!link || event.pointerType !== "touch" || link === read) return;
      event.preventDefault();
      read = link;
      only(link);
      link.focus();
    });
  }
})();
