// The scanner that needs no station. The engine in the browser outlines the page, says what to do, captures by itself and shows the page
// made flat. What is kept is the picture as it came, and the page's corners in it: the station makes the page of them. Where the engine
// does not run, the shutter takes pictures, in which the station finds the pages.
import { isUnasked, noteAllowed } from "/web/patterns/camera-request/camera-request.js";
import { StillCamera } from "/web/patterns/live-view/still-camera.js";
import { fact, outbox } from "/web/patterns/offline/store.js";
import { ready, say, tellRoom } from "/web/patterns/offline/status.js";
import { addPage, currentScan, finish, pictureOf } from "/web/patterns/offline/pages.js";

const thumbnailDPI = 70;
const thumbnailSide = 640;
const quality = 0.85;
const sureConfidence = 0.8;
const patience = 10_000;

function jpeg(canvas) { return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality)); }

class OfflineScanner extends HTMLElement {
  async connectedCallback() {
    this.video = this.querySelector("video");
    this.outline = this.querySelector(".offline-outline polygon");
    this.shutter = this.querySelector("[data-shutter]");
    this.done = this.querySelector("[data-done]");
    this.filter = this.querySelector(".offline-filter");
    this.person = await ready;
    this.querySelector("[data-stranger]").hidden = this.person !== null;
    if (!this.person) return;
    // Who unlocks nothing sees nothing of what was scanned before.
    const scans = (await fact("locked")) ? [] : (await outbox(this.person)).scans;
    this.scan = await currentScan(this.person, scans);
    this.listen();
    await this.show();
    await Promise.all([this.openEngine(), this.openCamera()]);
    if (this.engine && this.stream) await this.follow();
    else this.prompt("manual");
    this.shutter.disabled = !this.stream;
    this.dataset.ready = this.engine ? "engine" : "plain";
  }

  disconnectedCallback() { this.stream?.getTracks().forEach((track) => track.stop()); }

  listen() {
    this.shutter.addEventListener("click", () => (this.scanner ? this.scanner.capture().catch(() => this.capture()) : this.capture()));
    this.done.addEventListener("click", async () => {
      this.scan = await finish(this.scan);
      location.assign("/offline");
    });
    this.querySelector("#offline-files").addEventListener("change", async ({ target }) => {
      for (const file of [...target.files]) await this.keep(file);
      target.value = "";
    });
    this.querySelector("[data-automatic]").addEventListener("change", () => this.follow());
  }

  prompt(name) {
    const text = say(this, name);
    const place = this.querySelector(".offline-prompt");
    if (place.textContent !== text) place.textContent = text;
  }

  // MARK: The camera and the engine

  async openCamera() {
    try {
      if (!await this.isAllowed()) throw new Error("declined");
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } }, audio: false });
      noteAllowed();
      this.video.srcObject = this.stream;
      await this.video.play();
      this.still = new StillCamera(this.video, this.stream.getVideoTracks()[0]);
      await this.still.ready;
    } catch {
      this.stream = null;
      this.querySelector("[data-no-camera]").hidden = false;
    }
  }

  // Says what the camera is for before the browser asks for the first time, and waits for the answer.
  async isAllowed() {
    const permission = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
    if (permission?.state === "denied" || !await isUnasked(permission)) return true;
    const request = this.querySelector(".camera-request");
    request.hidden = false;
    request.querySelector(".primary").focus();
    const action = await new Promise((resolve) => {
      for (const button of request.querySelectorAll("[data-action]")) button.addEventListener("click", () => resolve(button.dataset.action));
    });
    request.hidden = true;
    return action === "askForCamera";
  }

  async openEngine() {
    if (!this.dataset.engine) return;
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(reject, patience); });
    try {
      this.modules = await import(this.dataset.engine);
      this.engine = await Promise.race([this.modules.Recto.load(), late]);
    } catch { this.engine = null; } finally { clearTimeout(timer); }
  }

  // Follows the page in the camera's pictures.
  async follow() {
    if (!this.engine || !this.stream) return;
    await this.scanner?.close().catch(() => {});
    const scanner = new this.modules.Scanner(this.video, { recto: this.engine, automatic: this.querySelector("[data-automatic]").checked });
    this.scanner = scanner;
    scanner.addEventListener("page", ({ detail }) => this.draw(detail));
    scanner.addEventListener("guidance", ({ detail }) => this.prompt(detail.guidance));
    scanner.addEventListener("capture", ({ detail }) => this.capture(detail.page));
    scanner.addEventListener("error", () => this.giveUp());
    await scanner.start().catch(() => this.giveUp());
  }

  // The shutter goes on.
  giveUp() {
    this.engine?.close();
    this.engine = this.scanner = null;
    this.outline.setAttribute("points", "");
    this.dataset.ready = "plain";
    this.prompt("manual");
  }

  draw({ width, height, page }) {
    this.outline.parentElement.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.outline.setAttribute("points", (page?.corners ?? []).map(({ x, y }) => `${x},${y}`).join(" "));
  }

  // MARK: Pages

  // Takes the sharpest picture there is. The page is found in it again.
  // - seen: the page as the engine captured it.
  async capture(seen) {
    seen?.free();
    const bytes = await this.still.take();
    navigator.vibrate?.(30);
    await this.keep(new Blob([bytes], { type: "image/jpeg" }));
  }

  // One picture after the other, in their order.
  keep(file) {
    this.keeping = (this.keeping ?? Promise.resolve()).then(() => this.store(file)).catch(() => this.prompt("notKept"));
    return this.keeping;
  }

  async store(file) {
    if (this.scan.pages.length >= Number(this.dataset.limit)) return this.prompt("limit");
    if ((await tellRoom(this.querySelector("[data-room]"))) === "full") throw new Error("full");
    const { corners, turns, thumbnail } = await this.look(file).catch(() => ({ corners: null, turns: null, thumbnail: null }));
    const page = { corners, turns, filter: this.filter.value };
    // Whoever scans does not leave the screen, though they do not touch it.
    dispatchEvent(new Event("used"));
    this.scan = await addPage(this.scan, page, file, thumbnail ?? (await this.small(file).catch(() => null)));
    await this.show();
  }

  // The page's corners in a picture, how it is turned to be upright, and how it looks flat and filtered; without the engine nothing.
  async look(file) {
    if (!this.engine) return { corners: null, turns: null, thumbnail: null };
    const page = await this.engine.scan(file);
    try {
      const rendered = await page.render({ filter: this.filter.value, dpi: thumbnailDPI });
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [rendered.width, rendered.height];
      canvas.getContext("2d").putImageData(rendered.toImageData(), 0, 0);
      const corners = page.detection?.corners.flatMap(({ x, y }) => [x, y]) ?? null;
      const { rotation, confidence } = await page.suggestRotation();
      // Where it is not sure the station finds it out.
      const turns = rotation !== null && confidence >= sureConfidence ? rotation / 90 : null;
      return { corners, turns, thumbnail: await jpeg(canvas) };
    } finally { page.free(); }
  }

  async small(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, thumbnailSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return jpeg(canvas);
  }

  async show() {
    const last = this.scan.pages.at(-1);
    const link = this.querySelector(".offline-last");
    link.hidden = !last;
    this.done.disabled = !last;
    this.dataset.pages = this.scan.pages.length;
    if (!last) return;
    link.href = `/offline#scan=${this.scan.id}`;
    const image = link.querySelector("img");
    image.src = await pictureOf(last.key);
    image.dataset.turns = last.turns ?? 0;
    link.querySelector(".offline-count").textContent = this.scan.pages.length;
  }
}

customElements.define("st-offline-scanner", OfflineScanner);
