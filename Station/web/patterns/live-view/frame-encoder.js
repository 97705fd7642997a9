// Encodes frames as JPEG files in a worker.

let canvas;

addEventListener("message", async ({ data: { picture, quality, port } }) => {
  try {
    const { width, height } = picture;
    if (canvas?.width !== width || canvas?.height !== height) canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
    picture.close();
    port.postMessage(await canvas.convertToBlob({ type: "image/jpeg", quality }));
  } catch { port.postMessage(null); }
});
