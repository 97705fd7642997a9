// Selection of many documents in a list: by taps, by keys, from one to another with Shift, or all that the list has, whether they
// are loaded or not.
import { showAnswer } from "/web/patterns/list-report/list-report.js";

const isSelecting = () => "selecting" in document.body.dataset;
const boxes = () => [...document.querySelectorAll("#list .select")];
const bar = () => document.querySelector(".selection-bar");
const observer = new MutationObserver(() => { if (isSelecting()) update(); });
let isAll = false, lastBox = null;
// One row whose menu acts, or all of the list whose menu does; without a selection.
let only = null, isOfList = false;

// What follows is done to one document.
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

// For the station: all that the list has, or the documents that are selected.
export const selectedDocuments = () => isAll || isOfList ? "all" : chosenRows().map((row) => row.querySelector(".select").value).join(",");

// Those that are loaded.
export const chosenRows = () => only && !isSelecting() ? [only] : boxes().filter((box) => box.checked).map((box) => box.closest("li"));

const selectedCount = () => isAll || isOfList ? Number(bar().dataset.count) : chosenRows().length;

function tellCount() {
  const count = selectedCount();
  for (const text of document.querySelectorAll("p[data-selected]")) if (count || text.closest("dialog")) text.textContent = bar().dataset.several.replace("{n}", count);
}

// Parts of the list that come later are selected with all others.
function update() {
  if (isAll) for (const box of boxes()) box.checked = true;
  const count = selectedCount();
  tellCount();
  for (const button of bar().querySelectorAll("button[disabled], button[data-waits-for]")) button.dataset.waitsFor = "";
  for (const button of bar().querySelectorAll("[data-waits-for]")) button.disabled = count < Number(button.dataset.least ?? 1);
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

// MARK: Merging

const merged = () => document.querySelector("[data-merged]");

// Shows what becomes one document, in which order. Where more is selected than is loaded, the order is that of the list.
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
  // The first one can go no further.
  (item.previousElementSibling ? button : item.nextElementSibling.querySelector("[data-earlier]")).focus();
}

// The documents that are selected, as the station reads them.
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

// The next one is for what is chosen then.
document.addEventListener("close", (event) => { if (event.target.matches("dialog")) isOfList = false; }, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-group]")) return;
  event.preventDefault();
  // A second click, before the answer.
  if (form.ariaBusy) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  body.set("documents", documents(form));
  // What was entered stays where it was refused.
  form.ariaBusy = "true";
  const isDone = await showAnswer(form.action, { method: "POST", body });
  if (isDone && isSelecting()) end();
  if (isDone) only = null;
  form.ariaBusy = null;
}, true);

observer.observe(document.querySelector("main"), { childList: true, subtree: true });
