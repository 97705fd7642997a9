// Sign-in forms: their button is enabled when everything is filled in, and a line shows that the station is busy.
// Codes can be printed.
for (const form of document.querySelectorAll("form[data-complete]")) {
  const button = form.querySelector("button.primary, button:not([type])");
  const update = () => { button.disabled = !form.checkValidity(); };
  form.addEventListener("input", update);
  // Browsers fill in passcodes without an event until the person interacts.
  form.addEventListener("animationstart", update);
  addEventListener("pageshow", update);
  update();
  const busy = form.querySelector("[data-verifying]");
  form.addEventListener("submit", () => {
    if (!busy) return;
    form.querySelector("[role=alert]")?.setAttribute("hidden", "");
    busy.hidden = false;
  });
}

for (const button of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(button.dataset.shows);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shows = field.type === "password";
    field.type = shows ? "text" : "password";
    button.setAttribute("aria-pressed", shows);
    field.focus();
  });
  // Prevent browsers from storing it as a name.
  button.form?.addEventListener("submit", () => { field.type = "password"; });
}

for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Earlier searches are stored in the browser per person: see `web/patterns/search/field.js`.
for (const form of document.querySelectorAll(".door form:has([name=name])")) {
  form.addEventListener("submit", () => { try { localStorage.setItem("recto.person", form.elements.name.value); } catch { /* Storage is not available. */ } });
}
