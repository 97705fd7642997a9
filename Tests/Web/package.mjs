// The installed package, as a program in Node uses it: run in a folder that has it among its modules.
//
// usage: node package.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import * as recto from "recto-web";
import { Engine } from "recto-web/engine.js";
import * as pdf from "recto-web/pdf";

for (const name of ["Recto", "Scanner", "Observer", "RectoError"]) assert.equal(typeof recto[name], "function", name);
assert.equal(typeof pdf.pdf, "function");
const { resolve } = createRequire(import.meta.url);
assert.ok(resolve("recto-web/worker.js"));
const engine = await Engine.load(readFileSync(resolve("recto-web/recto.wasm")));
// A page of light paper on a dark table.
const [width, height] = [640, 480];
const data = new Uint8Array(width * height).fill(60);
for (let y = 60; y < 420; y++) data.fill(225, y * width + 150, y * width + 450);
const [corner] = engine.detect({ width, height, format: "gray", data }).corners;
assert.ok(Math.hypot(corner.x - 150, corner.y - 60) < 2, JSON.stringify(corner));
console.log("web: the package can be installed and used");
