// Wraps the WebAssembly module: structs become objects, and errors are thrown. It runs wherever WebAssembly does, on
// the calling thread; recto.js runs it in a worker.

import { utf8 } from "./charsets.js";
import { RectoError } from "./error.js";

const STATUS = ["ok", "invalidArgument", "unreadable", "unwritable", "notAPage", "inUse"];
export const FILTERS = ["color", "grayscale", "blackAndWhite", "photo", "automatic", "original"];
const FORMATS = { gray: 0, rgb: 1, yuyv: 2, uyvy: 3, nv12: 4 };
// The size in bytes of frames without padding between rows.
const BYTES = {
  gray: (width, height) => width * height,
  rgb: (width, height) => 3 * width * height,
  rgba: (width, height) => 4 * width * height,
  yuyv: (width, height) => 4 * Math.ceil(width / 2) * height,
  uyvy: (width, height) => 4 * Math.ceil(width / 2) * height,
  nv12: (width, height) => 2 * Math.ceil(width / 2) * (height + Math.ceil(height / 2)),
};
const GUIDANCE = [
  "noDocument", "partlyOutside", "tooFar", "tooClose", "tilted", "tooDark", "glare", "moving", "holdSteady", "capturing",
  "captured", "samePage",
];
// The sizes of recto.h's structs in bytes, with four-byte pointers.
const SIZE = {
  frame: 56, renderOptions: 40, pageInfo: 112, pixels: 40, detection: 88, scannerOptions: 48, observation: 160, capture: 32,
  readerOptions: 20, code: 96, webObservation: 280,
};
const SIGNATURE_BYTES = 2 * 160 * 160;
const LARGEST_SIDE = 65535;
// Frames up to this size are copied to memory that is reused for the next one.
const KEPT_BYTES = 16 << 20;

export class Engine {
  #exports;
  #memory;
  #scratch;
  #frames = { address: 0, bytes: 0 };
  #failure = null;
  #detector = 0;
  #readers = new Map();

