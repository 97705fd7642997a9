// The gallery: arrow keys and swipes follow the links to the previous and next scan. It follows changes in other windows.

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
    // What the person does leads elsewhere. The news of it must not lead to another place.
    this.addEventListener("leaves", () => this.events.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.follow(); }, { signal: this.stay.signal });
    this.follow();
    this.querySelector(".strip [aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
  }

  // Another gallery has replaced it.
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
    // The station refuses it once the session has ended.
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
