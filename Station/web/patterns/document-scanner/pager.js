// The gallery: arrow keys and swipes follow the links to the previous and next scan.

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
  }

  // Another gallery has replaced it.
  disconnectedCallback() { this.stay.abort(); }

  turn(way) {
    const link = this.querySelector(`a[rel=${way}][href]`);
    if (link) location.assign(link.href);
  }
}

customElements.define("st-pager", Pager);
