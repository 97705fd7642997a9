// The menu of a widget on the board opens by a long press, as it does by its button.

const holdTime = 500;
let held = 0;

document.addEventListener("contextmenu", (event) => {
  if (open(event.target)) event.preventDefault();
});

// Not every browser calls a long press of a finger a context menu.
document.addEventListener("pointerdown", (event) => {
  clearTimeout(held);
  const place = event.target.closest(".board-place");
  if (!place || event.pointerType === "mouse" || event.target.closest("[popover], .board-menu")) return;
  held = setTimeout(() => open(event.target), holdTime);
}, { passive: true });
for (const kind of ["pointerup", "pointercancel", "pointermove", "scroll"]) {
  addEventListener(kind, (event) => { if (kind !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(held); }, { passive: true });
}

function open(target) {
  const place = target.closest(".board-place");
  if (!place || target.closest("[popover]")) return false;
  const menu = place.querySelector("[popover]");
  // After the finger has left: it would close what it opened.
  if (!menu.matches(":popover-open")) menu.showPopover({ source: place.querySelector(".board-menu") });
  return true;
}

// What a menu has changed is on the board. A menu that stays open would be that of another widget.
document.addEventListener("submit", (event) => event.target.closest("[popover]")?.hidePopover());
