// Code for all screens: dialogs that buttons open by name, protection of unsaved forms, focus on a new screen, and
// toasts that disappear.

import "/web/patterns/modality/popover.js";
import "/web/copy.js";
import "/web/swap.js";
import "/web/focus.js";
import "/web/long-text.js";
import { expire } from "/web/toast.js";

// Load the lock if somebody has signed in.
if (/(?:^|; )lock=/.test(document.cookie)) import("/web/patterns/people/lock.js");

// Restore what was typed before the sign-in replaced the screen.
try {
  if (sessionStorage.getItem("recto.typed")) import("/web/patterns/people/typed.js").then(({ restoreTyped }) => restoreTyped());
} catch { /* Storage is not available. */ }

function isChanged(field) {
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

// A refused form contains entries.
const holdsEntries = (dialog) => "refused" in dialog.dataset || [...dialog.querySelectorAll("input, textarea, select")].some(isChanged);
const question = (dialog) => document.getElementById(`${dialog.id}-discard`);

// Closes an unchanged form immediately, and asks for confirmation for a changed one.
function leave(dialog) {
  if (question(dialog) && holdsEntries(dialog)) question(dialog).showModal();
  else dialog.close();
}

// Going back, reloading and links also ask. Submitting or discarding does not.
let leadsOn = false;
addEventListener("submit", (event) => { leadsOn ||= !event.defaultPrevented && event.target.method !== "dialog"; });
addEventListener("leaves", () => { leadsOn = true; });
addEventListener("pageshow", () => { leadsOn = false; });
addEventListener("beforeunload", (event) => {
  const isOpen = [...document.querySelectorAll("dialog.sheet[open]")].some((dialog) => question(dialog) && holdsEntries(dialog));
  if (!leadsOn && (isOpen || [...document.querySelectorAll("main form > textarea, main .field > textarea")].some(isChanged))) event.preventDefault();
});

// Whether a click is outside a sheet. The dialog is also the target of clicks on its blank areas.
function isBeside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.closest("[data-closes]")) leave(event.target.closest("dialog"));
  // The backdrop belongs to the dialog: clicks on it have the dialog as their target.
  if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet") && isBeside(event.target, event)) leave(event.target);
  const discarder = event.target.closest("[data-discards]");
  if (discarder) {
    const sheet = document.getElementById(discarder.dataset.discards);
    discarder.closest("dialog").close();
    // A refused form is part of the page itself.
    if ("refused" in sheet.dataset) {
      leadsOn = true;
      return location.replace(sheet.dataset.leads);
    }
    sheet.querySelector("form").reset();
    sheet.close();
  }
  if (event.target.closest("[data-action=reload]")) location.reload();
});

document.addEventListener("cancel", (event) => {
  if (!(event.target instanceof HTMLDialogElement) || !event.target.matches(".sheet")) return;
  event.preventDefault();
  leave(event.target);
}, true);

// Reopen the confirmation of an action that was interrupted by authentication.
const asked = new URLSearchParams(location.search).get("asked");
for (const form of asked ? document.querySelectorAll("dialog.alert form") : []) {
  if (form.getAttribute("action") === asked) form.closest("dialog").showModal();
}

for (const dialog of document.querySelectorAll("dialog[data-open]")) {
  dialog.showModal();
  // Invalid entries are corrected first.
  dialog.querySelector("[aria-invalid=true]")?.focus();
  // The response to a refused form has the URL that the form was sent to, which has no screen.
  if ("refused" in dialog.dataset) history.replaceState(history.state, "", dialog.dataset.refused);
  // A form with its own URL leads back to the screen behind it.
  dialog.addEventListener("close", () => { if (dialog.dataset.leads) history.replaceState(history.state, "", dialog.dataset.leads); });
}

for (const toast of document.querySelectorAll(".toast")) {
  expire(toast);
  // Show a toast once, not again after a reload.
  const address = new URL(location);
  for (const name of ["done", "undo", "count", "former", "page", "place", "corners"]) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

// The search of everything is available everywhere.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const link = document.querySelector(".search-entry");
  if (!link || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  link.click();
});