  /** @param {WebAssembly.Module | BufferSource | Response | PromiseLike<Response>} source */
  static async load(source) {
    let engine;
    const imports = {
      recto: {
        utf8: (set, bytes, count, target, room) => engine.#utf8(set, bytes, count, target, room),
      },
    };
    let instance;
    try {
      if (source instanceof WebAssembly.Module) instance = await WebAssembly.instantiate(source, imports);
      else if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer)
        ({ instance } = await WebAssembly.instantiate(source, imports));
      else ({ instance } = await WebAssembly.instantiate(await bytesOf(await source), imports));
    } catch (error) {
      if (error instanceof RectoError) throw error;
      throw new RectoError("unavailable", `the module cannot be started: ${error.message}`, { cause: error });
    }
    engine = new Engine(instance);
    return engine;
  }

  constructor(instance) {
    this.#exports = instance.exports;
    this.#memory = instance.exports.memory;
    this.#scratch = this.#allocate(1024);
  }

  get version() { return this.#text(this.#exports.recto_version()); }
  /** The memory used by the module, in bytes. */
  get memoryBytes() { return this.#memory.buffer.byteLength; }

  // ---- Frames ----

  /** Returns the page in a frame; null if there is none. */
  detect(frame) {
    const result = this.#struct(0, SIZE.detection);
    this.#withFrame(frame, (lent) => this.#call("recto_detector_detect", this.#detectorHandle(), lent, result));
    return this.#detection(result);
  }

  /** Returns the page of a still picture: the whole picture if none is found with confidence. */
  scan(frame) {
    const result = this.#struct(0, SIZE.detection);
    this.#withFrame(frame, (lent) =>
      this.#call("recto_detector_scan", this.#detectorHandle(), lent, this.#out, result));
    const [page, detection] = [this.#view.getUint32(this.#out, true), this.#detection(result)];
    return { page, detection };
  }

  /** Reads the QR codes of a frame. With `live`, less work is spent on each frame. */
  readCodes(frame, { live = false, limit = 32 } = {}) {
    const reader = this.#reader(live, limit);
    this.#withFrame(frame, (lent) => this.#call("recto_code_reader_read", reader, lent, this.#out));
    const count = this.#view.getUint32(this.#out, true);
    return Array.from({ length: count }, (_, index) => {
      const code = this.#struct(0, SIZE.code);
      this.#call("recto_code_reader_get_code", reader, index, code);
      const view = this.#view;
      return {
        corners: this.#corners(code + 8),
        bytes: this.#bytes(view.getUint32(code + 72, true), view.getUint32(code + 76, true)).slice(),
        text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          this.#bytes(view.getUint32(code + 80, true), view.getUint32(code + 84, true))),
      };
    });
  }

  // ---- Scanners ----

  newScanner({ automatic = true, dwell, rememberedPages, bufferedFrames, filter = "color" } = {}) {
    const options = this.#struct(0, SIZE.scannerOptions);
    this.#exports.recto_scanner_options_init(options);
    const view = this.#view;
    view.setInt32(options + 4, automatic ? 0 : 1, true);
    if (dwell !== undefined) view.setFloat64(options + 8, number(dwell, "dwell"), true);
    if (rememberedPages !== undefined) view.setUint32(options + 16, count(rememberedPages, "rememberedPages"), true);
    if (bufferedFrames !== undefined) view.setUint32(options + 20, count(bufferedFrames, "bufferedFrames"), true);
    view.setUint32(options + 24, this.#renderOptions({ filter }), true);
    this.#call("recto_scanner_new", options, this.#out);
    return this.#view.getUint32(this.#out, true);
  }

  /** @returns what the frame shows, and the page that was captured with it, or null. */
  process(scanner, frame, milliseconds, frameNumber = 0) {
    const result = this.#struct(0, SIZE.observation);
    this.#withFrame(frame, (lent) =>
      this.#call("recto_scanner_process", scanner, lent, nanoseconds(milliseconds), BigInt(frameNumber), result));
    const view = this.#view;
    const guidance = GUIDANCE[view.getInt32(result + 128, true)];
    const seen = view.getInt32(result + 12, true) !== 0;
    return {
      width: view.getUint32(result + 4, true),
      height: view.getUint32(result + 8, true),
      page: seen
        ? {
            corners: this.#corners(result + 16),
            confidence: view.getFloat64(result + 80, true),
            identity: Number(view.getBigUint64(result + 96, true)),
            sharpness: view.getFloat64(result + 104, true),
            brightness: view.getFloat64(result + 112, true),
            glare: view.getFloat64(result + 120, true),
          }
        : null,
      guidance,
      progress: view.getFloat64(result + 136, true),
      captured: view.getInt32(result + 144, true) !== 0 ? this.#captured(scanner) : null,
    };
  }

  requestShot(scanner) { this.#call("recto_scanner_request_shot", scanner); }
  rearm(scanner) { this.#call("recto_scanner_rearm", scanner); }
  reset(scanner) { this.#call("recto_scanner_reset", scanner); }

  /** Ends the stream. @returns the page that was being captured, or null. */
  finish(scanner) {
    this.#call("recto_scanner_finish", scanner);
    return this.#captured(scanner);
  }

  freeScanner(scanner) { this.#free("recto_scanner_free", scanner); }

  #captured(scanner) {
    const capture = this.#struct(256, SIZE.capture);
    this.#call("recto_web_scanner_take", scanner, this.#out, capture);
    const view = this.#view;
    const page = view.getUint32(this.#out, true);
    if (page === 0) return null;
    return {
      page,
      milliseconds: Number(view.getBigInt64(capture + 8, true)) / 1e6,
      frameNumber: Number(view.getBigInt64(capture + 16, true)),
      isLowQuality: view.getInt32(capture + 24, true) !== 0,
    };
  }

  // ---- Observers ----

  newObserver() {
    this.#call("recto_web_observer_new", this.#out);
    return this.#view.getUint32(this.#out, true);
  }

  /** Returns what a frame shows, for callers that decide elsewhere. */
  observe(observer, frame, milliseconds, { signature = false } = {}) {
    const result = this.#struct(0, SIZE.webObservation);
    this.#withFrame(frame, (lent) =>
      this.#call("recto_web_observer_observe", observer, lent, nanoseconds(milliseconds), signature ? 1 : 0, result));
    const view = this.#view;
    const [width, height] = [view.getUint32(result + 4, true), view.getUint32(result + 8, true)];
    const glimpse = {
      cutSides: view.getUint32(result + 272, true), fillsFrame: view.getInt32(result + 276, true) !== 0,
    };
    if (view.getInt32(result + 12, true) === 0) return { width, height, page: null, signature: null, ...glimpse };
    const former = Number(view.getBigInt64(result + 168, true));
    const cells = view.getUint32(result + 268, true);
    return {
      width,
      height,
      page: {
        corners: this.#corners(result + 16),
        velocity: this.#corners(result + 80),
        confidence: view.getFloat64(result + 144, true),
        occludedSides: view.getUint32(result + 152, true),
        identity: Number(view.getBigInt64(result + 160, true)),
        formerIdentity: former < 0 ? null : former,
        quality: view.getInt32(result + 176, true) !== 0 ? this.#quality(result + 180) : null,
      },
      signature: cells ? this.#bytes(cells, SIGNATURE_BYTES).slice() : null,
      ...glimpse,
    };
  }

  #quality(address) {
    const [sharpness, highFrequencyRatio, brightness, surroundBrightness, contrast, glareShare] = [0, 4, 8, 12, 16, 20].map(
      (offset) => this.#view.getFloat32(address + offset, true));
    return {
      sharpness,
      highFrequencyRatio: highFrequencyRatio < 0 ? null : highFrequencyRatio,
      brightness,
      surroundBrightness,
      contrast,
      glareShare,
      parts: [...this.#bytes(address + 24, 64)],
    };
  }

  freeObserver(observer) { this.#free("recto_web_observer_free", observer); }

  // ---- Pages ----

  pageInfo(page) {
    const info = this.#struct(0, SIZE.pageInfo);
    this.#call("recto_page_get_info", page, info);
    const view = this.#view;
    return {
      width: view.getUint32(info + 4, true),
      height: view.getUint32(info + 8, true),
      corners: view.getInt32(info + 12, true) ? this.#corners(info + 16) : null,
    };
  }

  /** Sets the corners in pixels of the picture, clockwise from the page's top left; null if the picture is the
   * page. */
  setCorners(page, corners) {
    if (corners === null) return this.#call("recto_page_set_corners", page, 0);
    if (!Array.isArray(corners) || corners.length !== 4)
      throw new RectoError("invalidArgument", "corners are four points, or null");
    const quad = this.#struct(0, 64);
    corners.forEach((corner, index) => {
      this.#view.setFloat64(quad + 16 * index, number(corner?.x, "a corner's x"), true);
      this.#view.setFloat64(quad + 16 * index + 8, number(corner?.y, "a corner's y"), true);
    });
    this.#call("recto_page_set_corners", page, quad);
  }

  /** Renders the page; its pixels are a copy. */
  render(page, options = {}) {
    this.#call("recto_page_set_render_options", page, this.#renderOptions(options));
    this.#call("recto_page_render", page, this.#out);
    const image = this.#view.getUint32(this.#out, true);
    try {
      const pixels = this.#struct(0, SIZE.pixels);
      this.#call("recto_image_get_pixels", image, pixels);
      const view = this.#view;
      const [width, height] = [view.getUint32(pixels + 8, true), view.getUint32(pixels + 12, true)];
      const [start, rowBytes, stride] = [16, 20, 24].map((offset) => view.getUint32(pixels + offset, true));
      const data = new Uint8ClampedArray(rowBytes * height);
      for (let y = 0; y < height; y++) data.set(this.#bytes(start + y * stride, rowBytes), y * rowBytes);
      const format = { 0: "gray", 1: "rgb", 6: "bilevel" }[view.getInt32(pixels + 4, true)];
      return { format, width, height, data, dpi: view.getFloat64(pixels + 32, true) };
    } finally {
      this.#free("recto_image_free", image);
    }
  }

  /** Suggests the rotation that makes the page's text upright, null without visible text, and its confidence. */
  suggestRotation(page) {
    const [degrees, confidence] = [this.#out, this.#out + 8];
    this.#call("recto_web_page_suggest_rotation", page, degrees, confidence);
    const turn = this.#view.getInt32(degrees, true);
    return { rotation: turn < 0 ? null : turn, confidence: this.#view.getFloat64(confidence, true) };
  }

  freePage(page) { this.#free("recto_page_free", page); }

  // ---- Calls ----

  // The first kilobyte: structs from 0, further ones from 256 and 320, returned handles at 512, a frame at 640.
  get #out() { return this.#scratch + 512; }
  get #view() { return new DataView(this.#memory.buffer); }

  #bytes(address, count) { return new Uint8Array(this.#memory.buffer, address, count); }

  #text(address) {
    const bytes = new Uint8Array(this.#memory.buffer);
    return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
  }

  /** Allocates a zeroed struct and sets its size. */
  #struct(offset, size) {
    const address = this.#scratch + offset;
    this.#bytes(address, size).fill(0);
    this.#view.setUint32(address, size, true);
    return address;
  }

  #run(name, ...args) {
    if (this.#failure) throw this.#failure;
    try {
      return this.#exports[name](...args);
    } catch (error) {
      // The memory may be half-written, so the engine cannot be used any more.
      this.#failure = new RectoError("crashed", `the engine has stopped in ${name}: ${error.message}`, { cause: error });
      throw this.#failure;
    }
  }

  #call(name, ...args) {
    const status = this.#run(name, ...args);
    if (status !== 0) throw new RectoError(STATUS[status] ?? "unavailable", this.#text(this.#exports.recto_last_error()));
  }

  #free(name, handle) { if (handle && !this.#failure) this.#run(name, handle); }

  #allocate(bytes) {
    const address = this.#run("recto_web_allocate", bytes);
    if (address === 0) throw new RectoError("outOfMemory", `there is no memory for ${bytes} bytes`);
    return address;
  }

  #detectorHandle() {
    if (this.#detector === 0) {
      this.#call("recto_detector_new", this.#out);
      this.#detector = this.#view.getUint32(this.#out, true);
    }
    return this.#detector;
  }

  #reader(live, limit) {
    const key = `${Boolean(live)} ${limit}`;
    if (!this.#readers.has(key)) {
      const options = this.#struct(0, SIZE.readerOptions);
      this.#view.setInt32(options + 4, live ? 1 : 0, true);
      this.#view.setUint32(options + 12, count(limit, "limit"), true);
      this.#call("recto_code_reader_new", options, this.#out);
      this.#readers.set(key, this.#view.getUint32(this.#out, true));
    }
    return this.#readers.get(key);
  }

  #renderOptions({ filter = "color", rotation = 0, dpi = 0 }) {
    const index = FILTERS.indexOf(filter);
    if (index < 0) throw new RectoError("invalidArgument", `filter is ${filter}, required: ${FILTERS.join(", ")}`);
    const options = this.#struct(320, SIZE.renderOptions);
    const view = this.#view;
    view.setInt32(options + 4, index, true);
    view.setInt32(options + 8, number(rotation, "rotation"), true);
    view.setFloat64(options + 16, number(dpi, "dpi"), true);
    return options;
  }

  #corners(address) {
    const view = this.#view;
    return [0, 16, 32, 48].map((offset) => ({
      x: view.getFloat64(address + offset, true), y: view.getFloat64(address + offset + 8, true),
    }));
  }

  #detection(address) {
    const view = this.#view;
    if (view.getInt32(address + 4, true) === 0) return null;
    return { corners: this.#corners(address + 8), confidence: view.getFloat64(address + 72, true) };
  }

  // ---- Pixels ----

  /** Copies a frame to memory that the module can read. */
  #withFrame(frame, body) {
    const { width, height, format = "rgba", data } = frame ?? {};
    if (!Object.hasOwn(BYTES, format)) throw new RectoError("invalidArgument", `format is ${format}`);
    for (const [name, side] of [["width", width], ["height", height]])
      if (!Number.isInteger(side) || side < 1 || side > LARGEST_SIDE)
        throw new RectoError("invalidArgument", `${name} is ${side}, required: 1 to ${LARGEST_SIDE}`);
    if (!ArrayBuffer.isView(data)) throw new RectoError("invalidArgument", "the frame has no bytes");
    const source = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const isRGBA = format === "rgba";
    const required = BYTES[format](width, height);
    if (source.length < required)
      throw new RectoError("invalidArgument", `the frame has ${source.length} bytes, required: ${required}`);
    if (!this.#run("recto_web_has_room", isRGBA ? 3 * width * height : required))
      throw new RectoError("outOfMemory", "there is no memory for another picture: free pages that are no longer needed");
    // Pictures with alpha are copied in strips, so that they need little more memory than others.
    const strip = isRGBA ? Math.max(1, Math.floor((256 << 10) / width)) : 0;
    const bytes = isRGBA ? 3 * width * height + strip * width : source.length;
    const address = this.#frameMemory(bytes);
    try {
      if (isRGBA) {
        for (let y = 0; y < height; y += strip) {
          const rows = Math.min(strip, height - y);
          this.#bytes(address + 3 * width * y, 4 * width * rows).set(
            source.subarray(4 * width * y, 4 * width * (y + rows)));
          this.#run("recto_web_drop_alpha", address + 3 * width * y, width * rows);
        }
      } else {
        this.#bytes(address, source.length).set(source);
      }
      const lent = this.#struct(640, SIZE.frame);
      const view = this.#view;
      view.setInt32(lent + 4, FORMATS[isRGBA ? "rgb" : format], true);
      view.setUint32(lent + 8, width, true);
      view.setUint32(lent + 12, height, true);
      view.setUint32(lent + 16, address, true);
      view.setUint32(lent + 24, isRGBA ? 3 * width * height : source.length, true);
      return body(lent);
    } finally {
      if (bytes > KEPT_BYTES) this.#free("recto_web_free", address);
    }
  }

  #frameMemory(bytes) {
    if (bytes > KEPT_BYTES) return this.#allocate(bytes);
    if (bytes > this.#frames.bytes) {
      this.#free("recto_web_free", this.#frames.address);
      this.#frames = { address: 0, bytes: 0 };
      this.#frames = { address: this.#allocate(Math.max(bytes, 16)), bytes };
    }
    return this.#frames.address;
  }

  #utf8(set, bytes, count, target, room) {
    const text = utf8(set, this.#bytes(bytes, count).slice());
    if (text === null || text.length > room) return -1;
    this.#bytes(target, text.length).set(text);
    return text.length;
  }
}

async function bytesOf(response) {
  if (!response?.ok) throw new RectoError("unavailable", `the module cannot be loaded: ${response?.status ?? "no answer"}`);
  return response.arrayBuffer();
}

function nanoseconds(milliseconds) {
  if (!Number.isFinite(milliseconds)) throw new RectoError("invalidArgument", "the time is not a number");
  return BigInt(Math.round(milliseconds * 1e6));
}

function number(value, name) {
  if (typeof value !== "number" || Number.isNaN(value))
    throw new RectoError("invalidArgument", `${name} is ${value}, required: a number`);
  return value;
}

function count(value, name) {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
    throw new RectoError("invalidArgument", `${name} is ${value}, required: a whole number from 0 on`);
  return value;
}
