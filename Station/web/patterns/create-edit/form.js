// Forms of objects: errors are shown at their cells before the form is sent, in the station's words. Lists of values
// slide over the form, and files are previewed before they are sent.

import { request } from "/web/network.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

const forms = "form[data-entry]";

// Returns the message for a browser's validation error of a field; empty without one.
function fault(field) {
  const { validity, dataset } = field;
  if (!field.checkVisibility?.({ visibilityProperty: true }) && !field.closest(".value-list")) return "";
  if (validity.valueMissing) return dataset.missing;
  return validity.valid ? "" : dataset.wrong || field.validationMessage;
}

function say(cell) {
  const fields = [...cell.querySelectorAll("input, textarea, select")].filter((field) => field.closest("[data-cell]") === cell);
  const bad = fields.find((field) => fault(field));
  const error = cell.querySelector(`:scope > #error-${CSS.escape(cell.dataset.cell)}`);
  const text = bad ? fault(bad) : "";
  if (error) {
    error.textContent = text;
    error.hidden = !text;
  }
  for (const field of fields) {
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  return bad;
}

for (const form of document.querySelectorAll(forms)) form.noValidate = true;

// Runs before base.js sends it.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(forms)) return;
  const bad = [...form.querySelectorAll("[data-cell]")].map(say).find(Boolean);
  const isWithFiles = [...form.querySelectorAll("[type=file]")].some((input) => input.files.length);
  if (!bad && !isWithFiles) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (bad) bad.focus();
  else send(form, event.submitter);
}, true);

// A screen that refused the form could not restore the chosen files, because only people can choose files. So the
// form stays, and its errors are inserted.
const sending = new WeakSet();
async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  try {
    const answer = await request(form.action, { method: "POST", body: new FormData(form, submitter) });
    if (answer.ok) {
      form.dispatchEvent(new Event("leaves", { bubbles: true }));
      return location.assign(answer.url);
    }
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const other = next.querySelector(`${forms}[action="${CSS.escape(form.getAttribute("action"))}"]`);
    if (other) refuse(form, other);
    else warn(next.querySelector("main p")?.textContent ?? "");
  } catch { warn(""); }
  sending.delete(form);
}

// Copies the errors of another form.
function refuse(form, other) {
  const parts = ".message-strip, input[name=version]";
  for (const old of form.querySelectorAll(parts)) old.remove();
  form.querySelector(".form-cells").prepend(...other.querySelectorAll(parts));
  let first = form.querySelector(".message-strip");
  for (const error of other.querySelectorAll("[data-cell] > .error:not([hidden])")) {
    const own = document.getElementById(error.id);
    if (!own) continue;
    own.textContent = error.textContent;
    own.hidden = false;
    const field = own.parentElement.querySelector("input, textarea, select, summary");
    field?.setAttribute("aria-invalid", "true");
    first ??= field;
  }
  first?.scrollIntoView({ block: "nearest" });
  first?.focus?.();
}

// After an error, update the message as soon as the entry is valid.
document.addEventListener("input", (event) => {
  const cell = event.target.closest?.(`${forms} [data-cell]`);
  if (!cell) return;
  if (event.target.hasAttribute("aria-invalid") || cell.querySelector(":scope > .error:not([hidden])")) say(cell);
  if (event.target.type === "range") cell.querySelector("output").textContent = event.target.dataset.told?.split("|")[event.target.value - event.target.min] ?? event.target.value;
});
document.addEventListener("change", (event) => {
  const cell = event.target.closest?.(`${forms} [data-cell]`);
  if (!cell) return;
  if (event.target.matches("input[role=switch]")) reveal(cell, event.target.checked);
  if (event.target.matches("[type=file]")) list(event.target);
  const picker = event.target.closest("[data-drills]");
  if (picker) choose(picker, event.target);
  else if (!event.target.matches("[type=file]")) say(cell);
});

