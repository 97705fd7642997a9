// Compiles if the declarations are those that recto.js promises.
import { Observer, Recto, RectoError, Scanner, type Corners, type Guidance } from "../../Web/recto/recto.js";
import { pdf } from "../../Web/recto/pdf.js";

declare global {
  // Compilers up to 4.8 do not know them.
  interface VideoFrame {}
  interface OffscreenCanvas {}
}

export async function scan(video: HTMLVideoElement, file: File): Promise<Blob> {
  const recto = await Recto.load();
  const scanner = new Scanner(video, { recto, dwell: 0.5 });
  scanner.addEventListener("guidance", ({ detail }) => {
    const guidance: Guidance = detail.guidance;
    console.log(guidance, detail.progress);
  });
  scanner.addEventListener("capture", async ({ detail }) => console.log((await detail.page.info()).corners));
  await scanner.start();
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
