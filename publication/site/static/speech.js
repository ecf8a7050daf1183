/* The page in the other language as this one is seen: what was chosen, and the place, stand in the address; what was
   typed into the calculator in its own link. */
(() => {
  "use strict";
  const other = document.querySelector(".speech");
  for (const way of ["click", "auxclick", "contextmenu"]) {
    other.addEventListener(way, () => {
      other.search = (document.querySelector("[data-link]") ?? location).search;
      other.hash = location.hash;
    });
  }
})();
