"""Times the module in Chromium, on the thread of a page, beside the native library, and tells what memory it takes.

usage: RECTO_SITE=out/web/site .build/web-browser/bin/python Benchmarks/Web/chromium.py [ROUNDS]

Pin it to one core (`taskset -c 1`). Frames have 1280x720 pixels, stills twelve million; both are a photo of TestImages, enlarged,
and the code a picture of the evaluation data. Prints medians, as a table, and their ratio to those of the native library at the
baseline set of instructions on the same pixels. Beside the medians stands the mean of what the processor spent on the page's thread,
which the work of others lengthens less. With RECTO_OPENCV_JS=FOLDER, which holds opencv.js, the recipe of jscanify is timed
in the same page. `make web` and `.ci/web` make the site, the environment and the native program.
"""

import base64
import functools
import http.server
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHOTO = ROOT / "TestImages/letter-wood.jpg"
DATA = pathlib.Path(os.environ.get("RECTO_DATA", ROOT.parent / "shared/data"))
CODE = DATA / "qr/jsqr-e2e/images/004.png"
NATIVE = ROOT / "out/web/native"
OPENCV = os.environ.get("RECTO_OPENCV_JS")

SCRIPT = """
async (hasOpenCV) => {
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
  async function png(picture) {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d").putImageData(picture, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return btoa(text);
  }
  const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  globalThis.bodies = {};
  /** Each is timed when it is asked for by name; some rounds come before, so that the code is compiled. */
  globalThis.run = (name, count) => median(Array.from({ length: count }, (_, round) => {
    const begin = performance.now();
    bodies[name](round);
    return performance.now() - begin;
  }));

  const result = { start };
  const frame = await picture("/photo", 1280, 720);
  if (engine.detect(frame) === null) throw new Error("no page in the frame");
  bodies.look = () => engine.detect(frame);
  const scanner = engine.newScanner({ automatic: false });
  let number = 0;
  for (; number < 30; number++) engine.process(scanner, frame, number * 33, number);
  bodies.tracked = () => { engine.process(scanner, frame, number * 33, number); number++; };
  const withCode = await picture("/code", 1280, 720);
  if (engine.readCodes(withCode, { live: true }).length !== 1) throw new Error("no code in the frame");
  bodies.code = () => engine.readCodes(withCode, { live: true });
  bodies.noCode = () => engine.readCodes(frame, { live: true });
  globalThis.memory = () => engine.memoryBytes;

  const still = await picture("/photo", 3000, 4000);
  bodies.still = () => {
    const { page } = engine.scan(still);
    engine.render(page, { filter: "color" });
    engine.freePage(page);
  };
  result.pictures = { frame: await png(frame), still: await png(still) };

  if (hasOpenCV) {
    const begin = performance.now();
    const cv = await openCV();
    const blankMat = cv.matFromImageData(new ImageData(320, 240));
    recipe(cv, blankMat);
    result.openCVStart = performance.now() - begin;
    bodies.openCVLook = () => {
      const picture = cv.matFromImageData(frame);
      recipe(cv, picture);
      picture.delete();
    };
    bodies.openCVStill = () => {
      const picture = cv.matFromImageData(still);
      const corners = recipe(cv, picture);
      if (corners) straighten(cv, picture, corners);
      picture.delete();
    };
    globalThis.openCVMemory = () => cv.HEAPU8.length;
  }
  return result;

  function openCV() {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "/opencv/opencv.js";
      script.onerror = reject;
      script.onload = () => {
        if (globalThis.cv instanceof Promise) cv.then(resolve);
        else if (globalThis.cv.Mat) resolve(globalThis.cv);
        else globalThis.cv.onRuntimeInitialized = () => resolve(globalThis.cv);
      };
      document.head.append(script);
    });
  }

  // What jscanify does: the largest contour of what Otsu's threshold leaves, and in each quarter of it the point farthest away.
  function recipe(cv, picture) {
    const [gray, blurred, ink, hierarchy] = [new cv.Mat(), new cv.Mat(), new cv.Mat(), new cv.Mat()];
    const contours = new cv.MatVector();
    cv.cvtColor(picture, gray, cv.COLOR_RGBA2GRAY);
    cv.GaussianBlur(gray, blurred, new cv.Size(5, 5), 0, 0, cv.BORDER_DEFAULT);
    cv.threshold(blurred, ink, 0, 255, cv.THRESH_BINARY + cv.THRESH_OTSU);
    cv.findContours(ink, contours, hierarchy, cv.RETR_CCOMP, cv.CHAIN_APPROX_SIMPLE);
    let [best, largest] = [-1, 0];
    for (let i = 0; i < contours.size(); i++) {
      const contour = contours.get(i), area = cv.contourArea(contour);
      contour.delete();
      if (area > largest) [best, largest] = [i, area];
    }
    let corners = null;
    if (best >= 0) {
      const contour = contours.get(best);
      const { center } = cv.minAreaRect(contour);
      const farthest = [null, null, null, null];
      for (let i = 0; i < contour.data32S.length; i += 2) {
        const [x, y] = [contour.data32S[i], contour.data32S[i + 1]];
        const quarter = (y < center.y ? 0 : 2) + (x < center.x ? 0 : 1);
        const far = Math.hypot(x - center.x, y - center.y);
        if (far > (farthest[quarter]?.far ?? 0)) farthest[quarter] = { x, y, far };
      }
      contour.delete();
      if (farthest.every(Boolean)) corners = farthest;
    }
    for (const used of [gray, blurred, ink, hierarchy, contours]) used.delete();
    return corners;
  }

  function straighten(cv, picture, corners) {
    const page = new cv.Mat();
    const [width, height] = [picture.cols, picture.rows];
    const from = cv.matFromArray(4, 1, cv.CV_32FC2, corners.flatMap(({ x, y }) => [x, y]));
    const to = cv.matFromArray(4, 1, cv.CV_32FC2, [0, 0, width, 0, 0, height, width, height]);
    const map = cv.getPerspectiveTransform(from, to);
    cv.warpPerspective(picture, page, map, new cv.Size(width, height), cv.INTER_LINEAR, cv.BORDER_CONSTANT, new cv.Scalar());
    for (const used of [page, from, to, map]) used.delete();
  }
}
"""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def translate_path(self, path):
        if path.startswith("/opencv/") and OPENCV:
            return str(pathlib.Path(OPENCV) / path.removeprefix("/opencv/"))
        return {"/photo": str(PHOTO), "/code": str(CODE)}.get(path) or super().translate_path(path)

    def log_message(self, *arguments):
        pass


