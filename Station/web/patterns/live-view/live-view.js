// A camera view. It sends pictures of the browser's camera over the channel, or the engine's analysis of them, and
// receives answers; or it receives pictures of the station's camera with their answers. Only one picture is in
// flight, and the newest is sent next. Screens extend this class: they provide the channel's URL and show the
// answers.

import { isUnasked, noteAllowed } from "/web/patterns/camera-request/camera-request.js";
import { problems, reason, request } from "/web/network.js";
import { pictureKinds, Sight } from "/web/patterns/live-view/sight.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

const retryTime = 500;
// The time in milliseconds without an answer after which the station counts as unreachable.
const answerTime = 2_000;
// The station sends several messages per second. After this time without one, in milliseconds, it counts as
// unreachable.
const silence = 700;
const watchTime = 100;
const settleTime = 5000;
const againTime = 2000;

const end = (stream) => stream?.getTracks().forEach((track) => track.stop());

export class LiveView extends HTMLElement {
  connectedCallback() {
    this.picture = this.querySelector(".picture");
    this.overlay = this.querySelector(".overlay");
    this.camera = "starting";
    this.sequence = 0;
    this.sentAt = new Map();
    this.ages = [];
    this.unsent = [];
    this.listen();
    this.connect();
    this.watch();
    this.start();
    // A page restored by the browser has a closed channel.
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    // The page holds the only copy of a captured picture.
    addEventListener("beforeunload", (event) => { if (this.held) event.preventDefault(); });
  }

  // MARK: For screens to override

  // Path and parameters of the channel, without the camera.
  get address() { throw new Error("a screen has an address"); }

  // Called for each answer, when the overlay already has the picture's coordinates.
  show() {}

  // Shows the page detected by the browser's engine: eight coordinates relative to the picture's size, or undefined.
  outline() {}

  // The station is unreachable, so its last answer is outdated.
  forget() {}

