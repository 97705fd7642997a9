// Compiles beside the installed package, if the declarations are those that it promises.
import { Observer, Recto, RectoError, Scanner, type Corners, type Guidance } from "recto-web";
import { Engine } from "recto-web/engine.js";
import { pdf } from "recto-web/pdf";

export async function scan(video: HTMLVideoElement, file: File): Promise<Blob> {
  const recto = await Recto.load();
  const scanner = new Scanner(video, { recto, dwell: 0.5 });
  scanner.addEventListener("guidance", ({ detail }) => {
    const guidance: Guidance = detail.guidance;
    console.log(guidance, detail.progress);
  });
  scanner.addEventListener("capture", async ({ detail }) => console.log((await detail.page.info()).corners));
  await scanner.start();
  const alone = new Scanner(video);
  alone.recto?.close();
  const observer = await Observer.start(recto);
  const seen = await observer.observe(video, performance.now(), { signature: true });
  console.log(seen.page?.quality?.highFrequencyRatio, seen.signature?.length);
  await observer.free();
  const page = await recto.scan(file);
  const corners: Corners | null = (await page.info()).corners;
  await page.setCorners(corners);
  // @ts-expect-error There is no such filter.
  await page.render({ filter: "sepia" });
  const [code] = await recto.readCodes(new ImageData(8, 8), { live: true });
  console.log(code?.text);
  try {
    return await pdf([await page.render({ filter: "blackAndWhite", rotation: 90, dpi: 300 })]);
  } catch (error) {
    if (error instanceof RectoError && error.code === "notAPage") console.log(error.message);
    throw error;
  }
}

export async function look(module: ArrayBuffer, data: Uint8Array): Promise<number | undefined> {
  const engine = await Engine.load(module);
  const scanner = engine.newScanner({ automatic: false });
  const { page, captured } = engine.process(scanner, { width: 640, height: 480, format: "gray", data }, 0);
  if (captured) engine.freePage(captured.page);
  engine.freeScanner(scanner);
  // @ts-expect-error It is made by load alone.
  new Engine(module);
  return page?.corners[0].x;
}
