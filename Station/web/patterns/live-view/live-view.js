// A camera view. It sends pictures of the browser's camera over the live channel and gets answers, or it gets pictures of the
// station's camera with their answers. Only one picture is in flight, and the newest is sent next. Screens extend this class:
// they give the channel's address and show the answers.

const previewWidth = 640;
export const pictureKinds = { luminance: 1, preview: 2, still: 3 };
const stillQuality = 0.95;
const previewQuality = 0.8;
const retryTime = 1000;

export class LiveView extends HTMLElement {
  connectedCallback() {
    this.picture = this.querySelector(".picture");
    this.overlay = this.querySelector(".overlay");
    this.canvas = document.createElement("canvas");
    this.camera = "starting";
    this.sequence = 0;
    this.sentAt = new Map();
    this.ages = [];
    this.listen();
    this.connect();
    this.start();
  }

  // MARK: For screens to override

  // Path and parameters of the channel, without the camera.
  get address() { throw new Error("a screen has an address"); }

  // Called for each answer; the overlay has the picture's own coordinates by then.
  show() {}

  // The messages for a new channel, which does not know those of the last one.
  get resumption() { return []; }

  listen() {
    this.on("[data-torch]", () => this.switchTorch());
    this.querySelector("[data-cameras]")?.addEventListener("change", (event) => {
      const address = new URL(location);
      if (event.target.value) address.searchParams.set("source", event.target.value);
      else address.searchParams.delete("source");
      location.assign(address);
    });
    this.addEventListener("click", (event) => {
      const action = event.target.closest("[data-action]")?.dataset.action;
      if (action === "retryCamera") location.reload();
      if (action === "importFiles") this.querySelector("input[type=file]").click();
    });
  }

  on(selector, act) {
    for (const element of this.querySelectorAll(selector)) element.addEventListener("click", () => act(element));
  }

  // MARK: Camera

  async start() {
    // The channel opens a camera of the station.
    if (this.dataset.source) return;
    this.stop();
    this.tellCamera("starting");
    if (!navigator.mediaDevices?.getUserMedia) return this.tellCamera("insecure");
    try {
      const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
      this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    } catch (error) {
      const states = { NotAllowedError: "denied", NotFoundError: "absent", OverconstrainedError: "absent", NotReadableError: "busy" };
      return this.tellCamera(states[error.name] ?? "lost");
    }
    const [track] = this.stream.getVideoTracks();
    track.addEventListener("ended", () => this.tellCamera("lost"));
    this.querySelector("[data-torch]").hidden = !track.getCapabilities?.().torch;
    this.picture.srcObject = this.stream;
    await this.picture.play().catch(() => {});
    this.tellCamera("ready");
    this.sendPreviews();
  }

  tellCamera(state) {
    this.camera = state;
    this.say({ camera: state });
  }

  stop() { this.stream?.getTracks().forEach((track) => track.stop()); }

