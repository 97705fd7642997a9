// Buffers the last full-size frames as JPEG files while a page lies still, and those of a short time after its
// capture, so that the station can merge them into a sharper picture. Nothing is kept without a resting page.

import { sendFrames } from "/web/patterns/live-view/frame-sending.js";

// The interval in milliseconds. More frames of a page that has been resting for long hardly help.
const spacing = 100;
const longSpacing = 1000;
const maximumFrames = 12;
// The time after a capture in milliseconds. The station ignores frames in which the page has moved.
const patience = 1000;
const maximumBytes = 16e6;
const maximumPixels = 4.2e6;
const quality = 0.92;

// Shared by all rings; false if unavailable.
let encoder;

export class FrameRing {
  constructor(video) {
    this.video = video;
    this.frames = [];
    this.round = 0;
    this.last = 0;
  }

  // Not over slow or metered connections.
  static get isWorthwhile() {
    const { saveData, effectiveType } = navigator.connection ?? {};
    return !saveData && !["slow-2g", "2g", "3g"].includes(effectiveType);
  }

  // Adds the current frame, unless the last one was added just before.
  // - corners: the page's corners relative to the picture's size.
  async add(corners) {
    const now = performance.now();
    const { videoWidth, videoHeight } = this.video;
    if (this.isTaking || now - this.last < (this.frames.length < maximumFrames ? spacing : longSpacing) || videoWidth * videoHeight > maximumPixels) return;
    this.last = now;
    this.isTaking = true;
    const { round } = this;
    const file = await this.file().catch(() => null);
    this.isTaking = false;
    if (!file || round !== this.round) return;
    this.frames.push({ file, corners });
    while (this.frames.length > maximumFrames || this.bytes > maximumBytes) this.frames.shift();
  }

  get bytes() { return this.frames.reduce((sum, { file }) => sum + file.size, 0); }

  clear() {
    this.round += 1;
    this.frames = [];
  }

  get isBegun() { return this.frames.length > 0 || this.isTaking; }

  // Adds some following frames to those of a captured page.
  async complete(corners) {
    const end = performance.now() + patience;
    while (this.frames.length < maximumFrames && performance.now() < end) {
      await this.nextPicture();
      await this.add(corners);
    }
  }

  // Resolves to the next frame. The video may have ended.
  nextPicture() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, spacing);
      this.video.requestVideoFrameCallback(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async file() {
    const picture = await createImageBitmap(this.video);
    encoder ??= "OffscreenCanvas" in window ? new Worker("/web/patterns/live-view/frame-encoder.js") : false;
    return encoder ? this.encoded(picture) : this.drawn(picture);
  }

  // Encodes in a worker, because it takes as long as a frame.
  encoded(picture) {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      encoder.onerror = () => {
        encoder = false;
        resolve(null);
      };
      encoder.postMessage({ picture, quality, port: port2 }, [picture, port2]);
    });
  }

  drawn(picture) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
    picture.close();
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  }
}

// The frames of a captured page. They are sent once the station has asked for them, and there are enough or the
// screen is left.
export class Gathering {
  // - key: the key of the still.
  constructor(key, ring, corners) {
    this.key = key;
    this.ring = ring;
    this.completion = ring.complete(corners);
  }

  // A service worker continues to send after the screen is left.
  static get outlastsScreen() { return Boolean(navigator.serviceWorker?.controller); }

  // The station asks repeatedly.
  send(asked) {
    this.asked = asked;
    this.sending ??= this.completion.then(() => this.release());
    return this.sending;
  }

  // Sends the frames collected so far.
  async release() {
    if (!this.asked || this.isReleased) return;
    this.isReleased = true;
    const { address, count } = this.asked;
    const sent = this.ring.frames.slice(-count);
    if (sent.length < 2) return;
    const message = { address, corners: sent.map(({ corners }) => corners), files: sent.map(({ file }) => file) };
    if (Gathering.outlastsScreen) navigator.serviceWorker.controller.postMessage({ kind: "frames", ...message });
    else await sendFrames(message);
  }
}
