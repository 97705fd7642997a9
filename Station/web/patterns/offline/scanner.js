// The offline scanner. The browser's engine outlines the page, guides the person, captures automatically and shows
// the flattened page. The original picture is stored with the page's corners, from which the station creates the
// page. If the engine does not run, the shutter takes pictures in which the station finds the pages.
import { isUnasked, noteAllowed } from "/web/patterns/camera-request/camera-request.js";
import { StillCamera } from "/web/patterns/live-view/still-camera.js";
import { isSamePage, signature } from "/web/patterns/offline/rules.js";
import { fact, outbox, setThumbnail } from "/web/patterns/offline/store.js";
import { ready, say, tellRoom } from "/web/patterns/offline/status.js";
import { addPage, change, currentScan, finish, pictureOf } from "/web/patterns/offline/pages.js";

const thumbnailDPI = 70;
const thumbnailSide = 640;
const signatureDPI = 36;
const quality = 0.85;
const sureConfidence = 0.8;
const patience = 10_000;

// HEIC and AVIF, which the station can read even if the browser cannot (ISO/IEC 14496-12, section 4.3).
async function isOfPhone(file) { return (await file.slice(4, 8).text()) === "ftyp"; }

function isPicture(file) { return createImageBitmap(file).then((picture) => { picture.close(); return true; }, () => isOfPhone(file)); }

function jpeg(canvas) { return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality)); }

class OfflineScanner extends HTMLElement {
  // The number of pictures not yet on disk, and what they wait for.
  pending = 0;
  adding = Promise.resolve();
  looking = Promise.resolve();

  async connectedCallback() {
    this.video = this.querySelector("video");
    this.outline = this.querySelector(".offline-outline polygon");
    this.shutter = this.querySelector("[data-shutter]");
    this.done = this.querySelector("[data-done]");
    this.filter = this.querySelector(".offline-filter");
    this.person = await ready;
    this.querySelector("[data-stranger]").hidden = this.person !== null;
    if (!this.person) return;
    // Earlier scans are hidden while the screen is locked.
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
    this.shutter.addEventListener("click", () => {
      this.isAsked = true;
      this.asking = this.scanner ? this.scanner.capture().catch(() => this.capture()) : this.capture();
    });
    this.done.addEventListener("click", async () => {
      await this.stored();
      this.scan = await finish(this.scan);
      location.assign("/offline");
    });
    for (const link of this.querySelectorAll("a[href]")) {
      link.addEventListener("click", async (event) => {
        if (this.pending === 0 && !this.isAsked) return;
        event.preventDefault();
        await this.stored();
        location.assign(link.href);
      });
    }
    this.querySelector("#offline-files").addEventListener("change", async ({ target }) => {
      const files = [...target.files];
      target.value = "";
      this.tellTrouble([]);
      const troubles = [];
      for (const file of files) troubles.push(await this.store(async () => file));
      this.tellTrouble(troubles.filter(Boolean));
    });
    this.querySelector("[data-automatic]").addEventListener("change", () => this.follow());
  }

  // Successful captures are announced after they have been stored.
  guide(name) {
    this.guidance = name;
    if (this.pending === 0) this.prompt(name);
  }

