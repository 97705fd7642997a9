// The camera view of the scanner.
import { Import } from "/web/import.js";
import { problems, reason, request } from "/web/network.js";
import { CaptureFeedback } from "/web/patterns/document-scanner/feedback.js";
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";
import { FrameRing, Gathering } from "/web/patterns/live-view/frame-ring.js";
import { Lens } from "/web/patterns/live-view/lens.js";
import { LiveView } from "/web/patterns/live-view/live-view.js";
import { StillCamera } from "/web/patterns/live-view/still-camera.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

// The maximum time to wait after a document's last capture before saving, in milliseconds, if no service worker sends
// its pictures.
const sendingTime = 1500;

class ScannerView extends LiveView {
  connectedCallback() {
    this.polygon = this.querySelector(".overlay polygon");
    super.connectedCallback();
  }

  get address() {
    return `/live/scan/${this.dataset.session}${this.dataset.replaces ? `?retake=${this.dataset.replaces}` : ""}`;
  }

  // Requests pictures as large as the camera's.
  get film() {
    return { facingMode: this.optics.facing, width: { ideal: 3840 }, height: { ideal: 2160 }, frameRate: { ideal: 30 } };
  }

  prepare(track) {
    this.still = new StillCamera(this.picture, track);
    this.ring = FrameRing.isWorthwhile ? new FrameRing(this.picture) : null;
    this.still.ready.then(() => { if (this.camera === "ready") this.tellCamera("ready"); });
    this.optics.offer(track);
  }

  // Nothing is captured behind a dialog, except a page that is in flight.
  get isWanted() { return super.isWanted && (this.wanted || !document.querySelector("dialog[open]")); }

  get lens() { return this.camera === "ready" ? { still: this.still.size, keepsFilm: Boolean(this.ring) && !this.still.isPhoto } : {}; }

  get resumption() {
    if (!this.display) return [];
    return [{ kind: "mode", mode: this.display.mode }, { kind: "subject", subject: this.display.subject },
      ...this.display.order ? [{ kind: "order", order: this.display.order }] : [], { kind: "filter", filter: this.display.filter }];
  }

  forget() {
    this.querySelector("[data-shutter]").disabled = true;
    this.feedback.progress(0);
    this.text("[data-live=prompt]", "");
  }

  // While a page lies still, full-size frames are buffered, to be merged into a sharper picture.
  see() {
    if (this.isAtRest && this.isWanted && !this.wanted) this.ring?.add(this.quad);
  }

  captured() {
    this.feedback.captured(this.pageBox);
    // A photo differs in size from the frames, and needs none.
    const gathers = this.held && this.ring?.isBegun && !this.still.isPhoto;
    this.gathering = gathers ? new Gathering(this.held.note.key, this.ring, this.quad) : null;
    if (gathers) this.ring = new FrameRing(this.picture);
    // People lay down pages without touching the screen.
    dispatchEvent(new Event("used"));
  }

  kept() { this.feedback.kept(); }

  listen() {
    super.listen();
    this.optics = new Lens(this);
    this.feedback = new CaptureFeedback(this);
    new Import(this, () => `/scan/${this.dataset.session}`, (last) => location.assign(last));
    addEventListener("pagehide", () => this.gathering?.release());
    this.on("[data-photo]", () => this.querySelector(".photo-file").click());
    document.addEventListener("keydown", (event) => this.keyDown(event));
    this.on("[data-shutter]", () => this.act({ kind: "shutter" }));
    this.on("[data-mode]", (button) => this.act({ kind: "mode", mode: button.dataset.mode }));
    this.querySelector("[data-subject]").addEventListener("change", (event) => this.act({ kind: "subject", subject: event.target.value }));
    this.querySelector("[data-order]").addEventListener("change", (event) => this.act({ kind: "order", order: event.target.value }));
    this.on("[data-filter]", (button) => this.act({ kind: "filter", filter: button.dataset.filter }));
    this.on("[data-keep]", () => this.act({ kind: "keep" }));
    this.on("[data-retake]", () => this.act({ kind: "retake", page: this.display.confirming }));
    this.on("[data-decide]", (button) => this.act({ kind: button.dataset.decide }));
    this.checkout = new Checkout(this.querySelector("dialog.checkout"));
    this.querySelector("form.save").addEventListener("submit", (event) => this.save(event));
    this.on("[data-leave]", () => this.leave("/documents"));
    this.querySelector(".profile-entry").addEventListener("click", (event) => {
      event.preventDefault();
      this.leave(event.currentTarget.getAttribute("href"));
    });
  }

  async save(event) {
    event.preventDefault();
    const { action, dataset } = event.target;
    this.checkout.begin();
    try {
      // A page that has just been captured belongs to the document.
      if (!await this.settled()) return this.fail(this.dataset.notSent);
      this.isLeaving = true;
      const answer = await request(action, { method: "POST", headers: problems });
      if (!answer.ok) return this.fail(await reason(answer, dataset.noAnswer));
      await Promise.all([this.checkout.succeed(), this.sent()]);
      // The station has reported that the document is saved. A toast with Undo must be shown on the next screen, too.
      const { href, pathname, searchParams } = new URL(answer.url);
      location.assign(searchParams.has("undo") ? href : pathname);
    } catch { this.fail(dataset.noAnswer); }
  }

  // Without a service worker, navigation would cancel the upload of the last page's frames.
  sent() {
    if (Gathering.outlastsScreen) return undefined;
    return Promise.race([this.sending, new Promise((resolve) => { setTimeout(resolve, sendingTime); })]);
  }

  fail(text) {
    this.isLeaving = false;
    this.checkout.fail(text);
  }

