// Chooses where the pictures of the browser's camera are analyzed: in the browser's engine, which sends its
// observations to the station, or at the station, to which the pictures are sent. The engine is used unless the
// screen has none or it does not run.

import { jpeg } from "/web/patterns/live-view/still-camera.js";

export const pictureKinds = { luminance: 1, preview: 2, still: 3, photo: 4, observation: 5 };
const pictureWidth = 640;
const pictureQuality = 0.8;
// The time in milliseconds to wait for the engine.
const patience = 10000;

async function within(time, promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(reject, time); });
  try { return await Promise.race([promise, late]); } finally { clearTimeout(timer); }
}

export class Sight {
  static async open(view) {
    const sight = new Sight(view);
    if (view.dataset.engine) await within(patience, sight.load(view.dataset.engine)).catch(() => sight.giveUp());
    return sight;
  }

  constructor(view) {
    this.view = view;
    this.canvas = document.createElement("canvas");
  }

  get isOwn() { return this.observer !== undefined; }

  async load(address) {
    const { Observer, Recto } = await import(address);
    this.engine = await Recto.load();
    // Not every browser can read pictures in a worker.
    [this.canvas.width, this.canvas.height] = [64, 64];
    this.canvas.getContext("2d", { alpha: false });
    await this.engine.detect(this.canvas);
    this.observer = await Observer.start(this.engine);
  }

  giveUp() {
    this.engine?.close();
    this.engine = this.observer = undefined;
  }

  // Analyzes the camera's current picture.
  async look() {
    if (!this.isOwn) return this.send();
    await within(patience, this.observe()).catch(() => this.giveUp());
  }

  // Draws the outline immediately. The newest observation is sent when the station has answered the last one.
  async observe() {
    const { view } = this;
    const time = performance.now();
    const takesSignature = view.needsSignature;
    this.drawPicture();
    const { signature, ...seen } = await this.observer.observe(this.canvas, time, { signature: takesSignature });
    if (!view.isWanted) return;
    view.outline(seen.page?.corners.flatMap(({ x, y }) => [x / seen.width, y / seen.height]));
    const note = { ...seen, takesSignature };
    if (!view.isWaiting) view.sendPicture(pictureKinds.observation, signature ?? new Uint8Array(), { note, time });
  }

  // Sends the luminance of the camera's picture if the browser gives access to it, otherwise a small JPEG picture.
  async send() {
    const { view } = this;
    if (view.isWaiting) return;
    view.isWaiting = true;
    try {
      this.drawPicture();
      const { width, height } = this.canvas;
      const luminance = await this.luminance();
      if (luminance) view.sendPicture(pictureKinds.luminance, luminance, { width, height });
      else view.sendPicture(pictureKinds.preview, await jpeg(this.canvas, pictureQuality));
    } catch { view.isWaiting = false; }
  }

  drawPicture() {
    const { videoWidth, videoHeight } = this.view.picture;
    const scale = Math.min(1, pictureWidth / videoWidth);
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    [this.canvas.width, this.canvas.height] = [width, height];
    const context = this.canvas.getContext("2d", { alpha: false });
    // Otherwise most pixels of a large frame would be skipped, turning fine print into a pattern that the full-size
    // picture does not have.
    context.imageSmoothingQuality = "medium";
    context.drawImage(this.view.picture, 0, 0, width, height);
  }

  async luminance() {
    if (!("VideoFrame" in window)) return null;
    const { canvas } = this;
    const { width, height } = canvas;
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    try {
      if (!["I420", "NV12"].includes(frame.format)) return await this.luminanceOfColors(frame, width, height);
      const bytes = new Uint8Array(frame.allocationSize());
      const [plane] = await frame.copyTo(bytes);
      const rows = new Uint8Array(width * height);
      for (let y = 0; y < height; y++) rows.set(bytes.subarray(plane.offset + y * plane.stride, plane.offset + y * plane.stride + width), y * width);
      return rows.buffer;
    } finally { frame.close(); }
  }

  // BT.601 in integers, rounded like the engine.
  async luminanceOfColors(frame, width, height) {
    const isBGR = frame.format.startsWith("BGR");
    const bytes = new Uint8Array(frame.allocationSize());
    const [plane] = await frame.copyTo(bytes);
    const rows = new Uint8Array(width * height);
    const [red, blue] = isBGR ? [2, 0] : [0, 2];
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0, from = plane.offset + y * plane.stride; x < width; x++, from += 4, to++) {
        rows[to] = (77 * bytes[from + red] + 150 * bytes[from + 1] + 29 * bytes[from + blue] + 128) >> 8;
      }
    }
    return rows.buffer;
  }
}
