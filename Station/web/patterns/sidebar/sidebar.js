// The sidebar opens and closes by its buttons, by a tap beside it, and by a swipe from the window's edge. Its items
// are moved by dragging or by keys. The station stores the order and renders the result.
import "/web/swap.js";

const edgeWidth = 24;
const swipeWidth = 60;
const regular = matchMedia("(min-width: 640px)");
const portrait = matchMedia("(orientation: portrait)");

function show(state) {
  const orientation = portrait.matches ? "portrait" : "landscape";
  document.body.dataset[orientation] = state;
  document.cookie = `sidebar-${orientation}=${state}; path=/; SameSite=Strict`;
  settle();
}

// Makes the content below it unreachable.
function settle() {
  // The profile covers the sidebar as well, and controls what is inactive.
  if (document.querySelector(".profile-sheet")) return;
  const covers = regular.matches && portrait.matches && document.body.dataset.portrait === "open";
  for (const part of document.querySelectorAll("main, .navbar")) part.inert = covers;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sidebar]");
  if (button) {
    show(button.dataset.sidebar);
    document.getElementById(button.dataset.sidebar === "open" ? "hide-sidebar" : "show-sidebar").focus();
  }
  // If it covers the content, following a link closes it.
  if (portrait.matches && event.target.closest(".sidebar a.destination")) show("closed");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.closest(".sidebar") || !portrait.matches) return;
  show("closed");
  document.getElementById("show-sidebar").focus();
});
regular.addEventListener("change", settle);
portrait.addEventListener("change", settle);
// A browser may request a screen before it has stored the cookie set when the link was followed.
for (const [, orientation, state] of document.cookie.matchAll(/sidebar-(portrait|landscape)=(open|closed)/g)) document.body.dataset[orientation] = state;
settle();

let start = null;
document.addEventListener("touchstart", ({ touches: [touch, another] }) => { start = !another && touch.clientX < edgeWidth ? touch : null; }, { passive: true });
document.addEventListener("touchend", ({ changedTouches: [touch] }) => {
  if (start && touch.clientX - start.clientX > Math.max(swipeWidth, Math.abs(touch.clientY - start.clientY))) show("open");
  start = null;
});

class Sidebar extends HTMLElement {
  connectedCallback() {
    const list = this.querySelector(".destinations");
    const title = list.querySelector(".brand");
    const header = this.querySelector("header");
    list.addEventListener("scroll", () => header.classList.toggle("collapsed", list.scrollTop > title.offsetHeight / 2));
    for (const handle of this.querySelectorAll(".handle")) {
      handle.addEventListener("pointerdown", (event) => this.grab(event, handle));
      handle.addEventListener("keydown", (event) => {
        const place = { ArrowUp: handle.dataset.before, ArrowDown: handle.dataset.after }[event.key];
        if (place === undefined) return;
        event.preventDefault();
        this.move(handle, place);
      });
    }
  }

  // The item follows the pointer, and the others make space.
  grab(event, handle) {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const item = handle.closest("li");
    const items = [...item.parentElement.children];
    const from = items.indexOf(item);
    const boxes = items.map((item) => item.getBoundingClientRect());
    const step = items.length > 1 ? boxes[1].top - boxes[0].top : 0;
    let to = from;
    item.classList.add("dragged");
    const follow = ({ clientY }) => {
      const way = Math.min(Math.max(clientY - event.clientY, boxes[0].top - boxes[from].top), boxes.at(-1).top - boxes[from].top);
      to = step ? from + Math.round(way / step) : from;
      item.style.transform = `translateY(${way}px)`;
      for (const [index, other] of items.entries()) {
        if (other === item) continue;
        const makesRoom = Math.sign(index - from) === Math.sign(to - from) && Math.abs(index - from) <= Math.abs(to - from);
        other.style.transform = makesRoom ? `translateY(${-Math.sign(to - from) * step}px)` : "";
      }
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", follow);
      item.classList.remove("dragged");
      if (to !== from) return this.move(handle, to);
      for (const other of items) other.style.transform = "";
    }, { once: true });
  }

  move(handle, place) {
    const form = this.querySelector("form.moved");
    const item = handle.closest("li");
    const values = { group: item.parentElement.dataset.group, item: item.dataset.item, place };
    for (const [name, value] of Object.entries(values)) form.querySelector(`[name=${name}]`).value = value;
    form.requestSubmit();
  }
}

customElements.define("st-sidebar", Sidebar);
