// Buttons that copy a text: that of an element, of a template, or of a field.
import { show } from "/web/toast.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

const textOf = (element) => element.value ?? (element.content ?? element).textContent;

// Browsers only have a clipboard on secure origins.
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
    await copy(textOf(document.getElementById(button.dataset.copies)));
    say(button.dataset.copied);
  } catch { warn(button.dataset.notCopied); }
});
