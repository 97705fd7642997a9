// Selects many documents in a list: by taps, by keys, as a range with Shift, or all of the list, whether they are
// loaded or not.
import { showAnswer } from "/web/patterns/list-report/list-report.js";

const isSelecting = () => "selecting" in document.body.dataset;
const boxes = () => [...document.querySelectorAll("#list .select")];
const bar = () => document.querySelector(".selection-bar");
const observer = new MutationObserver(() => { if (isSelecting()) update(); });
let isAll = false, lastBox = null;
// The row or the whole list whose menu is used without a selection.
let only = null, isOfList = false;

// Makes the following actions apply to one document.
export function actOn(row) {
  only = row;
  isOfList = false;
  tellCount();
}

function begin() {
  only = null;
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

// The selection for the station: the whole list, or the selected documents.
export const selectedDocuments = () => isAll || isOfList ? "all" : chosenRows().map((row) => row.querySelector(".select").value).join(",");

// The loaded selected rows.
export const chosenRows = () => only && !isSelecting() ? [only] : boxes().filter((box) => box.checked).map((box) => box.closest("li"));

const selectedCount = () => isAll || isOfList ? Number(bar().dataset.count) : chosenRows().length;

function tellCount() {
  const count = selectedCount();
  for (const text of document.querySelectorAll("p[data-selected]")) if (count || text.closest("dialog")) text.textContent = bar().dataset.several.replace("{n}", count);
}

// Parts of the list that are loaded later are selected if all are.
function update() {
  if (isAll) for (const box of boxes()) box.checked = true;
  const count = selectedCount();
  tellCount();
  for (const button of bar().querySelectorAll("button[disabled], button[data-waits-for]")) button.dataset.waitsFor = "";
  for (const button of bar().querySelectorAll("[data-waits-for]")) button.disabled = count < Number(button.dataset.least ?? 1);
  // Ignore changes made by this function.
  observer.takeRecords();
}

function choose(box, event) {
  const all = boxes();
  if (event.shiftKey && lastBox?.isConnected) {
    const [from, to] = [all.indexOf(lastBox), all.indexOf(box)].sort((one, other) => one - other);
    for (const between of all.slice(from, to + 1)) between.checked = box.checked;
  }
  // Deselecting one ends the selection of all.
  if (!box.checked) isAll = false;
  lastBox = box;
  update();
}

// MARK: Merging

const merged = () => document.querySelector("[data-merged]");

// Lists the documents to be merged in order. If more are selected than loaded, the list's order is used.
function listMerged() {
  const row = document.querySelector("[data-merged-row]");
  const chosen = boxes().filter((box) => box.checked);
  const isWhole = chosen.length === selectedCount();
  document.querySelector("[data-unlisted]").hidden = isWhole;
  merged().replaceChildren(...chosen.map((box) => {
    const item = row.content.firstElementChild.cloneNode(true);
    item.dataset.document = box.value;
    item.querySelector(".headline").textContent = box.parentElement.querySelector(".cell .headline").textContent;
    item.querySelector("[data-earlier]").hidden = !isWhole;
    return item;
  }));
}

function moveEarlier(button) {
  const item = button.closest("li");
  item.previousElementSibling?.before(item);
  // The first one cannot move further.
  (item.previousElementSibling ? button : item.nextElementSibling.querySelector("[data-earlier]")).focus();
}

// Returns the selected documents in the station's format.
function documents(form) {
  const order = form.closest("dialog")?.querySelector("[data-merged]");
  if (order?.children.length === selectedCount()) return [...order.children].map((item) => item.dataset.document).join(",");
  return selectedDocuments();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-selects]")) return begin();
  if (event.target.closest("[data-of-list]")) {
    isOfList = true;
    tellCount();
  }
  if (event.target.closest("[data-opens=group-move]")) document.querySelector("#group-place > [data-swaps]")?.click();
  if (event.target.closest("[data-opens=group-edit]")) document.querySelector("#group-fields > [data-swaps]")?.click();
  if (!isSelecting()) return;
  if (event.target.closest("[data-opens=merge]")) return listMerged();
  const earlier = event.target.closest("[data-earlier]");
  if (earlier) return moveEarlier(earlier);
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

// The next action applies to the selection at that time.
document.addEventListener("close", (event) => { if (event.target.matches("dialog")) isOfList = false; }, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-group]")) return;
  event.preventDefault();
  // A second click before the response.
  if (form.ariaBusy) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.set("documents", documents(form));
  // Keep the entries if they are refused.
  form.ariaBusy = "true";
  const isDone = await showAnswer(form.action, { method: "POST", body });
  if (isDone && isSelecting()) end();
  if (isDone) only = null;
  form.ariaBusy = null;
}, true);

observer.observe(document.querySelector("main"), { childList: true, subtree: true });
