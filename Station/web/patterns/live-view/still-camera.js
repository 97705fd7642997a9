// The sharpest available picture of the browser's camera: a photo if photos are larger than video frames, otherwise
// the current frame.

const quality = 0.95;
// The time in milliseconds to wait for a photo.
const patience = 5000;
// The factor by which a photo must be larger to be worth its time.
const gain = 1.2;
// The station accepts pictures of 51 megapixels and messages of 32 MB.
const largest = 48e6;

export class StillCamera {
  constructor(video, track) {
    this.video = video;
    this.track = track;
    this.ready = this.prepare().catch(() => {});
  }

  async prepare() {
    if (!("ImageCapture" in window)) return;
    const capture = new ImageCapture(this.track);
    const { imageWidth, imageHeight } = await capture.getPhotoCapabilities();
    const [width, height] = [imageWidth?.max ?? 0, imageHeight?.max ?? 0];
    const isLarger = Math.max(width, height) >= gain * Math.max(...this.film) && width * height <= largest;
    if (!isLarger) return;
    this.capture = capture;
    this.photo = { imageWidth: width, imageHeight: height };
  }

  get film() { return [this.video.videoWidth, this.video.videoHeight]; }

  // The width and height of the next picture. A photo may be rotated: only their product and the longer one count.
  get size() { return this.isPhoto ? [this.photo.imageWidth, this.photo.imageHeight] : this.film; }

  get isPhoto() { return this.capture !== undefined && !this.isPlain; }

  // Called if the station did not find the page in the last photo. The next picture is a frame.
  refuse() { this.isPlain = true; }

  // Resolves to the bytes of a JPEG file.
  async take() {
    const wasPlain = this.isPlain;
    this.isPlain = false;
    const photo = this.capture && !wasPlain ? await this.takePhoto() : null;
    return photo ?? this.frame();
  }

  async takePhoto() {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, patience); });
    const photo = await Promise.race([this.capture.takePhoto(this.photo).catch(() => null), late]);
    clearTimeout(timer);
    // A camera that failed once fails again.
    if (photo?.type !== "image/jpeg") this.capture = undefined;
    return this.capture ? photo.arrayBuffer() : null;
  }

  frame() {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = this.film;
    canvas.getContext("2d", { alpha: false }).drawImage(this.video, 0, 0);
    return jpeg(canvas, quality);
  }
}

export function jpeg(canvas, quality) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob.arrayBuffer()) : reject()), "image/jpeg", quality));
}