  // Space is the shutter, Escape goes back.
  keyDown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || document.querySelector("dialog[open], :popover-open")) return;
    // The selected mode has no other function.
    const isFree = !event.target.closest("a, button:not([data-mode][aria-pressed=true]), input, select");
    if (event.key === " " && isFree) {
      event.preventDefault();
      this.querySelector("[data-shutter]").click();
    }
    if (event.key === "Escape" && this.querySelectorAll(".confirming:not([hidden])").length === 0) {
      // Otherwise, the browser would close the dialog that it has just opened.
      event.preventDefault();
      this.leave("/documents");
    }
  }

  show(answer) {
    const display = answer.display;
    // A camera of the station captures its pages itself.
    if (this.dataset.source && display.pages > (this.display?.pages ?? display.pages)) {
      this.captured();
      this.kept();
    }
    this.display = display;
    if (answer.isFrameResult) this.feedback.progress(answer.progress);
    if (answer.isFrameResult) this.rest(answer);
    // The page is stored. The frames for a sharper picture are sent during the search for the next page.
    if (answer.frames && answer.frames.key === this.gathering?.key) this.sending = this.gathering.send(answer.frames);
    if (answer.isFrameResult && !this.sight?.isOwn || !display.outline) this.draw(answer.quad);
    this.text("[data-live=prompt]", display.prompt);
    this.text("[data-live=save]", display.save ?? "");
    this.querySelector(".save").hidden = !display.save;
    this.querySelector("[data-shutter]").disabled = !display.shutter;
    this.press("[data-mode]", "mode", display.mode);
    const subject = this.querySelector("[data-subject]");
    // Do not change an open list.
    if (subject.value !== display.subject) subject.value = display.subject;
    const order = this.querySelector("[data-order]");
    order.hidden = !display.order;
    if (display.order && order.value !== display.order) order.value = display.order;
    this.press("[data-filter]", "filter", display.filter);
    this.text("[data-live=retaking]", display.retaking ?? "");
    this.querySelector(".retaking").hidden = !display.retaking;
    this.querySelector(".drafts")?.toggleAttribute("hidden", display.pages > 0);
    this.showThumbnail(answer);
    this.showConfirmation(answer);
    this.showQuestion(answer);
    if (display.leaving) this.text("#leave-text", display.leaving);
    this.dataset.pages = display.pages;
  }

  // The station decides whether a page lies still. Once it is to be captured, its buffered frames are kept.
  rest({ quad, gathersFrames }) {
    if (!this.sight?.isOwn) this.quad = quad;
    this.isAtRest = gathersFrames && this.quad !== undefined;
    if (!this.isAtRest && !this.wanted) this.ring?.clear();
  }

  outline(quad) {
    this.quad = quad;
    if (this.display?.outline && !this.isLost) this.draw(quad);
  }

  draw(quad) {
    const { width, height } = this.pictureSize;
    const points = quad ? [0, 2, 4, 6].map((index) => `${quad[index] * width},${quad[index + 1] * height}`) : [];
    this.polygon.setAttribute("points", points.join(" "));
    if (quad) this.pageBox = this.polygon.getBoundingClientRect();
  }

  // Shows both pages of a book side by side, or a single picture.
  setPictures(view, picture, both) {
    const [first, facing] = view.querySelectorAll("img");
    this.setPicture(first, both?.[0] ?? picture);
    facing.hidden = !both;
    if (both) this.setPicture(facing, both[1]);
  }

  showThumbnail({ display, thumbnail, book }) {
    const link = this.querySelector(".thumbnail");
    link.hidden = !display.preview;
    if (!display.preview) return;
    link.setAttribute("aria-label", display.preview);
    link.href = `/scan/${this.dataset.session}/pages`;
    this.setPictures(link, thumbnail, book?.thumbnails);
  }

  // Asks about a page that differs from the one to be retaken.
  showQuestion({ display: { question }, picture }) {
    const view = this.querySelector(".deciding");
    const wasHidden = view.hidden;
    view.hidden = !question;
    this.cover(view, wasHidden);
    if (view.hidden) return;
    this.setPicture(view.querySelector("img"), picture);
    this.text("[data-live=question]", question.text);
    for (const [kind, label] of [["delete", question.delete], ["add", question.keep], ["replace", question.replace]]) this.text(`[data-decide=${kind}]`, label);
    if (wasHidden) view.querySelector("[data-decide=add]").focus();
  }

  showConfirmation({ display, picture, book, sharper }) {
    const view = this.querySelector(".checking");
    const wasHidden = view.hidden;
    view.hidden = display.confirming === undefined;
    this.cover(view, wasHidden);
    if (view.hidden) return;
    this.setPictures(view, picture, book?.pictures);
    this.text("[data-live=sharper]", sharper ?? "");
    view.querySelector(".made").hidden = !sharper;
    view.querySelector("[data-adjust]").href = `/scan/${this.dataset.session}/pages/${display.confirming}/${book ? "fold" : "adjust"}`;
    if (wasHidden) view.querySelector("[data-keep]").focus();
  }

  // While a scan is being confirmed, nothing else is reachable. Afterwards the next page is captured with the same
  // key.
  cover(view, wasHidden) {
    if (view.hidden === wasHidden) return;
    for (const part of this.children) if (!part.matches("dialog, .confirming")) part.inert = !view.hidden;
    if (view.hidden) this.querySelector("[data-shutter]").focus();
  }

  // Asks for confirmation if there are unsaved scans.
  async leave(to) {
    if (!await this.settled()) return warn(this.dataset.notSent);
    if (!this.display?.leaving) return location.assign(to);
    const question = this.querySelector("#leave");
    question.querySelector("form[method=post]").action = `/scan/leave?to=${encodeURIComponent(to)}`;
    question.showModal();
  }
}

customElements.define("st-scanner", ScannerView);
