// Unsent text on a screen that is locked. It stays in this window, and is only restored for the same person.
const name = "recto.typed";
const fields = "textarea[name], input[name]:is([type=text], [type=search], [type=number], [type=date], [type=url], [type=email], :not([type]))";

// Returns the owner: see `people.js`.
function person() { return localStorage.getItem("recto.person") ?? ""; }

function isChanged(field) { return field.value !== field.defaultValue; }

// Identifies the same field of the same form when the page is shown next.
function key(field) { return `${field.form?.getAttribute("action") ?? ""} ${field.name}`; }

export function keepTyped() {
  const changed = [...document.querySelectorAll(fields)].filter(isChanged);
  if (changed.length === 0) return;
  const texts = changed.map((field) => ({ key: key(field), text: field.value, dialog: field.closest("dialog[open]")?.id }));
  try { sessionStorage.setItem(name, JSON.stringify({ person: person(), path: location.pathname, texts })); } catch { /* The text is lost. */ }
}

export function restoreTyped() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
    if (!kept) return;
    if (kept.person !== person()) return sessionStorage.removeItem(name);
    if (kept.path !== location.pathname) return;
    sessionStorage.removeItem(name);
    restore(kept.texts);
  } catch { /* Nothing was stored. */ }
}

function restore(texts) {
  const all = [...document.querySelectorAll(fields)];
  for (const { key: wanted, text, dialog } of texts) {
    const field = all.find((field) => key(field) === wanted && !isChanged(field));
    if (!field) continue;
    const sheet = dialog && document.getElementById(dialog);
    if (sheet && !sheet.open) sheet.showModal();
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
