// The folder tree by keyboard and touch: it expands and collapses in place. Without this module each folder is a
// link.
const items = () => [...document.querySelectorAll("[role=treeitem]")];
const level = (item) => Number(item.getAttribute("aria-level"));
const shown = () => items().filter((item) => !item.hidden);

// Returns the descendants of an item, which follow it at deeper levels.
function inside(item) {
  const all = items(), found = [];
  for (const other of all.slice(all.indexOf(item) + 1)) {
    if (level(other) <= level(item)) break;
    found.push(other);
  }
  return found;
}

const around = (item) => items().slice(0, items().indexOf(item)).findLast((other) => level(other) < level(item));

function open(item, isOpen) {
  item.ariaExpanded = `${isOpen}`;
  for (const other of inside(item)) {
    const parent = around(other);
    other.hidden = !isOpen || parent.hidden || parent.ariaExpanded === "false";
  }
}

// Makes one item reachable by the Tab key.
function focus(item) {
  for (const other of items()) other.tabIndex = other === item ? 0 : -1;
  item.focus();
}

document.addEventListener("click", (event) => {
  const item = event.target.closest("[data-twists]")?.closest("[role=treeitem][aria-expanded]");
  if (!item) return;
  event.preventDefault();
  open(item, item.ariaExpanded !== "true");
});

document.addEventListener("keydown", (event) => {
  const item = event.target.closest?.("[role=treeitem]");
  if (!item) return;
  const all = shown(), at = all.indexOf(item);
  const keys = {
    ArrowDown: () => focus(all[Math.min(at + 1, all.length - 1)]),
    ArrowUp: () => focus(all[Math.max(at - 1, 0)]),
    Home: () => focus(all[0]),
    End: () => focus(all.at(-1)),
    ArrowRight: () => {
      if (item.ariaExpanded === "false") open(item, true);
      else if (item.ariaExpanded === "true") focus(inside(item)[0]);
    },
    ArrowLeft: () => {
      if (item.ariaExpanded === "true") open(item, false);
      else if (around(item)) focus(around(item));
    },
    " ": () => item.click(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});

for (const item of items()) item.tabIndex = item.ariaSelected === "true" ? 0 : -1;
document.querySelector("[role=treeitem][aria-selected=true]")?.scrollIntoView({ block: "nearest" });
