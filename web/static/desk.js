"use strict";
/* Keys, the link that signs in, files that are dropped, steps that are shown as they come, clicks that are one
   too many, a desk that answers no more. Every page works without this file. */
(() => {
  addEventListener("click", (event) => { // the second of a double click may be on the next page already
    if (event.detail > 1 && event.target.closest("button")) event.preventDefault();
  });
  let sent = null; // a form that is under way
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target === sent) event.preventDefault();
    sent = event.target;
    if (!sent.querySelector("[data-from-address]")) setTimeout(() => { sent = null; }, 3000); // a link works once, however slow the line
  });
  addEventListener("pageshow", (event) => { if (event.persisted) sent = null; }); // on the way back

  const said = document.getElementById("said"), lost = document.body.dataset.lost;
  addEventListener("htmx:sendError", () => { said.textContent = lost; });
  addEventListener("htmx:afterOnLoad", () => { if (said.textContent === lost) said.textContent = ""; });

  const field = document.querySelector("[data-from-address]");
  const entered = () => {
    if (location.hash.length <= 40) return; // no secret: a place on the page
    if (!field) { // in the tab in which the last one was answered: the form for it is asked for anew
      if (/^\/(enter|sent)$/.test(location.pathname)) location.replace(`${location.pathname}?${location.hash}`);
      return;
    }
    field.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // it stands in no history
    if (field.dataset.fromAddress === "asks") field.form.querySelector("button").focus(); // somebody is in already
    else field.form.requestSubmit();
  };
  addEventListener("hashchange", entered); // a further link, typed or pasted into the address: nothing is loaded
  entered();

  const menu = document.querySelector(".top nav ul"); // where the stylesheet alone does not begin at the page one is on
  const here = menu?.querySelector("[aria-current]");
  if (here && !CSS.supports("scroll-initial-target: nearest")) menu.scrollLeft = here.offsetLeft - menu.offsetLeft - 8;

  for (const form of document.querySelectorAll("[data-drop]")) {
    const files = form.querySelector("input[type=file]");
    form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
    form.addEventListener("dragleave", () => form.classList.remove("over"));
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      form.classList.remove("over");
      if (event.dataTransfer.files.length) files.files = event.dataTransfer.files;
    });
  }

  const live = document.querySelector("[data-live]");
  if (live) {
    const source = new EventSource(live.dataset.live);
    source.addEventListener("step", (event) => {
      const told = JSON.parse(event.data);
      let line = [...live.children].find((one) => one.dataset.about === told.about);
      if (!line) {
        line = live.appendChild(document.createElement("li"));
        line.dataset.about = told.about;
      }
      line.textContent = told.words;
    });
    source.addEventListener("over", () => { source.close(); location.reload(); });
    // A proxy answers in the place of a desk that is closed: then the browser does not ask again by itself.
    const later = () => setTimeout(look, 3000);
    const look = () => fetch("/health").then((answer) => (answer.ok ? location.reload() : later()), later);
    source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) later(); });
  }

  // What became of a report: looked at while the page stays where it is read, and the keyboard where it stands.
  const again = () => document.querySelector("[data-again]"), told = (id, page = document) => page.getElementById(id);
  const lookAgain = () => setTimeout(async () => {
    const form = again();
    let page;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status)) return form.submit(); // no for good
      if (!answer.ok) throw new Error(answer.status);
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      said.textContent = lost;
      return lookAgain();
    }
    if (said.textContent === lost) said.textContent = "";
    const steps = told("steps"), came = [...(told("steps", page)?.children ?? [])];
    came.forEach((line, at) => {
      const shown = steps.children[at] || steps.appendChild(document.createElement("li"));
      if (shown.textContent !== line.textContent) shown.textContent = line.textContent;
    });
    if (told("state").textContent !== told("state", page).textContent) told("state").innerHTML = told("state", page).innerHTML;
    if (page.querySelector("[data-again]")) return lookAgain();
    while (steps.children.length > came.length) steps.lastChild.remove();
    const held = told("became").contains(document.activeElement); // by the button that goes
    told("became").replaceChildren(...told("became", page).childNodes);
    if (held) told("state").focus({ preventScroll: true });
  }, 2000);
  if (again()) lookAgain();

  const typing = (at) => at && (at.isContentEditable || /^(input|select|textarea)$/i.test(at.tagName)) &&
    !/^(radio|checkbox|button|submit)$/i.test(at.type || "");
  const GO = { n: "/questions/next", t: "/", i: "/reports", q: "/questions", m: "/members", l: "/lists/next" };
  const names = (help, key) => [...help.querySelectorAll("kbd")].some((one) => one.textContent === key); // who may not, has none
  const reach = (own) => {
    if (!own.matches("input, textarea")) return own.click();
    own.focus();
    if (own.matches("[type=file], [type=checkbox]")) own.click();
  };

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return; // a key of the conversion into kanji; 229 in Safari
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) {
      event.target.form?.requestSubmit();
      return;
    }
    if (event.key === "Enter" && event.target.matches(".choices input") && event.target.value.trim()) {
      event.preventDefault(); // the answer that is meant is the one beside the field
      event.target.nextElementSibling.click();
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const help = document.getElementById("help");
    if (!help || (help.open && event.key !== "?")) return;
    if (event.key === "?") {
      help.open ? help.close() : help.showModal();
    } else {
      const own = document.querySelector(`main [data-key~="${CSS.escape(event.key)}"]`);
      if (own) reach(own);
      else if (Object.hasOwn(GO, event.key) && names(help, event.key)) location.assign(GO[event.key]);
      else return;
    }
    event.preventDefault();
  });
})();
