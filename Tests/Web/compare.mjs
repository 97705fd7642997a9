// Holds the WebAssembly module against the native library, bit for bit, and times both in turn.
//
// usage: node compare.mjs MODULE NATIVE [--stream] FILE...
//
// Writes a line for each difference and a table of times; fails if there is a difference, or nothing was compared.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

import { Engine, FILTERS } from "../../Web/recto/engine.js";
import { RectoError } from "../../Web/recto/error.js";

const [module, native, ...rest] = process.argv.slice(2);
const isStream = rest[0] === "--stream";
const files = isStream ? rest.slice(1) : rest;
const bits = new DataView(new ArrayBuffer(8));
const hex = (value) => {
  bits.setFloat64(0, value);
  return bits.getBigUint64(0).toString(16).padStart(16, "0");
};
const flat = (corners) => corners && corners.flatMap(({ x, y }) => [hex(x), hex(y)]);
const bytesHex = (bytes) => Buffer.from(bytes).toString("hex");

const differences = [];
const times = new Map();
function same(what, ours, theirs) {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (a !== b) differences.push(`${what}: ${a}, native ${b}`);
}
function timed(name, nativeTime, body) {
  const start = performance.now();
  const result = body();
  const list = times.get(name) ?? [];
  list.push([performance.now() - start, nativeTime]);
  times.set(name, list);
  return result;
}

/** Blocks of the native program's output. */
async function* blocks(stream) {
  let [chunks, length] = [[], 0];
  const take = (count) => {
    const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    [chunks, length] = [[all.subarray(count)], length - count];
    return all.subarray(0, count);
  };
  let wanted = null;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    for (;;) {
      if (wanted === null && length >= 4) wanted = take(4).readUInt32LE();
      if (wanted === null || length < wanted) break;
      yield take(wanted);
      wanted = null;
    }
  }
}

const start = performance.now();
const engine = await Engine.load(readFileSync(module));
engine.detect({ width: 320, height: 240, format: "gray", data: new Uint8Array(320 * 240).fill(128) });
const startTime = performance.now() - start;

let compared = 0;
const program = spawn(native, [isStream ? "stream" : "pictures", ...files], { stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise((resolve) => program.on("close", resolve));
const stream = blocks(program.stdout);
const next = async () => (await stream.next()).value;

function comparePicture(theirs, data, pages) {
  const { path, width, height } = theirs;
  const frame = { width, height, format: "rgb", data };
  const { page, detection } = timed("scan", theirs.scanTime, () => engine.scan(frame));
  const found = timed(
    width * height < 1.2e6 ? "detect, below 1.2 MP" : "detect, larger", theirs.detectTime, () => engine.detect(frame));
  const plain = (value) => value && { corners: flat(value.corners), confidence: hex(value.confidence) };
  same(`${path}: detection`, plain(found), theirs.detection);
  same(`${path}: scan`, plain(detection), theirs.detection);
  const codes = timed("codes", theirs.codesTime, () => engine.readCodes(frame));
  same(
    `${path}: codes`,
    codes.map(({ bytes, text, corners }) => (
      { bytes: bytesHex(bytes), text: bytesHex(new TextEncoder().encode(text)), corners: flat(corners) })),
    theirs.codes);
  theirs.pages.forEach((expected, index) => {
    const filter = FILTERS[index];
    let rendered;
    try {
      rendered = timed(`render, ${filter}`, expected.time, () => engine.render(page, { filter }));
    } catch (error) {
      if (!(error instanceof RectoError)) throw error;
      same(`${path}: ${filter}`, { error: error.code }, expected.error ? { error: "notAPage" } : expected);
      return;
    }
    const { data, dpi, format } = rendered;
    same(
      `${path}: ${filter}`,
      { width: rendered.width, height: rendered.height, format: { gray: 0, rgb: 1, bilevel: 6 }[format], dpi: hex(dpi) },
      { width: expected.width, height: expected.height, format: expected.format, dpi: expected.dpi });
    const at = Buffer.from(data.buffer).compare(pages[index]) === 0 ? null : data.findIndex((v, i) => v !== pages[index][i]);
    if (at !== null) differences.push(`${path}: ${filter}: pixels differ from byte ${at} on`);
  });
  engine.freePage(page);
}

const scanner = engine.newScanner();
const observer = engine.newObserver();
function compareFrame(theirs, data, number) {
  const frame = { width: theirs.width, height: theirs.height, format: "rgb", data };
  const seen = timed("frame of a stream", theirs.time, () => engine.process(scanner, frame, number * 33, number));
  const { page, captured } = seen;
  same(`frame ${number}`, {
    guidance: seen.guidance, progress: hex(seen.progress),
    page: page && {
      identity: page.identity, corners: flat(page.corners),
      values: [page.confidence, page.sharpness, page.brightness, page.glare].map(hex),
    },
    captured: captured && {
      frame: captured.frameNumber, low: captured.isLowQuality ? 1 : 0, corners: flat(engine.pageInfo(captured.page).corners),
    },
  }, { guidance: theirs.guidance, progress: theirs.progress, page: theirs.page, captured: theirs.captured ?? null });
  if (captured) engine.freePage(captured.page);
  // Who only observes sees the same.
  const observed = engine.observe(observer, frame, number * 33, { signature: true });
  same(`frame ${number}, observed`, observed.page && {
    identity: observed.page.identity, corners: flat(observed.page.corners),
    values: [
      observed.page.confidence, observed.page.quality?.sharpness, observed.page.quality?.brightness, observed.page.quality?.glareShare,
    ].map(hex),
  }, theirs.page);
  same(`frame ${number}, bytes of the signature`, observed.signature?.length, observed.page ? 51200 : undefined);
}

for (let json = await next(); json; json = await next()) {
  const theirs = JSON.parse(json.toString());
  const data = Uint8Array.from(await next());
  if (isStream) {
    compareFrame(theirs, data, compared);
  } else {
    const pages = [];
    for (const page of theirs.pages) pages.push(page.error ? null : Buffer.from(await next()));
    comparePicture(theirs, data, pages);
  }
  compared++;
}
const status = await ended;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
console.log(`${compared} of ${files.length} files compared, ${differences.length} differences`);
console.log(`start ${startTime.toFixed(0)} ms, memory ${(engine.memoryBytes / 1e6).toFixed(0)} MB`);
console.log("| | module, ms | native, ms | ratio |\n|---|---:|---:|---:|");
for (const [name, list] of times) {
  const [ours, theirs] = [median(list.map(([a]) => a)), median(list.map(([, b]) => b))];
  const ratio = median(list.map(([a, b]) => a / b));
  console.log(`| ${name} | ${ours.toFixed(2)} | ${theirs.toFixed(2)} | ${ratio.toFixed(2)} |`);
}
for (const difference of differences.slice(0, 40)) console.error(difference);
process.exitCode = status === 0 && differences.length === 0 && compared > 0 ? 0 : 1;
