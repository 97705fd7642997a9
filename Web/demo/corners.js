// The dialog for moving a page's corners, by pointer or arrow keys.

const $ = (id) => document.getElementById(id);
const PICTURE_DPI = 110;
const STEP = 0.005;

/** Lets the user move the corners of a page. @returns whether they were changed */
export async function adjustCorners(page) {
  const { width, height, corners } = await page.info();
  await draw(page, corners);
  const kept = corners ?? whole(width, height);
  return new Adjustment(page, width, height, kept).done;
}

function whole(width, height) {
  return [{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width, y: height }, { x: 0, y: height }];
}

/** Draws the whole picture that contains the page. */
async function draw(page, corners) {
  await page.setCorners(null);
  try {
    const rendered = await page.render({ filter: "original", dpi: PICTURE_DPI });
    const canvas = $("board").querySelector("canvas");
    [canvas.width, canvas.height] = [rendered.width, rendered.height];
    canvas.getContext("2d").putImageData(rendered.toImageData(), 0, 0);
  } finally {
    await page.setCorners(corners);
  }
}

class Adjustment {
  #handles = [...$("board").querySelectorAll("button")];
  #polygon = $("board").querySelector("polygon");
  #listening = new AbortController();
  #page;
  #size;
  #corners;

  constructor(page, width, height, corners) {
    this.#page = page;
    this.#size = { x: width, y: height };
    this.#corners = corners.map((corner) => ({ ...corner }));
    this.#polygon.ownerSVGElement.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#handles.forEach((handle, index) => {
      this.#on(handle, "pointerdown", (event) => handle.setPointerCapture(event.pointerId));
      this.#on(handle, "pointermove", (event) => this.#drag(index, event));
      this.#on(handle, "keydown", (event) => this.#step(index, event));
    });
    this.done = new Promise((resolve) => {
      const end = (changed) => {
        this.#listening.abort();
        $("adjust").close();
        resolve(changed);
      };
      this.#on($("keep"), "click", () => end(false));
      this.#on($("adjust"), "cancel", () => end(false));
      this.#on($("whole"), "click", () => {
        this.#corners = whole(width, height);
        this.#show();
      });
      this.#on($("apply"), "click", () => this.#apply(end));
    });
    this.#show();
    $("adjust").showModal();
  }

  #on(element, name, listener) { element.addEventListener(name, listener, { signal: this.#listening.signal }); }

  #drag(index, event) {
    if (!event.target.hasPointerCapture(event.pointerId)) return;
    const board = $("board").getBoundingClientRect();
    this.#move(index, {
      x: (event.clientX - board.left) / board.width * this.#size.x,
      y: (event.clientY - board.top) / board.height * this.#size.y,
    });
  }

  #step(index, event) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!direction) return;
    event.preventDefault();
    const length = Math.max(this.#size.x, this.#size.y) * STEP * (event.shiftKey ? 10 : 1);
    const { x, y } = this.#corners[index];
    this.#move(index, { x: x + direction[0] * length, y: y + direction[1] * length });
  }

  #move(index, { x, y }) {
    this.#corners[index] = { x: Math.min(Math.max(x, 0), this.#size.x), y: Math.min(Math.max(y, 0), this.#size.y) };
    this.#show();
  }

  #show() {
    $("adjust-message").hidden = true;
    this.#polygon.setAttribute("points", this.#corners.map(({ x, y }) => `${x},${y}`).join(" "));
    this.#handles.forEach((handle, index) => {
      handle.style.left = `${100 * this.#corners[index].x / this.#size.x}%`;
      handle.style.top = `${100 * this.#corners[index].y / this.#size.y}%`;
    });
  }

  async #apply(end) {
    try {
      await this.#page.setCorners(this.#corners);
    } catch {
      $("adjust-message").hidden = false;
      return;
    }
    end(true);
  }
}
