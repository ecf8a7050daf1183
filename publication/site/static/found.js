/* Reports that have arrived are filtered, with the filter in the address; a correction knows the rating it is
   about, can be copied and says from which page it comes. Without this file the list is whole and the form is
   sent all the same. */
"use strict";
(() => {
  const folded = (text) => text.normalize("NFKC").toLowerCase().trim();

  function reports(form) {
    const rows = [...document.querySelectorAll("[data-report]")].map((row) => [row, folded(row.textContent)]);
    const fields = ["q", "state", "month"].map((name) => form.elements[name]);
    function update() {
      const words = folded(form.q.value).split(/\s+/).filter(Boolean);
      let count = 0;
      for (const [row, text] of rows) {
        const fits = words.every((word) => text.includes(word))
          && (!form.state.value || row.dataset.report === form.state.value)
          && (!form.month.value || row.dataset.month === form.month.value);
        row.hidden = !fits;
        count += fits;
      }
      form.toggleAttribute("data-filtered", fields.some((field) => field.value.trim())); // then paper says by what
      form.querySelector("[role=status]").textContent = count
        ? form.dataset.found.replace("{count}", count) : form.dataset.none;
    }
    function toAddress() {
      const asked = new URLSearchParams();
      for (const field of fields) if (field.value.trim()) asked.set(field.name, field.value.trim());
      history.replaceState(null, "", `${location.pathname}${`${asked}` && `?${asked}`}${location.hash}`);
    }
    const asked = new URLSearchParams(location.search);
    for (const field of fields) {
      const value = asked.get(field.name) ?? "";
      if (field.localName !== "select" || [...field.options].some((o) => o.value === value)) field.value = value;
    }
    let later;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { update(); clearTimeout(later); later = setTimeout(toAddress, 300); });
    form.addEventListener("change", () => { clearTimeout(later); toAddress(); });
    form.hidden = false;
    update();
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

  for (const form of document.querySelectorAll("[data-reports]")) reports(form);
  for (const form of document.querySelectorAll("[data-correction]")) correction(form);
  for (const place of document.querySelectorAll("[data-place]")) {
    if (document.referrer.startsWith(`${location.origin}/`) && document.referrer !== location.href) place.value = document.referrer;
  }
})();
