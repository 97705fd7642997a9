"""Times the module in Chromium, on the thread of a page, and tells what memory it takes.

usage: RECTO_SITE=out/web/site .build/web-browser/bin/python Benchmarks/Web/chromium.py [ROUNDS]

Pin it to one core (`taskset -c 1`). Frames have 1280x720 pixels, stills twelve million; both are a photo of TestImages, enlarged,
and the code a picture of the evaluation data. Prints the median of each, as a table. `make web` and `.ci/web` make the site and the environment.
"""

import functools
import http.server
import os
import pathlib
import sys
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHOTO = ROOT / "TestImages/letter-wood.jpg"
DATA = pathlib.Path(os.environ.get("RECTO_DATA", ROOT.parent / "shared/data"))
CODE = DATA / "qr/jsqr-e2e/images/004.png"

SCRIPT = """
async (rounds) => {
  const { Engine } = await import("/recto/engine.js");
  const source = await (await fetch("/recto/recto.wasm")).arrayBuffer();
  const load = performance.now();
  const engine = await Engine.load(source);
  const blank = { width: 320, height: 240, format: "gray", data: new Uint8Array(320 * 240).fill(128) };
  engine.detect(blank);
  const start = performance.now() - load;

  async function picture(url, width, height) {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const context = new OffscreenCanvas(width, height).getContext("2d");
    const scale = Math.min(width / bitmap.width, height / bitmap.height);
    const [across, down] = [bitmap.width * scale, bitmap.height * scale];
    context.fillStyle = "#555";
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, (width - across) / 2, (height - down) / 2, across, down);
    return context.getImageData(0, 0, width, height);
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  function times(body, count = rounds) {
    return median(Array.from({ length: count }, (_, round) => {
      const begin = performance.now();
      body(round);
      return performance.now() - begin;
    }));
  }

  const result = { start };
  const frame = await picture("/photo", 1280, 720);
  if (engine.detect(frame) === null) throw new Error("no page in the frame");
  result.look = times(() => engine.detect(frame));
  const scanner = engine.newScanner({ automatic: false });
  let number = 0;
  for (; number < 30; number++) engine.process(scanner, frame, number * 33, number);
  result.tracked = times(() => { engine.process(scanner, frame, number * 33, number); number++; });
  const withCode = await picture("/code", 1280, 720);
  if (engine.readCodes(withCode, { live: true }).length !== 1) throw new Error("no code in the frame");
  result.code = times(() => engine.readCodes(withCode, { live: true }));
  result.noCode = times(() => engine.readCodes(frame, { live: true }));
  result.liveMemory = engine.memoryBytes;

  const still = await picture("/photo", 3000, 4000);
  result.still = times(() => {
    const { page } = engine.scan(still);
    engine.render(page, { filter: "color" });
    engine.freePage(page);
  }, Math.max(3, rounds / 20 | 0));
  result.memory = engine.memoryBytes;
  return result;
}
"""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def translate_path(self, path):
        return {"/photo": str(PHOTO), "/code": str(CODE)}.get(path) or super().translate_path(path)

    def log_message(self, *arguments):
        pass


def main():
    if not CODE.exists():
        sys.exit(f"chromium: the picture of a code is missing: {CODE}")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=os.environ["RECTO_SITE"]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        page = browser.new_page(bypass_csp=True)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        measured = page.evaluate(SCRIPT, rounds)
        browser.close()
    print("| in Chromium | |\n|---|---:|")
    for name, key in [("start with the first look", "start"), ("one look, 1280×720", "look"), ("frame that is tracked, 1280×720", "tracked"),
                      ("code in a frame, 1280×720", "code"), ("no code in a frame, 1280×720", "noCode"),
                      ("still of 12 MP to a page in color", "still")]:
        print(f"| {name} | {measured[key]:.1f} ms |")
    for name, key in [("memory after the frames", "liveMemory"), ("memory after the stills", "memory")]:
        print(f"| {name} | {measured[key] / 1e6:.0f} MB |")


main()
