// The scan of an activation code, with the camera or in the person's photos.
import { LiveView } from "/web/patterns/live-view/live-view.js";
import { pictureKinds } from "/web/patterns/live-view/sight.js";

class CodeScannerView extends LiveView {
  connectedCallback() {
    this.shade = this.part("path");
    this.guide = this.part("rect");
    this.polygon = this.part("polygon");
    this.roll = this.querySelector(".roll");
    super.connectedCallback();
  }

  part(name) { return this.querySelector(`.overlay ${name}`); }

  get address() { return this.dataset.channel; }

  get resumption() {
    const { length } = this.querySelectorAll(".photo-strip li");
    return length ? [{ kind: "allowPhotos", count: length }] : [];
  }

  listen() {
    super.listen();
    this.on("[data-strip]", () => { if (!this.wasPulled) this.act({ kind: "toggleStrip" }); });
    this.on("[data-gallery]", () => this.querySelector("input.one").click());
    this.on("[data-allow]", () => this.querySelector("input.several").click());
    this.querySelector("input.one").addEventListener("change", (event) => this.sendPhoto(event.target.files[0]));
    this.querySelector("input.several").addEventListener("change", (event) => this.showPhotos(event.target.files));
    this.on("[data-action=activate]", () => this.querySelector(".success form").submit());
    this.listenToPulls(this.querySelector("[data-strip]"));
  }

  // MARK: Photos

  showPhotos(files) {
    const photos = [...files].map((file, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", this.dataset.photoLabel.replace("{n}", index + 1).replace("{n}", () => file.name));
      const image = document.createElement("img");
      image.alt = "";
      image.src = URL.createObjectURL(file);
      button.append(image);
      button.addEventListener("click", () => this.sendPhoto(file));
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    this.querySelector(".photo-strip").replaceChildren(...photos);
    this.act({ kind: "allowPhotos", count: photos.length });
  }

  async sendPhoto(file) {
    if (file) this.sendPicture(pictureKinds.photo, await file.arrayBuffer());
  }

  // The strip follows the finger, and the station decides where it snaps to.
  listenToPulls(chevron) {
    chevron.addEventListener("pointerdown", (event) => {
      this.pull = { y: event.clientY, height: this.querySelector(".photo-strip").offsetHeight || 88, isOpen: chevron.ariaExpanded === "true", moved: 0 };
      chevron.setPointerCapture(event.pointerId);
    });
    chevron.addEventListener("pointermove", (event) => {
      if (!this.pull) return;
      this.pull.moved = event.clientY - this.pull.y;
      const shift = Math.max(0, this.pull.moved);
      if (this.pull.isOpen) this.roll.style.transform = `translateY(${shift}px)`;
    });
    const end = (event) => {
      const { pull } = this;
      this.pull = null;
      this.roll.style.transform = "";
      // A short touch is a click. The click after a drag is ignored.
      if (!pull || Math.abs(pull.moved) < 8) return;
      this.wasPulled = true;
      setTimeout(() => { this.wasPulled = false; });
      this.act({ kind: "letGoOfStrip", share: (pull.isOpen ? 0 : 1) + pull.moved / pull.height });
    };
    chevron.addEventListener("pointerup", end);
    chevron.addEventListener("pointercancel", () => { this.pull = null; this.roll.style.transform = ""; });
  }

  // MARK: Display

  show({ display, guide, quad, code, place }) {
    this.dataset.feedback = display.feedback;
    this.text("[data-live=prompt]", display.prompt);
    this.showGuide(display.guide, guide);
    this.showStrip(display.strip);
    const { width, height } = this.pictureSize;
    const points = quad ? [0, 2, 4, 6].map((index) => `${quad[index] * width},${quad[index + 1] * height}`) : [];
    this.polygon.setAttribute("points", points.join(" "));
    if (code) this.showSuccess(code, place);
  }

  showGuide(isShown, guide) {
    this.overlay.classList.toggle("guided", isShown);
    if (!guide) return;
    const { width, height } = this.pictureSize;
    const [left, top, side] = [guide[0] * width, guide[1] * height, guide[2] * width];
    for (const [name, value] of Object.entries({ x: left, y: top, width: side, height: side })) this.guide.setAttribute(name, value);
    this.shade.setAttribute("d", `M0 0h${width}v${height}H0zM${left} ${top}h${side}v${side}h${-side}z`);
  }

  showStrip(strip) {
    this.roll.hidden = !strip.isShown;
    this.roll.classList.toggle("collapsed", !strip.isExpanded);
    this.querySelector("[data-ask]").hidden = strip.isShown;
    const chevron = this.querySelector("[data-strip]");
    chevron.ariaExpanded = strip.isExpanded;
    chevron.ariaLabel = strip.chevronLabel;
    chevron.firstElementChild.className = `icon icon-${strip.chevronIcon}`;
    this.querySelector(".photo-strip").inert = !strip.isExpanded;
  }

  // - place: the labeled place, if any.
  showSuccess(code, place) {
    const view = this.querySelector(".success");
    if (!view.hidden) return;
    if (place) view.querySelector("h2").textContent = place;
    view.querySelector("input[name=code]").value = code;
    view.hidden = false;
    this.stop();
    view.querySelector("button").focus();
  }
}

customElements.define("st-code-scanner", CodeScannerView);
