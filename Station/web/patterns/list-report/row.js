// Actions on one document of a list: in the menu of its row, or after a swipe on it.
import { actOn } from "/web/patterns/list-report/selection.js";

const menu = () => document.getElementById("row-menu");
const swipeWidth = 48;

function openMenu(row, button) {
  closeSwipe();
  actOn(row);
  menu().querySelector("[data-row-title]").textContent = row.querySelector(".headline").textContent;
  for (const entry of menu().querySelectorAll("[data-unless]")) entry.hidden = entry.dataset.unless === row.dataset.state;
  menu().showPopover({ source: button });
  menu().querySelector("[role=menuitem]:not([hidden])").focus();
}

// Runs before the handlers of the actions.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-row-menu]");
  const row = event.target.closest("#list li");
  if (button) {
    event.preventDefault();
    return openMenu(row, row.querySelector(".row-actions"));
  }
  if (event.target.closest(".swipe-actions")) actOn(row);
  if (event.target.closest("#row-menu [role=menuitem]")) menu().hidePopover();
  if (!event.target.closest(".swipe-actions")) closeSwipe();
}, true);

// By the context menu key or a long press. With a mouse, the browser's menu is kept, which opens links in new
// windows.
document.addEventListener("contextmenu", (event) => {
  const row = event.target.closest("#list li:has(.row-actions)");
  if (!row || event.pointerType === "mouse" || "selecting" in document.body.dataset) return;
  event.preventDefault();
  openMenu(row, row.querySelector(".row-actions"));
});

// Moves between rows.
document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const cell = event.target.closest?.("#list .cell, #list .select");
  if (!step || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...document.querySelectorAll(cell.matches(".cell") ? "#list .cell" : "#list .select")];
  const next = all[all.indexOf(cell) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// MARK: Swipes

let start = null;

function closeSwipe(but) {
  for (const row of document.querySelectorAll("#list li.swiped")) {
    if (row === but) continue;
    row.classList.remove("swiped");
    row.querySelector(".swipe-actions")?.remove();
  }
}

document.addEventListener("touchstart", ({ touches: [touch, another], target }) => {
  const row = target.closest?.("#list li:has(.row-actions)");
  start = row && !another && !("selecting" in document.body.dataset) ? { row, x: touch.clientX, y: touch.clientY } : null;
}, { passive: true });

document.addEventListener("touchend", ({ changedTouches: [touch] }) => {
  if (!start) return;
  const { row, x, y } = start;
  start = null;
  const way = x - touch.clientX;
  if (Math.abs(way) < Math.max(swipeWidth, 2 * Math.abs(y - touch.clientY))) return;
  closeSwipe(row);
  if (way < 0) return closeSwipe();
  if (row.classList.contains("swiped")) return;
  row.append(document.querySelector("template[data-swipe]").content.firstElementChild.cloneNode(true));
  row.classList.add("swiped");
});