def native(mode, picture, count):
    """Runs the native library on a picture this many times."""
    environment = {**os.environ, "RECTO_ISA": "baseline"}
    output = subprocess.run([NATIVE, mode, *[picture] * count], check=True, capture_output=True, env=environment).stdout
    place = 0
    while place < len(output):
        (length,) = struct.unpack_from("<I", output, place)
        block = output[place + 4:place + 4 + length]
        place += 4 + length
        if block.startswith(b"{"):
            yield json.loads(block)


def median(values):
    return sorted(values)[len(values) // 2]


def native_times(pictures):
    """Returns medians of the native library, by name of the measurement."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, text in pictures.items():
            paths[name] = pathlib.Path(folder) / f"{name}.png"
            paths[name].write_bytes(base64.b64decode(text))
        looks = list(native("pictures", paths["frame"], 40))
        frames = list(native("stream", paths["frame"], 90))
        stills = list(native("pictures", paths["still"], 7))
    return {
        "look": median([each["detectTime"] for each in looks]),
        "tracked": median([each["time"] for each in frames[30:]]),
        # The first filter is color.
        "still": median([each["scanTime"] + each["pages"][0]["time"] for each in stills]),
    }


def processor_time():
    """Returns the milliseconds of CPU time of the page's thread: of the busiest renderer below this program."""
    parents, spent = {}, {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[process.name] = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                spent[process.name] = int((process / "schedstat").read_text().split()[0]) / 1e6
        except OSError:
            continue  # The process has ended in the meantime.

    def is_ours(process):
        while process in parents and process != str(os.getpid()):
            process = parents[process]
        return process == str(os.getpid())

    return max(milliseconds for process, milliseconds in spent.items() if is_ours(process))


NAMES = {
    "look": "one detection, 1280×720", "tracked": "frame that is tracked, 1280×720", "code": "code in a frame, 1280×720",
    "noCode": "no code in a frame, 1280×720", "still": "still of 12 MP to a page in color",
    "openCVLook": "OpenCV.js: jscanify's recipe, 1280×720", "openCVStill": "OpenCV.js: still of 12 MP to a page",
}


def main():
    if not CODE.exists():
        sys.exit(f"chromium: the picture of a code is missing: {CODE}")
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=os.environ["RECTO_SITE"]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rows, memory = [], {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        page = browser.new_page(bypass_csp=True)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        measured = page.evaluate(SCRIPT, OPENCV is not None)
        beside = native_times(measured["pictures"]) if NATIVE.exists() else {}
        for key, name in NAMES.items():
            if key.startswith("openCV") and not OPENCV:
                continue
            count = max(5, rounds // 20) if key.endswith("till") else rounds
            page.evaluate("([name, count]) => run(name, count)", [key, count // 3])
            before = processor_time()
            median_time = page.evaluate("([name, count]) => run(name, count)", [key, count])
            spent = (processor_time() - before) / count
            ratio = f"{beside[key]:.1f} | {median_time / beside[key]:.2f}" if key in beside else "|"
            rows.append(f"| {name} | {median_time:.1f} | {spent:.1f} | {ratio} |")
            if key in ("noCode", "still"):
                memory[f"memory after {'the frames' if key == 'noCode' else 'the stills'}"] = page.evaluate("memory()")
        if OPENCV:
            memory["OpenCV.js: memory"] = page.evaluate("openCVMemory()")
        browser.close()
    print("| in Chromium | median, ms | of the processor, ms | native, ms | ratio |\n|---|---:|---:|---:|---:|")
    print(f"| start with the first detection | {measured['start']:.1f} | | | |")
    if OPENCV:
        print(f"| OpenCV.js: start with the first detection | {measured['openCVStart']:.1f} | | | |")
    print("\n".join(rows))
    for name, size in memory.items():
        print(f"| {name} | {size / 1e6:.0f} MB | | | |")


main()
