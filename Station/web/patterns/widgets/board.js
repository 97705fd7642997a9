// The menu of a widget on the board opens by a long press, as well as by its button.

const holdTime = 500;
let held = 0;
// The menu opened by the finger that is still down. The browser closes it when the finger is lifted, as after a tap
// outside.
let opened = null;

document.addEventListener("contextmenu", (event) => {
  if (open(event.target)) event.preventDefault();
});

// Not every browser reports a long press as a context menu event.
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

// The same press must not follow a link.
document.addEventListener("click", (event) => {
  if (!opened || event.target.closest("[popover]")) return;
  event.preventDefault();
  const menu = opened;
  opened = null;
  // A busy browser only closes it now.
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

// The board shows the change. An open menu would belong to another widget.
document.addEventListener("submit", (event) => event.target.closest("[popover]")?.hidePopover());
