// Selects all proposed documents, or none.
const form = document.getElementById("retention");
const all = document.getElementById("choose-all");
const boxes = [...(form?.querySelectorAll("ul input") ?? [])];

function tell() {
  const chosen = boxes.filter(({ checked }) => checked).length;
  all.checked = chosen === boxes.length;
  all.indeterminate = chosen > 0 && !all.checked;
}

if (boxes.length > 1) {
  all.closest("label").hidden = false;
  all.addEventListener("change", () => { for (const box of boxes) box.checked = all.checked; });
  form.addEventListener("change", tell);
  // A browser that returns to the screen keeps the selection.
  addEventListener("pageshow", tell);
}
