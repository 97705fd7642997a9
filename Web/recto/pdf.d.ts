import type { RenderedPage } from "./recto.js";

/** Creates a PDF of rendered pages. `quality` is the JPEG quality, 0 to 1. */
export function pdf(pages: RenderedPage[], options?: { title?: string; quality?: number }): Promise<Blob>;
