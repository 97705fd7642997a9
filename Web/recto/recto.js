// The engine in the browser: finds pages in pictures and camera frames, tracks and captures them, and crops,
// straightens and cleans them. The work is done in a worker; no picture leaves the machine.

import { RectoError } from "./error.js";

export { RectoError };

/** The engine, in a worker. */
export class Recto {
  #worker;
  #waiting = new Map();
  #number = 0;
  #closed = null;
  #pages = new FinalizationRegistry((handle) => this.#closed || this.#post("freePage", [handle]).catch(() => {}));

  /**
   * Starts the engine.
   * @param {{ module?: string | URL, worker?: string | URL }} [options] the locations of its files; by default next to this one
   */
  static async load(options = {}) {
    const recto = new Recto(options.worker ?? new URL("./worker.js", import.meta.url));
    try {
      const module = new URL(options.module ?? new URL("./recto.wasm", import.meta.url), globalThis.location?.href);
      recto.version = await recto.#post("load", [module.href]);
    } catch (error) {
      recto.close();
      throw error;
    }
    return recto;
  }

  constructor(url) {
    this.#worker = new Worker(url, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#answer(data);
    this.#worker.onerror = (event) => this.#end(new RectoError("unavailable", event.message ?? "the worker cannot be started"));
  }

  /** Returns the page in a picture or frame; null if there is none. */
  async detect(image) { return this.#withImage("detect", image); }

  /** Returns the page of a still picture: the whole picture if none is found with confidence. */
  async scan(image) {
    const { page, detection } = await this.#withImage("scan", image);
    return this.#page(page, detection);
  }

  /** Reads the QR codes in a picture or frame. */
  async readCodes(image, options = {}) { return this.#withImage("readCodes", image, options); }

  /** Frees everything that the engine holds. */
  close() { this.#end(new RectoError("closed", "the engine has been closed")); }

  // ---- For Scanner and Page ----

  /** @internal */
  async scanner(options) { return this.#post("newScanner", [options]); }
  /** @internal */
  async process(scanner, image, milliseconds, frameNumber) {
    const seen = await this.#withImage("process", image, { scanner, milliseconds, frameNumber });
    if (seen.captured) seen.captured = { ...seen.captured, page: this.#page(seen.captured.page) };
    return seen;
  }
  /** @internal */
  async observe(observer, image, milliseconds, options) {
    return this.#withImage("observe", image, { ...options, observer, milliseconds });
  }
  /** @internal */
  async ask(call, ...args) { return this.#post(call, args); }
  /** @internal */
  async finish(scanner) {
    const captured = await this.#post("finish", [scanner]);
    return captured && { ...captured, page: this.#page(captured.page) };
  }
  /** @internal */
  async freePage(page, handle) {
    this.#pages.unregister(page);
    await this.#post("freePage", [handle]);
  }

  #page(handle, detection = null) {
    const page = new Page(this, handle, detection);
    this.#pages.register(page, handle, page);
    return page;
  }

  async #withImage(call, image, options = {}) {
    const [frame, transfer] = await transferable(image);
    return this.#post(call, [frame, options], transfer);
  }

  #post(call, args, transfer = []) {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker.postMessage({ id, call, args }, transfer);
      } catch (error) {
        this.#waiting.delete(id);
        reject(new RectoError("invalidArgument", error.message, { cause: error }));
      }
    });
  }

  #answer({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new RectoError(error.code, error.message));
    else waiting?.resolve(result);
  }

  #end(error) {
    this.#closed ??= error;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }
}

/** Observes the frames of a camera, for callers that decide elsewhere when a page is captured. */
export class Observer {
  #recto;
  #handle;

  /** @internal */
  constructor(recto, handle) {
    this.#recto = recto;
    this.#handle = handle;
  }

  /** @param {Recto} recto */
  static async start(recto) { return new Observer(recto, await recto.ask("newObserver")); }

  /**
   * Returns the page in a frame, and how well the frame shows it.
   * @param milliseconds when the frame was taken
   * @param {{ signature?: boolean }} [options] whether to include the page's signature
   */
  async observe(image, milliseconds, options = {}) {
    if (!this.#handle) throw new RectoError("closed", "the observer has been freed");
    return this.#recto.observe(this.#handle, image, milliseconds, options);
  }

  async free() {
    const handle = this.#handle;
    this.#handle = 0;
    if (handle) await this.#recto.ask("freeObserver", handle);
  }
}

/** A page: the whole picture that contains it, and its corners. Editing is non-destructive. */
export class Page {
  #recto;
  #handle;

  /** @internal */
  constructor(recto, handle, detection) {
    this.#recto = recto;
    this.#handle = handle;
    /** How the page was found; null if the picture is the page, or it was tracked over frames. */
    this.detection = detection;
  }

