// Adjustment: corners follow the pointer and the arrow keys. The station decides where they may go.
import { request } from "/web/network.js";

import { placeText } from "/web/place.js";

const handlePixels = 22;
const sidePixels = 14;
// The distance between the magnifier and the magnified point, so that the finger does not cover it.
const magnifierDistance = 40;

class QuadEditor extends HTMLElement {
  connectedCallback() {
    this.svg = this.querySelector("svg");
    this.handles = [...this.querySelectorAll(".handle")];
    this.polygon = this.querySelector("polygon");
    this.field = this.querySelector("input[name=corners]");
    this.magnifier = this.querySelector(".magnifier");
    this.picture = new Image();
    this.picture.src = this.querySelector("image").getAttribute("href");
    this.size = { width: Number(this.dataset.width), height: Number(this.dataset.height) };
    this.corners = this.field.value.split(",").map(Number);
    this.found = [...this.corners];
    this.sides = [...this.querySelectorAll(".side-handle")];
    new ResizeObserver(() => this.draw()).observe(this.svg);
    this.addEventListener("submit", (event) => this.save(event));
    for (const [kind, handles] of [["corner", this.handles], ["side", this.sides]]) {
      for (const [index, handle] of handles.entries()) {
        handle.addEventListener("pointerdown", (event) => this.grab(event, handle, { [kind]: index }));
        handle.addEventListener("keydown", (event) => this.nudge(event, { [kind]: index }));
      }
    }
    this.querySelector("[data-reset]").addEventListener("click", () => this.take(this.found));
    const { width, height } = this.size;
    this.querySelector("[data-whole]").addEventListener("click", () => this.take([0, 0, width, 0, width, height, 0, height]));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.querySelector("a[rel=up]").click(); });
  }

  // Sets all corners at once.
  take(corners) {
    this.wanted = null;
    this.corners = [...corners];
    this.draw();
  }

  get scale() { return this.svg.getScreenCTM().a; }

  // Returns the position of a corner or of the middle of a side.
  place({ corner, side }) {
    const point = (index) => this.corners.slice(2 * (index % 4), 2 * (index % 4) + 2);
    if (side === undefined) return point(corner);
    const [start, end] = [point(side), point(side + 1)];
    return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  }

  grab(event, handle, what) {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const move = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      this.propose(what, point.x, point.y);
      this.magnify(what);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", move);
      this.magnifier.hidden = true;
    }, { once: true });
  }

  nudge(event, what) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const step = Number(event.shiftKey ? this.dataset.largeStep : this.dataset.step);
    const isSame = this.wanted?.corner === what.corner && this.wanted?.side === what.side;
    const [x, y] = isSame ? [this.wanted.x, this.wanted.y] : this.place(what);
    this.propose(what, x + way[0] * step, y + way[1] * step);
  }

  // Sends one request at a time; the newest of later ones is sent next.
  async propose(what, x, y) {
    this.wanted = { ...what, x, y };
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted) {
      const asked = this.wanted;
      const answer = await request(`${this.dataset.path}/corner`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ corners: this.corners, ...asked }),
      }).then((response) => (response.ok ? response.json() : null)).catch(() => null);
      // All corners may have been set in the meantime.
      if (answer && this.wanted) this.corners = answer.corners;
      if (this.wanted === asked) this.wanted = null;
      this.draw();
      if (!this.magnifier.hidden) this.magnify(asked);
    }
    this.isAsking = false;
    this.unsaved?.requestSubmit();
  }

  // The last move may still be in flight.
  save(event) {
    if (!this.isAsking) return;
    event.preventDefault();
    this.unsaved = event.target;
  }

  draw() {
    const points = this.handles.map((_, index) => this.corners.slice(2 * index, 2 * index + 2));
    this.polygon.setAttribute("points", points.map((point) => point.join(",")).join(" "));
    this.field.value = this.corners.join(",");
    for (const [index, handle] of this.handles.entries()) {
      handle.setAttribute("cx", points[index][0]);
      handle.setAttribute("cy", points[index][1]);
      handle.setAttribute("r", handlePixels / this.scale);
      handle.setAttribute("aria-description", placeText(this.dataset.place, ...points[index]));
    }
    for (const [side, handle] of this.sides.entries()) {
      const [x, y] = this.place({ side });
      handle.setAttribute("cx", x);
      handle.setAttribute("cy", y);
      handle.setAttribute("r", sidePixels / this.scale);
      handle.setAttribute("aria-description", placeText(this.dataset.place, x, y));
    }
  }

  // Shows the magnifier above the point, or below it without space above.
  magnify(what) {
    const [x, y] = this.place(what);
    const canvas = this.magnifier;
    const context = canvas.getContext("2d");
    const side = canvas.width / (2 * this.scale);
    canvas.hidden = false;
    const stage = canvas.parentElement.getBoundingClientRect();
    const on = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    const above = on.y - stage.top - magnifierDistance - canvas.offsetHeight;
    const left = Math.min(Math.max(on.x - stage.left - canvas.offsetWidth / 2, 0), stage.width - canvas.offsetWidth);
    Object.assign(canvas.style, { left: `${left}px`, top: `${above >= 0 ? above : on.y - stage.top + magnifierDistance}px` });
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.picture, x - side / 2, y - side / 2, side, side, 0, 0, canvas.width, canvas.height);
    context.strokeStyle = getComputedStyle(canvas).color;
    context.beginPath();
    context.moveTo(canvas.width / 2, 0);
    context.lineTo(canvas.width / 2, canvas.height);
    context.moveTo(0, canvas.height / 2);
    context.lineTo(canvas.width, canvas.height / 2);
    context.stroke();
  }
}

customElements.define("st-quad", QuadEditor);