// A revealed day is usually today.
function reveal(cell, isOn) {
  const field = cell.querySelector(".reveals input[type=date]");
  if (!isOn || !field || field.value) return;
  const now = new Date();
  field.value = new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

// Lists of values.

const entered = (picker) => picker.querySelector("[data-new]")?.value.trim() ?? "";

function choose(picker, field) {
  // A new value replaces a single choice.
  if (field.matches("[data-new]") && field.value.trim()) for (const radio of picker.querySelectorAll("[type=radio]")) radio.checked = false;
  else if (field.type === "radio" && picker.querySelector("[data-new]")) picker.querySelector("[data-new]").value = "";
  tell(picker);
}

function tell(picker) {
  const chosen = [...picker.querySelectorAll("li input:checked")].filter((input) => input.value).map((input) => input.parentElement.innerText.trim() || input.value);
  if (entered(picker)) chosen.push(entered(picker));
  picker.querySelector("[data-chosen]").textContent = chosen.join(", ");
}

// Moves selected values to the top of a long list.
function group(picker) {
  const selected = picker.querySelector("[data-selected]");
  if (!selected) return;
  const rest = picker.querySelector("[data-values]");
  for (const row of [...selected.children].filter((row) => !row.querySelector(":checked"))) rest.prepend(row);
  selected.append(...[...rest.children].filter((row) => row.querySelector(":checked")));
}

function narrow(picker, text) {
  const words = text.trim().toLocaleLowerCase();
  for (const row of picker.querySelectorAll("[data-values] > li")) row.hidden = !row.innerText.toLocaleLowerCase().includes(words) && !row.querySelector(":checked") && words !== "";
}

// Remove the errors of discarded entries after the fields have been reset.
document.addEventListener("reset", ({ target: form }) => setTimeout(() => form.querySelectorAll("[data-drills]").forEach(tell)));

function back(picker) {
  picker.open = false;
  picker.querySelector("summary").focus();
}

// Also handles forms whose fields are loaded later.
document.addEventListener("toggle", ({ target: picker }) => {
  if (!picker.matches?.(`${forms} [data-drills]`)) return;
  if (!picker.open) return tell(picker);
  group(picker);
  picker.querySelector("[data-backs]").focus();
}, true);

document.addEventListener("click", (event) => {
  const picker = event.target.closest?.("[data-drills]");
  if (picker && event.target.closest("[data-backs]")) back(picker);
  const search = event.target.closest?.("[data-expands]");
  if (picker && search) {
    const field = picker.querySelector("[data-narrows]");
    field.hidden = !field.hidden;
    search.ariaExpanded = String(!field.hidden);
    if (!field.hidden) return field.focus();
    field.value = "";
    narrow(picker, "");
  }
  const file = event.target.closest?.("[data-previews]");
  if (file) preview(file);
});

document.addEventListener("input", (event) => {
  if (!event.target.matches?.(`${forms} [data-narrows]`)) return;
  narrow(event.target.closest("[data-drills]"), event.target.value);
});

document.addEventListener("keydown", (event) => {
  const picker = event.target.closest?.(`${forms} [data-drills][open]`);
  if (!picker) return;
  // Enter chooses a value, and must not send the form from a screen that hides the rest of it.
  if (event.key === "Enter" && event.target.matches("input")) {
    event.preventDefault();
    back(picker);
  }
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopImmediatePropagation();
    back(picker);
  }
}, true);

// Files.

function row(file) {
  const item = document.createElement("li");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "file" });
  button.dataset.previews = URL.createObjectURL(file);
  button.dataset.kind = /^(image|audio|video)\//.exec(file.type)?.[1] ?? "";
  if (button.dataset.kind === "image") button.append(Object.assign(new Image(), { src: button.dataset.previews, alt: "" }));
  else button.append(Object.assign(document.createElement("span"), { className: "icon icon-file-earmark" }));
  button.append(Object.assign(document.createElement("span"), { className: "text", textContent: file.name }));
  item.append(button);
  item.dataset.isNew = "";
  return item;
}

function list(input) {
  const files = input.closest("[data-cell]").querySelector(".files");
  for (const old of files.querySelectorAll("[data-is-new]")) {
    URL.revokeObjectURL(old.firstElementChild.dataset.previews);
    old.remove();
  }
  files.append(...[...input.files].map(row));
}

const players = { image: "img", audio: "audio", video: "video" };

// Files that a browser cannot show are downloaded.
function preview({ dataset, innerText }) {
  const dialog = document.createElement("dialog");
  dialog.className = "alert file-preview";
  const player = players[dataset.kind];
  if (!player) {
    const link = Object.assign(document.createElement("a"), { href: dataset.previews, download: "" });
    return link.click();
  }
  const shown = Object.assign(document.createElement(player), { src: dataset.previews.startsWith("blob:") ? dataset.previews : `${dataset.previews}?shown=` });
  if (player === "img") shown.alt = innerText;
  else shown.controls = true;
  const actions = document.querySelector("[data-preview]").content.cloneNode(true);
  dialog.append(shown, actions);
  dialog.setAttribute("aria-label", innerText);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