  /** Returns the size of the picture that contains it, and the page's corners in it. */
  async info() { return this.#ask("pageInfo"); }

  /** Sets the corners in pixels of the picture, clockwise from the page's top left; null if the picture is the page. */
  async setCorners(corners) { return this.#ask("setCorners", corners); }

  /** Renders the page. */
  async render(options = {}) { return new RenderedPage(await this.#ask("render", options)); }

  /** Suggests the rotation that makes the page's text upright. */
  async suggestRotation() { return this.#ask("suggestRotation"); }

  /** Frees its memory; otherwise this happens once the page is unreachable. */
  async free() {
    const handle = this.#handle;
    this.#handle = 0;
    if (handle) await this.#recto.freePage(this, handle);
  }

  async #ask(call, ...args) {
    if (!this.#handle) throw new RectoError("closed", "the page has been freed");
    return this.#recto.ask(call, this.#handle, ...args);
  }
}

/** A rendered page. */
export class RenderedPage {
  /** @internal */
  constructor({ format, width, height, data, dpi }) {
    /** gray, rgb, or bilevel: one bit per pixel, most significant first, 1 is ink. Rows are padded to whole bytes. */
    this.format = format;
    this.width = width;
    this.height = height;
    this.data = data;
    /** Pixels per inch of paper. */
    this.dpi = dpi;
  }

  toImageData() {
    const image = new ImageData(this.width, this.height);
    const pixels = new Uint32Array(image.data.buffer);
    const { data, width } = this;
    const rowBytes = (width + 7) >> 3;
    const value = {
      gray: (i) => data[i] * 0x010101,
      rgb: (i) => data[3 * i] | data[3 * i + 1] << 8 | data[3 * i + 2] << 16,
      bilevel: (i) => {
        const x = i % width;
        return data[(i - x) / width * rowBytes + (x >> 3)] & 0x80 >> (x & 7) ? 0 : 0xffffff;
      },
    }[this.format];
    for (let i = 0; i < pixels.length; i++) pixels[i] = 0xff000000 | value(i);
    return image;
  }
}

/**
 * Scans from a video: tracks the page, guides the user, and captures each page once.
 *
 * Events: `page` for each frame, `guidance` when it changes, `capture` with a captured page, `error`.
 */
export class Scanner extends EventTarget {
  /** The engine. If none was given, it exists after {@link start}. Closing it frees its pages. */
  recto;
  #video;
  #options;
  #scanner = null;
  #running = false;
  #frame = 0;
  #guidance = null;
  #mediaTime = -Infinity;
  #wake = null;

  /**
   * @param {HTMLVideoElement} video
   * @param {{ recto?: Recto, automatic?: boolean, dwell?: number }} [options]
   */
  constructor(video, options = {}) {
    super();
    const { recto = null, ...rest } = options;
    if (recto !== null && !(recto instanceof Recto))
      throw new RectoError("invalidArgument", "recto is not an engine from Recto.load()");
    this.#video = video;
    this.recto = recto;
    this.#options = rest;
  }

  /** Starts processing the video's frames, one at a time. */
  async start() {
    if (this.#running) return;
    this.#running = true;
    try {
      this.recto ??= await Recto.load();
      this.#scanner ??= await this.recto.scanner(this.#options);
    } catch (error) {
      this.#running = false;
      throw error;
    }
    this.#run();
  }

  /** Stops processing frames; {@link start} continues. */
  stop() {
    this.#running = false;
    this.#wake?.();
  }

  /** Captures the best of the next frames, whatever they show. */
  async capture() { await this.#ask("requestShot"); }
  /** Allows the page in view to be captured again. */
  async rearm() { await this.#ask("rearm"); }
  /** Forgets all pages, as for a new document. */
  async reset() { await this.#ask("reset"); }

  /** Ends the scan; a page that was being captured is reported with a last event. */
  async close() {
    this.stop();
    if (this.#scanner === null) return;
    const scanner = this.#scanner;
    this.#scanner = null;
    const captured = await this.recto.finish(scanner);
    if (captured) this.#tell("capture", captured);
    await this.recto.ask("freeScanner", scanner);
  }

  async #ask(call) {
    if (this.#scanner === null) throw new RectoError("closed", "the scanner has not been started");
    await this.recto.ask(call, this.#scanner);
  }

  async #run() {
    while (this.#running) {
      await this.#nextFrame();
      if (!this.#running || this.#scanner === null) return;
      if (this.#video.readyState < 2 || this.#video.currentTime === this.#mediaTime) continue;
      this.#mediaTime = this.#video.currentTime;
      try {
        const seen = await this.recto.process(this.#scanner, this.#video, performance.now(), this.#frame++);
        this.#show(seen);
      } catch (error) {
        this.#running = false;
        this.#tell("error", { error });
      }
    }
  }

  #show({ captured, ...seen }) {
    this.#tell("page", seen);
    if (seen.guidance !== this.#guidance || seen.guidance === "holdSteady")
      this.#tell("guidance", { guidance: seen.guidance, progress: seen.progress });
    this.#guidance = seen.guidance;
    if (captured) this.#tell("capture", captured);
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  #nextFrame() {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#video.requestVideoFrameCallback) this.#video.requestVideoFrameCallback(resolve);
      else requestAnimationFrame(resolve);
    });
  }
}

/** Converts a picture to a form that the worker accepts, and lists what is transferred; the caller's pixels are
 * copied. */
async function transferable(image) {
  if (image instanceof ImageData) {
    const data = image.data.slice();
    return [{ width: image.width, height: image.height, format: "rgba", data }, [data.buffer]];
  }
  if (typeof VideoFrame !== "undefined") {
    if (image instanceof VideoFrame) return move(image.clone());
    if (isVideo(image)) return move(new VideoFrame(image, { timestamp: 0 }));
  }
  if (isVideo(image) || image instanceof ImageBitmap || image instanceof Blob || isElement(image)) {
    try {
      return move(await createImageBitmap(image));
    } catch (error) {
      throw new RectoError("unreadable", `the picture cannot be read: ${error.message}`, { cause: error });
    }
  }
  if (ArrayBuffer.isView(image?.data)) return [{ ...image }, []];
  throw new RectoError("invalidArgument", "required: ImageData, VideoFrame, ImageBitmap, Blob, a video, an image or a canvas");
}

function move(picture) { return [picture, [picture]]; }

function isVideo(image) { return typeof HTMLVideoElement !== "undefined" && image instanceof HTMLVideoElement; }

function isElement(image) {
  return ["HTMLImageElement", "HTMLCanvasElement", "OffscreenCanvas"].some(
    (name) => typeof globalThis[name] !== "undefined" && image instanceof globalThis[name]);
}
