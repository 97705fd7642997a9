// The fold between two pages of a book: its ends follow the pointer and slider keys along the book's edges. The
// station stores the fold when Done is tapped.
const handlePixels = 22;

class FoldEditor extends HTMLElement {
  connectedCallback() {
    this.svg = this.querySelector("svg");
    this.line = this.querySelector(".fold-line");
    const [topLeft, topRight, bottomRight, bottomLeft] = this.dataset.outline.split(" ").map((point) => point.split(",").map(Number));
    this.ends = [["top", topLeft, topRight], ["bottom", bottomLeft, bottomRight]].map(([name, start, end]) => ({
      start, end, handle: this.querySelector(`[data-end=${name}]`), field: this.querySelector(`input[name=${name}]`),
    }));
    for (const end of this.ends) {
      end.handle.addEventListener("pointerdown", (event) => this.grab(event, end));
      end.handle.addEventListener("keydown", (event) => this.nudge(event, end));
    }
    new ResizeObserver(() => this.draw()).observe(this.svg);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.querySelector("a[rel=up]").click(); });
  }

  grab(event, end) {
    event.preventDefault();
    end.handle.focus();
    end.handle.setPointerCapture(event.pointerId);
    const move = (event) => {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const [way, from] = [[0, 1].map((axis) => end.end[axis] - end.start[axis]), [x - end.start[0], y - end.start[1]]];
      this.set(end, (from[0] * way[0] + from[1] * way[1]) / (way[0] ** 2 + way[1] ** 2));
    };
    end.handle.addEventListener("pointermove", move);
    end.handle.addEventListener("lostpointercapture", () => end.handle.removeEventListener("pointermove", move), { once: true });
  }

  nudge(event, end) {
    const step = Number(event.shiftKey ? this.dataset.largeStep : this.dataset.step);
    const share = Number(end.field.value);
    const to = {
      ArrowLeft: share - step, ArrowDown: share - step, ArrowRight: share + step, ArrowUp: share + step,
      Home: Number(this.dataset.minimum), End: Number(this.dataset.maximum),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.set(end, to);
  }

  set(end, share) {
    end.field.value = Math.min(Math.max(share, Number(this.dataset.minimum)), Number(this.dataset.maximum));
    this.draw();
  }

  draw() {
    const scale = this.svg.getScreenCTM().a;
    const points = this.ends.map(({ start, end, handle, field }) => {
      const [x, y] = [0, 1].map((axis) => start[axis] + (end[axis] - start[axis]) * Number(field.value));
      for (const [name, value] of [["cx", x], ["cy", y], ["r", handlePixels / scale]]) handle.setAttribute(name, value);
      handle.setAttribute("aria-valuenow", Math.round(100 * Number(field.value)));
      return `${x},${y}`;
    });
    this.line.setAttribute("points", points.join(" "));
  }
}

customElements.define("st-fold", FoldEditor);
