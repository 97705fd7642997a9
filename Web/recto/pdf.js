// Creates a PDF of rendered pages on the calling thread.

/**
 * @param {import("./recto.js").RenderedPage[]} pages
 * @param {{ title?: string, quality?: number }} [options] quality of JPEG, 0 to 1
 * @returns {Promise<Blob>}
 */
export async function pdf(pages, { title = "", quality = 0.85 } = {}) {
  const parts = [];
  const places = [];
  let length = 0;
  const write = (part) => {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number, dictionary, stream) => {
    places[number] = length;
    write(`${number} 0 obj\n${dictionary}\n`);
    if (stream) {
      write("stream\n");
      write(stream);
      write("\nendstream\n");
    }
    write("endobj\n");
  };
  write("%PDF-1.5\n%\u00e2\u00e3\n");
  const kids = pages.map((_, index) => `${4 + 3 * index} 0 R`).join(" ");
  object(1, "<< /Type /Catalog /Pages 2 0 R >>");
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  object(3, `<< /Producer (Recto) /Title ${text(title)} >>`);
  for (const [index, page] of pages.entries()) {
    const number = 4 + 3 * index;
    const [width, height] = [page.width, page.height].map((pixels) => (pixels * 72 / page.dpi).toFixed(2));
    object(number, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number + 1} 0 R
/Resources << /XObject << /Page ${number + 2} 0 R >> >> >>`);
    const content = new TextEncoder().encode(`${width} 0 0 ${height} 0 0 cm /Page Do`);
    object(number + 1, `<< /Length ${content.length} >>`, content);
    const { entries, bytes } = await picture(page, quality);
    object(number + 2, `<< /Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} ${entries}
/Length ${bytes.length} >>`, bytes);
  }
  const start = length;
  write(`xref\n0 ${places.length}\n0000000000 65535 f \n`);
  for (const place of places.slice(1)) write(`${String(place).padStart(10, "0")} 00000 n \n`);
  write(`trailer\n<< /Size ${places.length} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: "application/pdf" });
}

/** Encodes the page's pixels for PDF: ink losslessly as bits, others as JPEG. */
async function picture(page, quality) {
  if (page.format === "bilevel") {
    return {
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0] /Filter /FlateDecode",
      bytes: await deflated(page.data),
    };
  }
  const canvas = new OffscreenCanvas(page.width, page.height);
  canvas.getContext("2d").putImageData(page.toImageData(), 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
  return {
    entries: "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
    bytes: new Uint8Array(await blob.arrayBuffer()),
  };
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Encodes any text in UTF-16. */
function text(value) {
  const units = Array.from({ length: value.length }, (_, i) => value.charCodeAt(i).toString(16).padStart(4, "0"));
  return `<FEFF${units.join("")}>`;
}
