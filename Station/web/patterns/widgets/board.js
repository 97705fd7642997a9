// The menu of a widget on the board opens by a long press, as it does by its button.

const holdTime = 500;
let held = 0;
// What the finger that is still down has opened. The browser closes it when the finger leaves, as after a tap beside it.
let opened = null;

document.addEventListener("contextmenu", (event) => {
  if (open(event.target)) event.preventDefault();
});

// Not every browser calls a long press of a finger a context menu.
document.addEventListener("pointerdown", (event) => {
  clearTimeout(held);
  opened = null;
  const place = event.target.closest(".board-place");
  if (!place || event.pointerType === "mouse" || event.target.closest("[popover], .board-menu")) return;
  held = setTimeout(() => open(event.target), holdTime);
}, { passive: true });
addEventListener("pointermove", (event) => { if (Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(held); }, { passive: true });
addEventListener("scroll", () => clearTimeout(held), { passive: true });
for (const kind of ["pointerup", "pointercancel", "touchend"]) {
  addEventListener(kind, () => {
    clearTimeout(held);
    const menu = opened;
    if (menu) setTimeout(() => show(menu));
  }, { passive: true });
}

// The same press leads nowhere.
document.addEventListener("click", (event) => {
  if (!opened || event.target.closest("[popover]")) return;
  event.preventDefault();
  const menu = opened;
  opened = null;
  // A browser that is busy closes it only now.
  setTimeout(() => show(menu));
}, true);

function open(target) {
  const place = target.closest(".board-place");
  if (!place || target.closest("[popover]")) return false;
  opened = place.querySelector("[popover]");
  show(opened);
  return true;
}

function show(menu) {
  if (menu.isConnected && !menu.matches(":popover-open")) menu.showPopover({ source: menu.closest(".board-place").querySelector(".board-menu") });
}

// What a menu has changed is on the board. A menu that stays open would be that of another widget.
document.addEventListener("submit", (event) => event.target.closest("[popover]")?.hidePopover());
