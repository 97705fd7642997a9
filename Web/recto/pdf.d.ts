import type { RenderedPage } from "./recto.js";

/** A PDF of finished pages. `quality` of JPEG is 0 to 1. */
export function pdf(pages: RenderedPage[], options?: { title?: string; quality?: number }): Promise<Blob>;
