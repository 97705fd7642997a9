// Many frames through one scanner: the memory of the module does not grow once it has settled.
//
// usage: node stress.mjs MODULE FRAMES
import { readFileSync } from "node:fs";

import { Engine } from "../../Web/recto/engine.js";

const [module, count] = [process.argv[2], Number(process.argv[3])];
const engine = await Engine.load(readFileSync(module));
const [width, height] = [640, 360];

/** A page that drifts, goes away and comes again with other lines on it, so that everything happens that can. */
function frame(number) {
  const data = new Uint8Array(3 * width * height).fill(60);
  const page = Math.floor(number / 150);
  const step = number % 150;
  if (step > 130) return { width, height, format: "rgb", data };
  const left = 160 + (step < 20 ? 6 * step : 120) - 60;
  for (let y = 30; y < 330; y++)
    for (let x = left; x < left + 230; x++) {
      const ink = x > left + 25 && x < left + 205 && (y >> 2) % 3 === 0 && Math.imul(x >> 3, 97 + page) % 5 > 1;
      data.fill(ink ? 50 : 225, 3 * (y * width + x), 3 * (y * width + x) + 3);
    }
  return { width, height, format: "rgb", data };
}

const frames = Array.from({ length: 600 }, (_, number) => frame(number));
const scanner = engine.newScanner();
const settled = Math.min(2000, count >> 1);
let [pages, before] = [0, 0];
for (let number = 0; number < count; number++) {
  const seen = frames[number % frames.length];
  const { captured } = engine.process(scanner, seen, 33 * number, number);
  if (captured) {
    pages++;
    engine.render(captured.page, { filter: pages % 2 ? "blackAndWhite" : "color" });
    engine.freePage(captured.page);
  }
  if (number % 10 === 0) engine.readCodes(seen, { live: true });
  // Pages are remembered for a while: without it they would be captured no more after the first round.
  if (number % frames.length === frames.length - 1) engine.reset(scanner);
  if (number === settled) before = engine.memoryBytes;
}
const after = engine.memoryBytes;
console.log(`${count} frames, ${pages} pages, memory ${before / 1e6} MB after ${settled} frames, ${after / 1e6} MB at the end`);
process.exitCode = after === before && pages > 0 ? 0 : 1;
