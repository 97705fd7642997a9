// Additional functions of the browser's camera: other lenses, zoom, focus. Buttons for unavailable ones stay hidden.

const steps = [1, 2, 4];

export class Lens {
  constructor(view) {
    this.view = view;
    this.facing = "environment";
    view.on("[data-turn]", () => this.turn());
    view.on("[data-zoom]", () => this.zoom());
    view.picture.addEventListener("click", (event) => this.focus(event));
  }

  // Called when a camera has started.
  async offer(track) {
    this.track = track;
    this.can = track.getCapabilities?.() ?? {};
    const { zoom } = this.can;
    this.steps = zoom ? steps.map((step) => step * zoom.min).filter((value) => value <= zoom.max) : [];
    this.tellZoom(track.getSettings().zoom ?? zoom?.min);
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
    this.view.querySelector("[data-turn]").hidden = cameras.length < 2;
  }

  // Switches between front and rear cameras.
  turn() {
    this.facing = this.facing === "environment" ? "user" : "environment";
    this.view.start();
  }

  async zoom() {
    const next = this.steps[(this.steps.findIndex((step) => step >= this.value) + 1) % this.steps.length];
    await this.track.applyConstraints({ advanced: [{ zoom: next }] });
    this.tellZoom(next);
  }

  tellZoom(value) {
    this.value = value;
    const button = this.view.querySelector("[data-zoom]");
    button.hidden = this.steps.length < 2;
    button.firstElementChild.textContent = `${Math.round(10 * value / (this.can.zoom?.min ?? 1)) / 10}×`;
  }

  // Focuses on the touched point, if the camera supports it.
  async focus(event) {
    if (!this.can?.focusMode?.includes("single-shot") || !this.can.pointsOfInterest) return;
    const { x, y, width, height } = contentBox(this.view.picture);
    const point = { x: (event.offsetX - x) / width, y: (event.offsetY - y) / height };
    if (Math.min(point.x, point.y) < 0 || Math.max(point.x, point.y) > 1) return;
    const set = (values) => this.track.applyConstraints({ advanced: [values] }).catch(() => {});
    await set({ focusMode: "single-shot", pointsOfInterest: [point] });
  }
}

// Returns the box of the picture inside its element.
function contentBox({ videoWidth, videoHeight, clientWidth, clientHeight }) {
  const scale = Math.min(clientWidth / videoWidth, clientHeight / videoHeight);
  const [width, height] = [videoWidth * scale, videoHeight * scale];
  return { x: (clientWidth - width) / 2, y: (clientHeight - height) / 2, width, height };
}
