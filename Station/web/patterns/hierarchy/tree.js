// The tree of folders by keys and taps: it opens and closes without a new screen. Without this module each folder leads to itself.
const items = () => [...document.querySelectorAll("[role=treeitem]")];
const level = (item) => Number(item.getAttribute("aria-level"));
const shown = () => items().filter((item) => !item.hidden);

// Those inside an item follow it, at deeper levels.
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

// One of them can be reached by the tab key.
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
