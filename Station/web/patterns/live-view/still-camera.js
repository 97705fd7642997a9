// The sharpest picture that the browser gives of its camera: a photo where photos are larger than the film's pictures, or else the
// picture that the film shows.

const quality = 0.95;
// A photo that takes longer is not waited for.
const patience = 5000;
// Smaller gains are not worth the time that a photo takes.
const gain = 1.2;
// The station takes pictures of 51 megapixels and messages of 32 MB.
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

  // Width and height of the next picture. A photo's may be turned: only their product and the longer one count.
  get size() { return this.isPhoto ? [this.photo.imageWidth, this.photo.imageHeight] : this.film; }

  get isPhoto() { return this.capture !== undefined && !this.isPlain; }

  // The station did not find the page in the last photo. The next picture is the film's.
  refuse() { this.isPlain = true; }

  // A JPEG file, as bytes.
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
    // One that failed once fails again.
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
