// The anchor's picture with the pins of its annotations. A tap, or Enter on the crosshair, adds one.

import { placeText } from "/web/place.js";

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class Anchor extends HTMLElement {
  connectedCallback() {
    for (const pin of this.querySelectorAll(".pin")) this.put(pin, Number(pin.dataset.x), Number(pin.dataset.y));
    this.crosshair = this.querySelector(".crosshair");
    this.aim(0.5, 0.5);
    this.querySelector("img").addEventListener("click", (event) => {
      const box = event.target.getBoundingClientRect();
      this.aim((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      this.add();
    });
    this.crosshair.addEventListener("click", () => this.add());
    this.crosshair.addEventListener("keydown", (event) => this.nudge(event));
  }

  put(element, x, y) {
    element.style.left = `${100 * x}%`;
    element.style.top = `${100 * y}%`;
  }

  aim(x, y) {
    [this.x, this.y] = [x, y].map((share) => Math.min(Math.max(share, 0), 1));
    this.put(this.crosshair, this.x, this.y);
    this.crosshair.setAttribute("aria-description", placeText(this.crosshair.dataset.place, 100 * this.x, 100 * this.y));
  }

  nudge(event) {
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const step = Number(event.shiftKey ? this.dataset.largeStep : this.dataset.step);
    this.aim(this.x + way[0] * step, this.y + way[1] * step);
  }

  add() { location.assign(`${this.dataset.new}?x=${this.x.toFixed(4)}&y=${this.y.toFixed(4)}`); }
}

customElements.define("st-anchor", Anchor);