  // The constraints for the browser's camera.
  get film() { return { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } }; }

  // Called for each new picture of the browser's camera.
  see() {}

  // Called with the track when the browser's camera starts.
  prepare() {}

  // Additional properties of the browser's camera for the station.
  get lens() { return {}; }

  // The messages for a new channel, which does not know those of the last one.
  get resumption() { return []; }

  listen() {
    this.on("[data-torch]", () => this.switchTorch());
    this.querySelector("[data-cameras]")?.addEventListener("change", (event) => {
      const address = new URL(location);
      // An empty one is this device's camera, whatever was chosen before.
      address.searchParams.set("source", event.target.value);
      location.assign(address);
    });
    this.addEventListener("click", (event) => this.follow(event));
    this.addEventListener("click", (event) => {
      const action = event.target.closest("[data-action]")?.dataset.action;
      if (action === "retryCamera") location.reload();
      if (action === "askForCamera") this.start({ asks: true });
      if (action === "declineCamera") this.tellCamera("declined");
      if (action === "continueHere") this.act({ kind: "resume" });
      if (action === "importFiles") this.querySelector("input[type=file]").click();
      if (action === "cameraSettings") this.querySelector("#camera-settings").showModal();
    });
  }

  // Sends a page that has just been captured before following a link.
  async follow(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || !(this.held || this.wanted)) return;
    event.preventDefault();
    if (await this.settled()) location.assign(link.href);
    else warn(this.dataset.notSent);
  }

  on(selector, act) {
    for (const element of this.querySelectorAll(selector)) element.addEventListener("click", () => act(element));
  }

  // MARK: Camera

  // - asks: whether the person has read the explanation.
  async start({ asks = false } = {}) {
    // The channel opens a camera of the station.
    if (this.dataset.source) return this.findLight();
    // Results of an earlier start no longer count.
    const attempt = this.attempt = Symbol();
    const isOld = () => attempt !== this.attempt;
    this.stop();
    if (this.permission) this.permission.onchange = null;
    this.tellCamera("starting");
    if (!navigator.mediaDevices?.getUserMedia) return this.tellCamera("insecure");
    const permission = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
    if (isOld()) return;
    if (permission?.state === "denied") return this.waitForPermission(permission);
    if (!asks && await isUnasked(permission)) return isOld() || this.sayReason(permission);
    this.opening ??= Sight.open(this);
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: this.film, audio: false });
    } catch (error) {
      if (isOld()) return;
      if (permission?.state === "denied") return this.waitForPermission(permission);
      const states = { NotAllowedError: "denied", NotFoundError: "absent", OverconstrainedError: "absent", NotReadableError: "busy" };
      return this.tellCamera(states[error.name] ?? "lost");
    }
    if (isOld()) return end(stream);
    noteAllowed();
    this.stream = stream;
    const [track] = stream.getVideoTracks();
    track.addEventListener("ended", () => this.tellCamera("lost"));
    this.offerLight(track.getCapabilities?.().torch ? false : undefined);
    this.picture.srcObject = stream;
    await this.picture.play().catch(() => {});
    this.sight = await this.opening;
    if (isOld()) return;
    this.prepare(track);
    this.tellCamera("ready");
    this.followFilm();
  }

  tellCamera(state) {
    this.camera = state;
    this.say({ camera: state, ...this.lens });
  }

  stop() { end(this.stream); }

  // Explains the camera access before the browser asks. It may be allowed elsewhere in the meantime.
  sayReason(permission) {
    this.permission = permission;
    if (permission) permission.onchange = () => { if (permission.state !== "prompt") this.start(); };
    this.tellCamera("unasked");
  }

  // The browser does not ask anymore. The camera starts as soon as the settings allow it.
  waitForPermission(permission) {
    permission.onchange = () => { if (permission.state !== "denied") this.start(); };
    this.tellCamera("blocked");
  }

  // MARK: Light

  // Shows the light button for a camera of the station.
  async findLight() {
    const answer = await request("/api/sources", { headers: problems }).catch(() => null);
    if (answer?.ok) this.offerLight((await answer.json()).sources[this.dataset.source]?.light);
  }

  // Shows the state of the light; without a light there is no button.
  offerLight(isOn) {
    const button = this.querySelector("[data-torch]");
    button.hidden = isOn === undefined;
    button.setAttribute("aria-pressed", isOn === true);
  }

  async switchTorch() {
    const isOn = this.querySelector("[data-torch]").getAttribute("aria-pressed") !== "true";
    try {
      if (this.dataset.source) await this.switchLight(isOn);
      else await this.stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: isOn }] });
      this.offerLight(isOn);
    } catch (error) { warn(error instanceof TypeError ? "" : error.message); }
  }

  async switchLight(isOn) {
    const options = { method: "PUT", headers: { ...problems, "Content-Type": "application/json" }, body: JSON.stringify({ isOn }) };
    const answer = await request(`/api/sources/${this.dataset.source}/light`, options);
    if (!answer.ok) throw new Error(await reason(answer, ""));
  }

  // MARK: Channel

  connect() {
    const address = new URL(this.address, location);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.dataset.source) address.searchParams.set("source", this.dataset.source);
    const socket = this.socket = new WebSocket(address);
    this.lastHeard = performance.now();
    socket.addEventListener("open", () => {
      this.lastHeard = performance.now();
      if (this.wasClosed) this.resume();
      for (const data of this.unsent.splice(0)) this.send(data);
      if (this.held) this.sendHeld();
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.lastHeard = performance.now();
      if (event.data instanceof Blob) return this.receive(event.data);
      const answer = JSON.parse(event.data);
      if (answer.display) return this.take(answer);
      // This message only shows that the station is reachable. If it counted as unreachable, its next answer restores
      // the display.
      if (this.isLost) this.askAgain();
    });
    socket.addEventListener("close", () => { if (socket === this.socket) this.reconnect(); });
  }

  reconnect() {
    this.lose();
    this.socket = null;
    this.isWaiting = false;
    // The page may have changed by the time of reconnection, so the station asks again.
    this.wanted = null;
    this.wasClosed = true;
    setTimeout(async () => {
      if (await this.isRefused()) location.reload();
      else this.connect();
    }, retryTime);
  }

  // Redirects visitors without access to the sign-in.
  async isRefused() {
    const answer = await fetch(location.href, { method: "HEAD", signal: AbortSignal.timeout(answerTime) }).catch(() => null);
    return answer?.status === 401;
  }

  // Detects an unreachable station even if the channel is not closed.
  watch() {
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      // A browser that was asleep or busy did not receive messages.
      if (document.hidden || now - last > silence / 3) this.lastHeard = now;
      last = now;
      if (now - this.lastHeard <= silence) return;
      this.lose();
      // A silent channel is abandoned.
      if (this.socket && now - this.lastHeard > 5 * silence) {
        const socket = this.socket;
        this.reconnect();
        socket.close();
      }
    }, watchTime);
  }

  // Sends a captured picture first, which may navigate elsewhere.
  async leaveFor(destination) {
    await this.settled();
    location.replace(this.destination ?? destination);
  }

  // Whether a page that has just been captured was sent and acknowledged. It is not if the station is unreachable.
  async settled() {
    const end = performance.now() + settleTime;
    while ((this.held || this.wanted) && performance.now() < end) await new Promise(requestAnimationFrame);
    return !this.held;
  }

  lose() {
    if (this.isLost) return;
    this.isLost = true;
    dispatchEvent(new Event("stationsilent"));
    this.silence = performance.now() - this.lastHeard;
    this.toggleAttribute("data-lost", true);
    this.overlay.querySelectorAll("[points]").forEach((shape) => shape.setAttribute("points", ""));
    this.showAvailability("unreachable");
    this.forget();
  }

  // Captured pages are stored: a new channel continues with them.
  resume() {
    for (const action of this.resumption) this.act(action);
    this.askAgain();
  }

  askAgain() { if (!this.dataset.source) this.tellCamera(this.camera); }

  // Actions without a channel wait for one.
  send(data) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(data);
    else this.unsent.push(data);
  }

  say(message) { this.send(JSON.stringify(message)); }

  act(action) { this.say({ action }); }

  take(answer) {
    if (this.isLost) {
      this.isLost = false;
      this.toggleAttribute("data-lost", false);
    }
    if (answer.sequence) {
      this.isWaiting = false;
      this.note(answer.sequence);
    }
    this.needsSignature = answer.needsSignature;
    if (answer.handled && answer.handled === this.held?.note.key) {
      this.held = null;
      if (answer.handled !== answer.refused) this.kept?.();
    }
    if (answer.refused && answer.refused !== this.refused) this.still.refuse();
    this.refused = answer.refused;
    // The station could not store it, but may succeed later.
    if (this.held && answer.sequence === this.held.sequence) setTimeout(() => this.sendHeld(), againTime);
    if (answer.still && answer.handled !== answer.still.key && !this.held) this.wanted = answer.still;
    if (answer.destination && !this.isLeaving) {
      this.isLeaving = true;
      this.leaveFor(answer.destination);
    }
    this.destination = answer.destination;
    const { width, height } = this.pictureSize;
    if (width) this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.showAvailability(answer.display.camera);
    this.show(answer);
  }

  sendPicture(kind, picture, { width = 0, height = 0, note, time = performance.now() } = {}) {
    const noteBytes = note ? new TextEncoder().encode(JSON.stringify(note)) : null;
    const start = noteBytes ? 18 + noteBytes.length : 16;
    const bytes = new Uint8Array(start + picture.byteLength);
    const header = new DataView(bytes.buffer);
    this.sequence += 1;
    header.setUint8(0, kind);
    header.setUint16(4, width, true);
    header.setUint16(6, height, true);
    header.setUint32(8, this.sequence, true);
    header.setUint32(12, time, true);
    if (noteBytes) {
      header.setUint16(16, noteBytes.length, true);
      bytes.set(noteBytes, 18);
    }
    bytes.set(new Uint8Array(picture), start);
    this.sentAt.set(this.sequence, performance.now());
    this.isWaiting = true;
    this.send(bytes);
  }

  // MARK: Pictures

  // Runs until the camera ends, or another one starts.
  followFilm() {
    const { stream } = this;
    const next = () => this.picture.requestVideoFrameCallback(async () => {
      this.see();
      if (this.isWanted) await (this.wanted ? this.sendStill() : this.sight.look());
      if (stream.active) next();
    });
    next();
  }

  // Shows a picture of the station's camera. Its answer arrives with the next message.
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
    return this.socket?.readyState === WebSocket.OPEN && this.camera === "ready" && !document.hidden && !this.held;
  }

  // The still is kept until the station acknowledges it.
  async sendStill() {
    const note = this.wanted;
    const picture = await this.still.take().catch(() => null);
    // It is retried, or the channel was lost and the station asks again.
    if (!picture || this.wanted?.key !== note.key) return;
    this.wanted = null;
    this.held = { note, picture };
    this.captured?.();
    this.sendHeld();
  }

  sendHeld() {
    if (!this.held || this.socket?.readyState !== WebSocket.OPEN) return;
    this.sendPicture(pictureKinds.still, this.held.picture, { note: this.held.note });
    this.held.sequence = this.sequence;
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
    if (this.isLost) camera = "unreachable";
    const place = this.querySelector(".unavailable");
    const template = this.querySelector(`#camera-${camera}`);
    if (place.dataset.camera === camera) return;
    place.dataset.camera = camera;
    place.hidden = !template;
    place.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
    if (["unasked", "declined"].includes(camera) && document.activeElement === document.body) place.querySelector(".primary").focus();
  }

  // Records the age of a picture when its answer is drawn, for measurements, like `silence`.
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
