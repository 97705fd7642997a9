// A page: its text is copied by a button, arrow keys lead to its neighbours.
import { show } from "/web/toast.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

// Browsers have a clipboard on safe origins alone.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error();
}

function say(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.append(Object.assign(document.createElement("p"), { textContent: text }));
  show(toast);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  try {
    await copy(document.getElementById(button.dataset.copies).content.textContent);
    say(button.dataset.copied);
  } catch { warn(button.dataset.notCopied); }
});

document.addEventListener("keydown", (event) => {
  const link = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  // With Shift they extend a selection, with others they are the browser's.
  if (!link || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  document.querySelector(`a#${link}`)?.click();
});
