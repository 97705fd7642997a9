// Adjustment: corners follow the pointer and the arrow keys. The station decides where they may go.
import { request } from "/web/network.js";

import { placeText } from "/web/place.js";

const handlePixels = 22;

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
    new ResizeObserver(() => this.draw()).observe(this.svg);
    this.addEventListener("submit", (event) => this.save(event));
    for (const [index, handle] of this.handles.entries()) {
      handle.addEventListener("pointerdown", (event) => this.grab(event, index));
      handle.addEventListener("keydown", (event) => this.nudge(event, index));
    }
  }

  get scale() { return this.svg.getScreenCTM().a; }

  grab(event, index) {
    const handle = this.handles[index];
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const move = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      this.propose(index, point.x, point.y);
      this.magnify(index);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", move);
      this.magnifier.hidden = true;
    }, { once: true });
  }

  nudge(event, index) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const step = Number(event.shiftKey ? this.dataset.largeStep : this.dataset.step);
    const [x, y] = this.wanted?.index === index ? [this.wanted.x, this.wanted.y] : this.corners.slice(2 * index, 2 * index + 2);
    this.propose(index, x + way[0] * step, y + way[1] * step);
  }

  // Only one request is in flight; of later ones the newest is sent next.
  async propose(index, x, y) {
    this.wanted = { index, x, y };
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted) {
      const asked = this.wanted;
      const answer = await request(`${this.dataset.path}/corner`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ corners: this.corners, corner: asked.index, x: asked.x, y: asked.y }),
      }).then((response) => (response.ok ? response.json() : null)).catch(() => null);
      if (answer) this.corners = answer.corners;
      if (this.wanted === asked) this.wanted = null;
      this.draw();
      if (!this.magnifier.hidden) this.magnify(asked.index);
    }
    this.isAsking = false;
    this.unsaved?.requestSubmit();
  }

  // The last move may still be on its way to the station and back.
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
  }

  magnify(index) {
    const [x, y] = this.corners.slice(2 * index, 2 * index + 2);
    const canvas = this.magnifier;
    const context = canvas.getContext("2d");
    const side = canvas.width / (2 * this.scale);
    canvas.classList.toggle("right", x < this.size.width / 2);
    canvas.hidden = false;
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
