// The engine's worker: processes one call after the other, and answers each.

import { Engine } from "./engine.js";
import { RectoError } from "./error.js";

let engine = null;
let canvas = null;

const calls = {
  async load(url) {
    engine = await Engine.load(fetch(url).catch((error) => {
      throw new RectoError("unavailable", `the module cannot be loaded: ${error.message}`);
    }));
    return engine.version;
  },
  detect: (image) => engine.detect(pixels(image)),
  scan: (image) => engine.scan(pixels(image)),
  readCodes: (image, options) => engine.readCodes(pixels(image), options),
  newScanner: (options) => engine.newScanner(options),
  process: (image, { scanner, milliseconds, frameNumber }) =>
    engine.process(scanner, pixels(image), milliseconds, frameNumber),
  requestShot: (scanner) => engine.requestShot(scanner),
  rearm: (scanner) => engine.rearm(scanner),
  reset: (scanner) => engine.reset(scanner),
  finish: (scanner) => engine.finish(scanner),
  freeScanner: (scanner) => engine.freeScanner(scanner),
  newObserver: () => engine.newObserver(),
  observe: (image, { observer, milliseconds, signature }) =>
    engine.observe(observer, pixels(image), milliseconds, { signature }),
  freeObserver: (observer) => engine.freeObserver(observer),
  pageInfo: (page) => engine.pageInfo(page),
  setCorners: (page, corners) => engine.setCorners(page, corners),
  render: (page, options) => engine.render(page, options),
  suggestRotation: (page) => engine.suggestRotation(page),
  freePage: (page) => engine.freePage(page),
};

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    const result = await calls[call](...args);
    self.postMessage({ id, result }, result?.data?.buffer ? [result.data.buffer] : []);
  } catch (error) {
    const { code, message } =
      error instanceof RectoError ? error : { code: "unavailable", message: String(error?.message ?? error) };
    self.postMessage({ id, error: { code, message } });
  }
};

/** Returns the pixels of a transferred picture, and closes it. */
function pixels(image) {
  if (ArrayBuffer.isView(image?.data)) return image;
  try {
    const [width, height] = [image.displayWidth ?? image.width, image.displayHeight ?? image.height];
    if (canvas?.width !== width || canvas?.height !== height) canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    // Transparent pixels become paper.
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, format: "rgba", data };
  } finally {
    image.close?.();
  }
}
