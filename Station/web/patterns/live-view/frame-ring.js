// The last full pictures of the film while a page lies still, and after its capture those that follow for a moment, as JPEG files, so that
// the station can make one sharper picture of them. Nothing is kept of a page that is not there or moves.

import { sendFrames } from "/web/patterns/live-view/frame-sending.js";

// In milliseconds; of a page that has lain there for long enough new ones are hardly better.
const spacing = 100;
const longSpacing = 1000;
const maximumFrames = 12;
// After a capture, in milliseconds. The station leaves out what has moved by then.
const patience = 1000;
const maximumBytes = 16e6;
const maximumPixels = 4.2e6;
const quality = 0.92;

// Of all rings; false where there is none.
let encoder;

export class FrameRing {
  constructor(video) {
    this.video = video;
    this.frames = [];
    this.round = 0;
    this.last = 0;
  }

  // Not over a connection that is slow, or that is paid by what is sent.
  static get isWorthwhile() {
    const { saveData, effectiveType } = navigator.connection ?? {};
    return !saveData && !["slow-2g", "2g", "3g"].includes(effectiveType);
  }

  // Takes the film's picture, unless the last one was taken just now.
  // - corners: where the page is, in shares of the picture.
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

  // Adds some that follow to those that there are of a page that was captured.
  async complete(corners) {
    const end = performance.now() + patience;
    while (this.frames.length < maximumFrames && performance.now() < end) {
      await this.nextPicture();
      await this.add(corners);
    }
  }

  // Of the film. It may have ended.
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

  // In a worker, as making a file takes as long as a picture of the film.
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

// What is gathered of a page that was captured. It is sent once the station has asked for it, and there is enough of it or the screen is left.
export class Gathering {
  // - key: of the still.
  constructor(key, ring, corners) {
    this.key = key;
    this.ring = ring;
    this.completion = ring.complete(corners);
  }

  // A service worker sends what it is given even when the screen is left.
  static get outlastsScreen() { return Boolean(navigator.serviceWorker?.controller); }

  // The station asks again and again.
  send(asked) {
    this.asked = asked;
    this.sending ??= this.completion.then(() => this.release());
    return this.sending;
  }

  // Sends what there is by now.
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
