// The camera view of the scanner.
import { Import } from "/web/import.js";
import { problems, reason, request } from "/web/network.js";
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";
import { LiveView } from "/web/patterns/live-view/live-view.js";

class ScannerView extends LiveView {
  connectedCallback() {
    this.polygon = this.querySelector(".overlay polygon");
    super.connectedCallback();
  }

  get address() {
    return `/live/scan/${this.dataset.session}${this.dataset.replaces ? `?retake=${this.dataset.replaces}` : ""}`;
  }

  get resumption() { return [{ kind: "mode", mode: this.display?.mode ?? "automatic" }]; }

  listen() {
    super.listen();
    this.importer = new Import(this, `/scan/${this.dataset.session}/import`);
    this.on("[data-shutter]", () => this.act({ kind: "shutter" }));
    this.on("[data-mode]", (button) => this.act({ kind: "mode", mode: button.dataset.mode }));
    this.on("[data-filter]", (button) => this.act({ kind: "filter", filter: button.dataset.filter }));
    this.on("[data-keep]", () => this.act({ kind: "keep" }));
    this.on("[data-retake]", () => this.act({ kind: "retake", page: this.display.confirming }));
    this.checkout = new Checkout(this.querySelector("dialog.checkout"));
    this.querySelector("form.save").addEventListener("submit", (event) => this.save(event));
    this.on("[data-leave]", () => this.leave());
    this.querySelector("input[type=file]").addEventListener("change", (event) => this.import(event.target.files));
  }

  async save(event) {
    event.preventDefault();
    const { action, dataset } = event.target;
    this.checkout.begin();
    try {
      const answer = await request(action, { method: "POST", headers: problems });
      if (!answer.ok) return this.checkout.fail(await reason(answer, dataset.noAnswer));
      await this.checkout.succeed();
      location.assign(answer.url);
    } catch { this.checkout.fail(dataset.noAnswer); }
  }

  async import(files) {
    const last = await this.importer.run(files);
    if (last) location.assign(last);
  }

  show(answer) {
    const display = answer.display;
    this.display = display;
    if (answer.isFrameResult || !display.outline) this.draw(answer.quad);
    this.text("[data-live=prompt]", display.prompt);
    this.text("[data-live=save]", display.save ?? "");
    this.querySelector(".save").hidden = !display.save;
    this.querySelector("[data-shutter]").disabled = !display.shutter;
    this.press("[data-mode]", "mode", display.mode);
    this.press("[data-filter]", "filter", display.filter);
    this.showThumbnail(answer);
    this.showConfirmation(answer);
    if (display.leaving) this.text("#leave-text", display.leaving);
    this.dataset.pages = display.pages;
  }

  draw(quad) {
    const { width, height } = this.pictureSize;
    const points = quad ? [0, 2, 4, 6].map((index) => `${quad[index] * width},${quad[index + 1] * height}`) : [];
    this.polygon.setAttribute("points", points.join(" "));
  }

  showThumbnail({ display, thumbnail }) {
    const link = this.querySelector(".thumbnail");
    link.hidden = !display.preview;
    if (!display.preview) return;
    link.setAttribute("aria-label", display.preview);
    link.href = `/scan/${this.dataset.session}/pages`;
    this.setPicture(link.querySelector("img"), thumbnail);
  }

  showConfirmation({ display, picture }) {
    const view = this.querySelector(".confirming");
    const wasHidden = view.hidden;
    view.hidden = display.confirming === undefined;
    if (view.hidden) return;
    this.setPicture(view.querySelector("img"), picture);
    view.querySelector("[data-adjust]").href = `/scan/${this.dataset.session}/pages/${display.confirming}/adjust`;
    if (wasHidden) view.querySelector("[data-keep]").focus();
  }

  leave() {
    if (this.display?.leaving) this.querySelector("#leave").showModal();
    else location.assign("/documents");
  }
}

customElements.define("st-scanner", ScannerView);
