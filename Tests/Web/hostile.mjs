// Bytes and arguments that nobody should pass: each is refused in words, and the engine goes on.
//
// usage: node hostile.mjs MODULE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { utf8 } from "../../Web/recto/charsets.js";
import { Engine } from "../../Web/recto/engine.js";
import { RectoError } from "../../Web/recto/error.js";

const module = await WebAssembly.compile(readFileSync(process.argv.at(-1)));
const engine = await Engine.load(module);
const refuses = (body, code = "invalidArgument", words = /./) =>
  assert.throws(body, (error) => error instanceof RectoError && error.code === code && words.test(error.message));

/** A page of light paper on a dark table, with lines of ink. */
function picture(width, height, channels = 4) {
  const data = new Uint8Array(channels * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height];
      const inside = u > 0.2 + 0.03 * v && u < 0.8 - 0.02 * v && v > 0.12 && v < 0.9;
      const ink = inside && u > 0.28 && u < 0.7 && Math.floor(v * 60) % 3 === 0 && Math.floor(x / 3) % 3 > 0;
      data.fill(ink ? 40 : inside ? 225 : 60, channels * (y * width + x), channels * (y * width + x + 1));
    }
  return { width, height, format: { 1: "gray", 3: "rgb", 4: "rgba" }[channels], data };
}

const works = () => assert.ok(engine.detect(picture(640, 480)).confidence > 0.35);

test("a frame's size and bytes are checked", () => {
  const data = new Uint8Array(64);
  for (const width of [0, -1, 1.5, 65536, NaN, Infinity, undefined, "8"])
    refuses(() => engine.detect({ width, height: 2, data }), "invalidArgument", /width/);
  refuses(() => engine.detect({ width: 8, height: 65536, data }), "invalidArgument", /height/);
  refuses(() => engine.detect({ width: 8, height: 8, data }), "invalidArgument", /64 bytes, required: 256/);
  refuses(() => engine.detect({ width: 65535, height: 65535, format: "rgb", data }));
  refuses(() => engine.detect({ width: 8, height: 8, format: "gray", data: new Uint8Array(63) }));
  refuses(() => engine.detect({ width: 8, height: 8, format: "nv12", data: new Uint8Array(95) }));
  refuses(() => engine.detect({ width: 8, height: 8, format: "jpeg", data }));
  refuses(() => engine.detect({ width: 8, height: 8 }));
  refuses(() => engine.detect(null));
  works();
});

test("the smallest frames are looked at", () => {
  for (const [width, height] of [[1, 1], [1, 300], [300, 1], [2, 2], [7, 5]])
    for (const channels of [1, 3, 4]) {
      const frame = picture(width, height, channels);
      engine.detect(frame);
      engine.readCodes(frame);
      const { page } = engine.scan(frame);
      try { engine.render(page, { filter: "automatic" }); } catch (error) { assert.equal(error.code, "notAPage"); }
      engine.freePage(page);
    }
  works();
});

test("noise is looked at as anything else", () => {
  let seed = 1;
  const random = () => (seed = Math.imul(seed, 48271) >>> 0) >>> 8 & 255;
  for (let round = 0; round < 12; round++) {
    const frame = { width: 200 + 37 * round, height: 480 - 31 * round, format: "rgb" };
    frame.data = Uint8Array.from({ length: 3 * frame.width * frame.height }, random);
    engine.detect(frame);
    engine.readCodes(frame, { live: round % 2 === 1 });
  }
  works();
});

test("corners that are none are refused", () => {
  const { page } = engine.scan(picture(640, 480));
  const at = (x, y) => ({ x, y });
  refuses(() => engine.setCorners(page, [at(0, 0), at(1, 0)]));
  refuses(() => engine.setCorners(page, [at(0, 0), at(9, 9), at(9, 0), at(0, 9)]), "invalidArgument", /convex/);
  refuses(() => engine.setCorners(page, [at(0, 0), at(0, 9), at(9, 9), at(9, 0)]), "invalidArgument", /clockwise/);
  refuses(() => engine.setCorners(page, [at(NaN, 0), at(9, 0), at(9, 9), at(0, 9)]));
  refuses(() => engine.setCorners(page, [at(0, 0), at(Infinity, 0), at(9, 9), at(0, 9)]));
  refuses(() => engine.setCorners(page, "corners"));
  engine.setCorners(page, [at(-1e9, -1e9), at(1e9, -1e9), at(1e9, 1e9), at(-1e9, 1e9)]);
  refuses(() => engine.render(page), "notAPage");
  engine.setCorners(page, null);
  assert.equal(engine.render(page).width, 640);
  engine.freePage(page);
});

test("options are checked", () => {
  const { page } = engine.scan(picture(640, 480));
  refuses(() => engine.render(page, { filter: "sepia" }), "invalidArgument", /sepia/);
  refuses(() => engine.render(page, { rotation: 45 }), "invalidArgument", /45/);
  refuses(() => engine.render(page, { dpi: NaN }));
  refuses(() => engine.render(page, { dpi: -1 }));
  for (const dpi of [9, 2401, 1e9]) refuses(() => engine.render(page, { dpi }), "invalidArgument", /10 to 2400/);
  engine.freePage(page);
  refuses(() => engine.newScanner({ dwell: -1 }));
  refuses(() => engine.newScanner({ dwell: 11 }));
  refuses(() => engine.newScanner({ bufferedFrames: 0 }));
  refuses(() => engine.newScanner({ bufferedFrames: 33 }));
  refuses(() => engine.newScanner({ rememberedPages: -1 }));
  refuses(() => engine.readCodes(picture(64, 64), { limit: 0 }));
  works();
});