  async switchTorch() {
    const button = this.querySelector("[data-torch]");
    const isOn = button.getAttribute("aria-pressed") !== "true";
    await this.stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: isOn }] });
    button.setAttribute("aria-pressed", isOn);
  }

  // MARK: Channel

  connect() {
    const address = new URL(this.address, location);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.dataset.source) address.searchParams.set("source", this.dataset.source);
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      for (const message of this.unsaid ?? []) this.say(message);
      this.unsaid = [];
    });
    this.socket.addEventListener("message", (event) => {
      if (event.data instanceof Blob) this.receive(event.data);
      else this.take(JSON.parse(event.data));
    });
    this.socket.addEventListener("close", () => {
      // Captured pages are stored: a new channel continues with them.
      this.isWaiting = false;
      this.unsaid = this.resumption.map((action) => ({ action }));
      if (!this.dataset.source) this.unsaid.push({ camera: this.camera });
      setTimeout(() => this.connect(), retryTime);
    });
  }

  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else (this.unsaid ??= []).push(message);
  }

  act(action) { this.say({ action }); }

  take(answer) {
    if (answer.sequence) {
      this.isWaiting = false;
      this.note(answer.sequence);
    }
    if (answer.still) this.wantsStill = true;
    const { width, height } = this.pictureSize;
    if (width) this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.showAvailability(answer.display.camera);
    this.show(answer);
  }

  sendPicture(kind, picture, { width = 0, height = 0 } = {}) {
    const bytes = new Uint8Array(16 + picture.byteLength);
    const header = new DataView(bytes.buffer);
    this.sequence += 1;
    header.setUint8(0, kind);
    header.setUint16(4, width, true);
    header.setUint16(6, height, true);
    header.setUint32(8, this.sequence, true);
    header.setUint32(12, performance.now(), true);
    bytes.set(new Uint8Array(picture), 16);
    this.sentAt.set(this.sequence, performance.now());
    this.isWaiting = true;
    this.socket.send(bytes);
  }

  // MARK: Pictures

  sendPreviews() {
    const next = () => this.picture.requestVideoFrameCallback(async () => {
      if (this.isWanted && !this.isWaiting) {
        this.isWaiting = true;
        try {
          if (this.wantsStill) await this.sendStill();
          else await this.sendPreview();
        } catch { this.isWaiting = false; }
      }
      if (this.stream.active) next();
    });
    next();
  }

  // A picture of the station's camera. Its answer comes with the next message.
  async receive(file) {
    try {
      const picture = await createImageBitmap(file);
      if (this.picture.width !== picture.width) this.picture.width = picture.width;
      if (this.picture.height !== picture.height) this.picture.height = picture.height;
      this.picture.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
      picture.close();
    } finally { requestAnimationFrame(() => this.say({ drawn: true })); }
  }

  get pictureSize() {
    const { videoWidth, videoHeight, width, height } = this.picture;
    return videoWidth === undefined ? { width, height } : { width: videoWidth, height: videoHeight };
  }

  get isWanted() {
    return this.socket.readyState === WebSocket.OPEN && this.camera === "ready" && !document.hidden;
  }

  // The luminance of the camera's frame if the browser gives access to it, or else a small JPEG picture.
  async sendPreview() {
    const { videoWidth, videoHeight } = this.picture;
    const scale = Math.min(1, previewWidth / videoWidth);
    const size = { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) };
    this.canvas.width = size.width;
    this.canvas.height = size.height;
    this.canvas.getContext("2d", { alpha: false }).drawImage(this.picture, 0, 0, size.width, size.height);
    const luminance = await this.luminance(this.canvas, size);
    if (luminance) return this.sendPicture(pictureKinds.luminance, luminance, size);
    this.sendPicture(pictureKinds.preview, await this.jpeg(this.canvas, previewQuality));
  }

  async luminance(canvas, { width, height }) {
    if (!("VideoFrame" in window)) return null;
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    try {
      if (!["I420", "NV12"].includes(frame.format)) return this.luminanceOfColors(frame, width, height);
      const bytes = new Uint8Array(frame.allocationSize());
      const [plane] = await frame.copyTo(bytes);
      const rows = new Uint8Array(width * height);
      for (let y = 0; y < height; y++) rows.set(bytes.subarray(plane.offset + y * plane.stride, plane.offset + y * plane.stride + width), y * width);
      return rows.buffer;
    } finally { frame.close(); }
  }

  // BT.601, in integers.
  async luminanceOfColors(frame, width, height) {
    const isBGR = frame.format.startsWith("BGR");
    const bytes = new Uint8Array(frame.allocationSize());
    const [plane] = await frame.copyTo(bytes);
    const rows = new Uint8Array(width * height);
    const [red, blue] = isBGR ? [2, 0] : [0, 2];
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0, from = plane.offset + y * plane.stride; x < width; x++, from += 4, to++) {
        rows[to] = (77 * bytes[from + red] + 150 * bytes[from + 1] + 29 * bytes[from + blue]) >> 8;
      }
    }
    return rows.buffer;
  }

  async sendStill() {
    this.wantsStill = false;
    const canvas = document.createElement("canvas");
    canvas.width = this.picture.videoWidth;
    canvas.height = this.picture.videoHeight;
    canvas.getContext("2d", { alpha: false }).drawImage(this.picture, 0, 0);
    this.sendPicture(pictureKinds.still, await this.jpeg(canvas, stillQuality));
  }

  jpeg(canvas, quality) {
    return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob.arrayBuffer()) : reject()), "image/jpeg", quality));
  }

  // MARK: Display

  text(selector, text) {
    const element = this.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  }

  press(selector, name, value) {
    for (const button of this.querySelectorAll(selector)) button.setAttribute("aria-pressed", button.dataset[name] === value);
  }

  setPicture(image, address) {
    if (address && image.getAttribute("src") !== address) image.src = address;
  }

  showAvailability(camera) {
    if (camera !== "starting") this.querySelector(".starting")?.remove();
    const place = this.querySelector(".unavailable");
    const template = this.querySelector(`#camera-${camera}`);
    if (place.dataset.camera === camera) return;
    place.dataset.camera = camera;
    place.hidden = !template;
    place.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
  }

  // The age of a picture when its answer is drawn, for measurements.
  note(sequence) {
    requestAnimationFrame(() => {
      const sent = this.sentAt.get(sequence);
      this.sentAt.delete(sequence);
      if (sent === undefined) return;
      this.ages.push(performance.now() - sent);
      if (this.ages.length > 300) this.ages.shift();
    });
  }
}