  prompt(name, values) {
    const text = say(this, name, values);
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

  // Explains the camera access before the browser asks for the first time, and waits for the answer.
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

  // Tracks the page in the camera's pictures.
  async follow() {
    if (!this.engine || !this.stream) return;
    await this.scanner?.close().catch(() => {});
    const scanner = new this.modules.Scanner(this.video, { recto: this.engine, automatic: this.querySelector("[data-automatic]").checked });
    this.scanner = scanner;
    this.isFirst = true;
    scanner.addEventListener("page", ({ detail }) => this.draw(detail));
    scanner.addEventListener("guidance", ({ detail }) => this.guide(detail.guidance));
    scanner.addEventListener("capture", ({ detail }) => this.capture(detail.page));
    scanner.addEventListener("error", () => this.giveUp());
    await scanner.start().catch(() => this.giveUp());
  }

  // Falls back to the shutter.
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

  // Takes the sharpest available picture, and finds the page in it again.
  // - seen: the page as captured by the engine.
  async capture(seen) {
    const sign = seen ? this.sign(seen).catch(() => null) : null;
    // A newly started engine does not know the last captured page. Pressing the shutter captures it again.
    const before = this.isFirst && !this.isAsked ? this.scan.pages.at(-1)?.signature : null;
    this.isFirst = this.isAsked = false;
    const trouble = await this.store(async () => {
      if (before && isSamePage(await sign, before)) return null;
      const bytes = await this.still.take();
      navigator.vibrate?.(30);
      return new Blob([bytes], { type: "image/jpeg" });
    }, sign);
    this.tellTrouble(trouble ? [trouble] : []);
  }

  async sign(seen) {
    try { return signature(await seen.render({ filter: "grayscale", dpi: signatureDPI })); } finally { seen.free(); }
  }

  // Stores pictures one after another in order. Each is stored immediately, and the engine's results later: leaving
  // the screen loses nothing, because the station can find the page, too. Resolves to a message if the picture is not
  // stored.
  // - take: the picture; `null` if there is none to store.
  // - sign: the page's signature, if known.
  async store(take, sign = null) {
    this.pending += 1;
    this.prompt("capturing");
    const filter = this.filter.value;
    const taken = take();
    const adding = Promise.all([taken, sign, this.adding]).then(([file, signature]) => (file ? this.add(file, filter, signature) : {})).catch(() => ({ trouble: "notKept" }));
    this.adding = adding;
    const { key, trouble, values } = await adding;
    this.pending -= 1;
    if (this.pending === 0) this.prompt((this.scanner && this.guidance) ?? (key ? "captured" : "manual"));
    if (trouble) return say(this, trouble, values);
    if (key) this.looking = Promise.all([taken, this.looking]).then(([file]) => this.find(key, file, filter)).catch(() => {});
    return null;
  }

  tellTrouble(texts) {
    const place = this.querySelector("[data-trouble]");
    place.textContent = texts.join(" ");
    place.hidden = texts.length === 0;
  }

  // Waits until all captures are on disk, including one in progress. A requested capture for which the engine has not
  // seen a picture since is taken now.
  async stored() {
    await this.scanner?.close().catch(() => {});
    await this.asking;
    if (this.isAsked) this.capture();
    while (this.pending > 0) await this.adding;
    await this.looking;
  }

  // Resolves to the key of the page, or to a message if it is not stored.
  async add(file, filter, signature) {
    if (this.scan.pages.length >= Number(this.dataset.limit)) return { trouble: "limit" };
    if ((await tellRoom(this.querySelector("[data-room]"))) === "full") return { trouble: "notKept" };
    if (!(await isPicture(file))) return { trouble: "noPicture", values: { name: file.name } };
    // Scanning counts as activity, although the screen is not touched.
    dispatchEvent(new Event("used"));
    this.scan = await addPage(this.scan, { filter, signature }, file);
    await this.show();
    return this.scan.pages.at(-1);
  }

  async find(key, file, filter) {
    const { thumbnail, ...page } = await this.look(file, filter).catch(() => ({ thumbnail: null }));
    await setThumbnail(key, thumbnail ?? (await this.small(file)));
    this.scan = await change(this.scan.id, { kind: "page", key, page });
    await this.show();
  }

  // Finds the page's corners, its upright rotation and its signature; returns nothing without the engine.
  async look(file, filter) {
    if (!this.engine) return { thumbnail: null };
    const page = await this.engine.scan(file);
    try {
      const rendered = await page.render({ filter, dpi: thumbnailDPI });
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [rendered.width, rendered.height];
      canvas.getContext("2d").putImageData(rendered.toImageData(), 0, 0);
      const corners = page.detection?.corners.flatMap(({ x, y }) => [x, y]) ?? null;
      const { rotation, confidence } = await page.suggestRotation();
      // If the direction is uncertain, the station determines it.
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
