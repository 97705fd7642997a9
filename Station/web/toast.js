// Toasts disappear automatically. Their Undo action is available by a key until the next screen.

import { goOnAt } from "/web/focus.js";

const time = 4000;
// The time for a toast with an action, in milliseconds.
const longTime = 10_000;

// Does not remove a toast that the person is using.
function end(toast) {
  if (toast.matches(":hover, :focus-within")) return setTimeout(() => end(toast), time);
  const form = toast.querySelector("form");
  toast.remove();
  if (!form) return;
  form.hidden = true;
  document.querySelector(".toasts").after(form);
}

export function expire(toast) { setTimeout(() => end(toast), toast.querySelector("form") ? longTime : time); }

// Shows a toast, which replaces another one.
export function show(toast) {
  for (const form of document.querySelectorAll("body > [data-undo]")) form.remove();
  document.querySelector(".toasts").replaceChildren(toast);
  expire(toast);
}

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  // Text fields use the browser's undo.
  if (event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select") || document.querySelector("dialog[open]")) return;
  const form = document.querySelector("[data-undo]");
  if (!form) return;
  event.preventDefault();
  goOnAt();
  form.requestSubmit();
});
