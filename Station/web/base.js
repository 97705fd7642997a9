// Shared by all screens: dialogs that buttons open by name, forms that are not lost by accident, focus on the heading of a new
// screen, and toasts that disappear.

import "/web/patterns/modality/popover.js";
import "/web/swap.js";

const toastTime = 4000;

function isChanged(field) {
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

// An unchanged form closes at once. A changed one asks first.
function leave(dialog) {
  const question = document.getElementById(`${dialog.id}-discard`);
  if (question && [...dialog.querySelectorAll("input, textarea, select")].some(isChanged)) question.showModal();
  else dialog.close();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.closest("[data-closes]")) leave(event.target.closest("dialog"));
  // The backdrop belongs to the dialog: a click beside the content has the dialog as its target.
  if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet")) leave(event.target);
  const discarder = event.target.closest("[data-discards]");
  if (discarder) {
    const sheet = document.getElementById(discarder.dataset.discards);
    discarder.closest("dialog").close();
    sheet.querySelector("form").reset();
    sheet.close();
  }
});

document.addEventListener("cancel", (event) => {
  if (!(event.target instanceof HTMLDialogElement) || !event.target.matches(".sheet")) return;
  event.preventDefault();
  leave(event.target);
}, true);

for (const dialog of document.querySelectorAll("dialog[data-open]")) {
  dialog.showModal();
  // A form with its own address leads back to the screen behind it.
  dialog.addEventListener("close", () => { if (dialog.dataset.leads) history.replaceState(history.state, "", dialog.dataset.leads); });
}

// Screen readers begin a new screen at its heading.
const heading = document.querySelector("h1");
if (heading && document.referrer.startsWith(location.origin) && document.activeElement === document.body) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

for (const toast of document.querySelectorAll(".toast")) {
  setTimeout(() => toast.remove(), toastTime);
  // A toast is shown once, not again after a reload.
  const address = new URL(location);
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
}
