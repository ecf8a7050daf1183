"use strict";
/* Keys, and the link that signs in. Every page works without this file. */
(() => {
  const field = document.querySelector("[data-from-address]");
  if (field && location.hash.length > 1) {
    field.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // it stands in no history
    field.form.requestSubmit();
  }

  const typing = (at) => at && (at.isContentEditable || /^(input|select|textarea)$/i.test(at.tagName)) &&
    !/^(radio|checkbox|button|submit)$/i.test(at.type || "");
  const GO = { n: "/questions/next", t: "/" };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const help = document.getElementById("help");
    if (!help || (help.open && event.key !== "?")) return;
    if (event.key === "?") {
      help.open ? help.close() : help.showModal();
    } else {
      const own = document.querySelector(`main [data-key="${CSS.escape(event.key)}"]`);
      if (own) own.click();
      else if (Object.hasOwn(GO, event.key)) location.assign(GO[event.key]);
      else return;
    }
    event.preventDefault();
  });
})();