test("handles that are none are refused", () => {
  refuses(() => engine.render(0), "invalidArgument", /NULL/);
  refuses(() => engine.process(0, picture(64, 64), 0), "invalidArgument", /NULL/);
  refuses(() => engine.observe(0, picture(64, 64), 0), "invalidArgument", /NULL/);
  engine.freePage(0);
  engine.freeScanner(0);
  engine.freeObserver(0);
  works();
});

test("scanners and observers take frames of any size and time", () => {
  const scanner = engine.newScanner();
  for (const [index, [width, height]] of [[640, 480], [1, 1], [480, 640], [33, 900], [640, 480]].entries())
    for (const time of [33 * index, 33 * index, 0, -5])
      engine.process(scanner, picture(width, height, 3), time, index);
  refuses(() => engine.process(scanner, picture(64, 64), NaN));
  const observer = engine.newObserver();
  for (const [index, [width, height]] of [[640, 480], [1, 1], [33, 900], [640, 480]].entries())
    engine.observe(observer, picture(width, height, 3), 33 * index, { signature: index % 2 === 1 });
  assert.equal(engine.observe(observer, picture(640, 480, 3), 0, { signature: true }).signature.length, 51200);
  refuses(() => engine.observe(observer, picture(64, 64), NaN));
  engine.freeObserver(observer);
  engine.finish(scanner);
  engine.freeScanner(scanner);
});

test("a page is captured once, and rendered by each filter", () => {
  const scanner = engine.newScanner();
  const captures = [];
  for (let i = 0; i < 120; i++) {
    const { captured } = engine.process(scanner, picture(1280, 720), 33 * i, i);
    if (captured) captures.push(captured);
  }
  assert.equal(captures.length, 1);
  const [{ page, frameNumber }] = captures;
  assert.ok(frameNumber >= 0 && frameNumber < 120);
  assert.deepEqual(
    ["color", "grayscale", "blackAndWhite", "photo"].map((filter) => engine.render(page, { filter }).format),
    ["rgb", "gray", "bilevel", "rgb"]);
  const { rotation, confidence } = engine.suggestRotation(page);
  assert.ok([null, 0, 90, 180, 270].includes(rotation) && confidence >= 0 && confidence <= 1);
  engine.freePage(page);
  engine.freeScanner(scanner);
});

test("an engine that has stopped says so, and another one can be started", async () => {
  const broken = await Engine.load(module);
  refuses(() => broken.render(0x7ffffff0), "crashed");
  refuses(() => broken.detect(picture(64, 64)), "crashed");
  assert.ok((await Engine.load(module)).detect(picture(640, 480)));
});

test("pictures beyond the memory are refused, and no page before them is lost", async () => {
  const full = await Engine.load(module);
  const still = { width: 3000, height: 4000, format: "gray", data: new Uint8Array(12e6).fill(200) };
  const colored = { width: 3000, height: 4000, format: "rgb", data: new Uint8Array(36e6).fill(200) };
  const pages = [];
  assert.throws(
    () => { for (;;) pages.push(full.scan(pages.length % 2 ? still : colored).page); },
    (error) => error instanceof RectoError && error.code === "outOfMemory");
  assert.ok(pages.length > 20, `${pages.length} pages`);
  // What is asked for later still has room.
  refuses(() => full.detect(picture(640, 480)), "outOfMemory");
  for (const filter of ["color", "grayscale", "blackAndWhite", "photo", "automatic", "original"])
    for (const page of [pages[0], pages[1], pages.at(-1)]) assert.equal(full.render(page, { filter, rotation: 90 }).height, 3000);
  full.suggestRotation(pages[0]);
  for (const page of pages.splice(0, 10)) full.freePage(page);
  full.freePage(full.scan(colored).page);
  const huge = { width: 12000, height: 9000, format: "rgb", data: new Uint8Array(324e6) };
  refuses(() => full.scan(huge), "outOfMemory");
  full.freePage(full.scan(colored).page);
});

test("a module that is none is refused", async () => {
  const unavailable = (error) => error instanceof RectoError && error.code === "unavailable";
  await assert.rejects(Engine.load(new Uint8Array([1, 2, 3])), unavailable);
  await assert.rejects(Engine.load(new Response("", { status: 404 })), unavailable);
});

test("character sets are those of the native engine", () => {
  const text = (set, ...bytes) => {
    const result = utf8(set, Uint8Array.from(bytes));
    return result && new TextDecoder().decode(result);
  };
  assert.equal(text(0, 0x80, 0x9b, 0xff), "Ç¢\u00a0");
  assert.equal(text(1, 0x41, 0x80, 0xff), "A\u0080ÿ");
  assert.equal(text(11, 0xd0, 0x9f), "Ğ\u009f");
  assert.equal(text(20, 0x83, 0x65, 0xb1, 0x5c), "テｱ\\");
  assert.equal(text(20, 0x87, 0x40), "①", "a character that NEC added");
  assert.equal(text(22, 0xcf, 0xf0), "Пр");
  assert.equal(text(25, 0x30, 0x42), "あ");
  assert.equal(text(28, 0xa4, 0x48), "人");
  assert.equal(text(32, 0xc4, 0xe3), "你");
  assert.equal(text(34, 0, 1, 0xf6, 0), "😀");
  assert.equal(text(27, 0x80), null);
  assert.equal(text(20, 0x83), null, "half a character");
  assert.equal(text(26, 0xc3, 0xa4), "ä");
  assert.equal(text(26, 0xc3), null);
});
