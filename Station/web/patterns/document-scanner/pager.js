// The gallery: arrow keys and swipes follow the links to the previous and next scan. Scans are dragged to their
// positions in the strip. It follows changes in other windows.

import { refresh } from "/web/swap.js";

const swipeWidth = 60;

class Pager extends HTMLElement {
  connectedCallback() {
    this.stay = new AbortController();
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, dialog[open]") || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowLeft") this.turn("prev");
      if (event.key === "ArrowRight") this.turn("next");
    }, { signal: this.stay.signal });
    let start = null;
    this.addEventListener("touchstart", (event) => {
      const isSwipe = event.touches.length === 1 && event.target.closest(".stage");
      start = isSwipe ? event.touches[0].clientX : null;
    }, { passive: true });
    this.addEventListener("touchend", (event) => {
      if (start === null) return;
      const way = event.changedTouches[0].clientX - start;
      if (Math.abs(way) >= swipeWidth) this.turn(way > 0 ? "prev" : "next");
      start = null;
    });
    // The person's action navigates elsewhere; events must not navigate to another place.
    this.addEventListener("leaves", () => this.events.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.follow(); }, { signal: this.stay.signal });
    this.follow();
    // Without pages there is no strip.
    const strip = this.querySelector(".strip");
    if (!strip) return;
    this.arrange(strip);
    strip.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
  }

  // Makes the other scans give way to the dragged one. It returns if it is dropped elsewhere. Left and right of the
  // strip, it is dropped at its ends.
  arrange(strip) {
    let dragged = null, behind = null, isDropped = false;
    const isBeside = ({ clientY }) => {
      const { top, bottom } = strip.getBoundingClientRect();
      return clientY >= top && clientY <= bottom;
    };
    const place = ({ clientX }) => {
      const next = [...strip.children].find((item) => {
        const box = item.getBoundingClientRect();
        return item !== dragged && clientX < box.left + box.width / 2;
      });
      if ((next ?? null) !== dragged.nextElementSibling) strip.insertBefore(dragged, next ?? null);
    };
    strip.addEventListener("dragstart", (event) => {
      dragged = event.target.closest("li");
      behind = dragged.nextElementSibling;
      isDropped = false;
      dragged.classList.add("dragged");
      event.dataTransfer.effectAllowed = "move";
    });
    this.addEventListener("dragover", (event) => {
      if (!dragged || !isBeside(event)) return;
      event.preventDefault();
      place(event);
    });
    this.addEventListener("drop", (event) => {
      if (!dragged || !isBeside(event)) return;
      event.preventDefault();
      // Browsers report positions at intervals, so the last one before a quick drop may be outdated.
      place(event);
      isDropped = true;
    });
    strip.addEventListener("dragend", () => {
      dragged.classList.remove("dragged");
      const isMoved = dragged.nextElementSibling !== behind;
      if (!isDropped) strip.insertBefore(dragged, behind);
      else if (isMoved) this.move(dragged, [...strip.children].indexOf(dragged));
      dragged = null;
    });
  }

  move(item, place) {
    const form = this.querySelector("form.moved");
    form.action = `${item.querySelector("a").dataset.path}/move`;
    form.querySelector("input").value = place;
    form.requestSubmit();
  }

  // Another gallery has replaced this one.
  disconnectedCallback() {
    this.stay.abort();
    this.events.close();
  }

  follow() {
    const scans = `/scan/${this.dataset.session}/pages`;
    this.events = new EventSource(`/scan/${this.dataset.session}/changes`);
    this.events.addEventListener("change", (event) => {
      if (Number(event.data) > Number(this.dataset.version)) refresh(scans);
    });
    // The station refuses the connection once the session has ended.
    this.events.addEventListener("error", () => {
      if (this.events.readyState === EventSource.CLOSED) refresh(scans);
    });
  }

  turn(way) {
    const link = this.querySelector(`a[rel=${way}][href]`);
    if (link) location.assign(link.href);
  }
}

customElements.define("st-pager", Pager);
