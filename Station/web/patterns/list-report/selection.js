// Selection of many documents in a list: by taps, by keys, from one to another with Shift, or all that the list has, whether they
// are loaded or not.
import { showAnswer } from "/web/patterns/list-report/list-report.js";

const isSelecting = () => "selecting" in document.body.dataset;
const boxes = () => [...document.querySelectorAll("#list .select")];
const bar = () => document.querySelector(".selection-bar");
const observer = new MutationObserver(() => { if (isSelecting()) update(); });
let isAll = false, lastBox = null;

function begin() {
  document.body.dataset.selecting = "";
  update();
  boxes()[0]?.focus();
}

function end() {
  delete document.body.dataset.selecting;
  isAll = false;
  lastBox = null;
  for (const box of boxes()) box.checked = false;
  document.querySelector("[data-selects]")?.focus();
}

// For the station: all that the list has, or the documents that are selected.
export const selectedDocuments = () => isAll ? "all" : boxes().filter((box) => box.checked).map((box) => box.value).join(",");

const selectedCount = () => isAll ? Number(bar().dataset.count) : boxes().filter((box) => box.checked).length;

// Parts of the list that come later are selected with all others.
function update() {
  if (isAll) for (const box of boxes()) box.checked = true;
  const count = selectedCount();
  for (const text of document.querySelectorAll("[data-selected]")) if (count || text.closest("dialog")) text.textContent = `${count} selected`;
  for (const button of bar().querySelectorAll("button[disabled], button[data-waits-for]")) button.dataset.waitsFor = "";
  for (const button of bar().querySelectorAll("[data-waits-for]")) button.disabled = count < Number(button.form?.dataset.least ?? 1);
  // What this changed is no news.
  observer.takeRecords();
}

function choose(box, event) {
  const all = boxes();
  if (event.shiftKey && lastBox?.isConnected) {
    const [from, to] = [all.indexOf(lastBox), all.indexOf(box)].sort((one, other) => one - other);
    for (const between of all.slice(from, to + 1)) between.checked = box.checked;
  }
  // Without one of them it is no longer all.
  if (!box.checked) isAll = false;
  lastBox = box;
  update();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-selects]")) return begin();
  if (!isSelecting()) return;
  if (event.target.closest("[data-ends]")) return end();
  if (event.target.closest("[data-selects-all]")) {
    isAll = true;
    return update();
  }
  if (event.target.matches("#list .select")) return choose(event.target, event);
  const cell = event.target.closest("#list .cell");
  if (!cell) return;
  event.preventDefault();
  const box = cell.parentElement.querySelector(".select");
  box.checked = !box.checked;
  choose(box, event);
});

document.addEventListener("keydown", (event) => {
  if (!isSelecting() || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") end();
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    isAll = true;
    update();
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-group]")) return;
  event.preventDefault();
  // A second click, before the answer.
  if (form.ariaBusy) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.set("documents", selectedDocuments());
  // What was entered stays where it was refused.
  form.ariaBusy = "true";
  if (await showAnswer(form.action, { method: "POST", body })) end();
  form.ariaBusy = null;
}, true);

observer.observe(document.querySelector("main"), { childList: true, subtree: true });
