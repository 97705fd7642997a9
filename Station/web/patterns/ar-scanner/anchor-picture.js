// Uploads the picture of a new scene. The answer shows its quality.
import { request } from "/web/network.js";
import { Overlay } from "/web/overlay.js";

class AnchorPicture extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input[type=file]");
    const zone = this.querySelector(".dropzone");
    input.addEventListener("change", () => this.send(input.files[0]));
    zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
    zone.addEventListener("dragleave", () => zone.classList.remove("over"));
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      this.send(event.dataTransfer.files[0]);
    });
    this.querySelector("form")?.addEventListener("submit", () => this.begin());
    // Back from the next step, the browser may restore this page from its cache.
    addEventListener("pageshow", () => this.end());
  }

  begin() { this.overlay ??= new Overlay(this); }

  end() {
    this.overlay?.end();
    this.overlay = null;
  }

  async send(file) {
    if (!file) return;
    this.begin();
    try {
      const answer = await request(this.dataset.target, { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } });
      location.assign(answer.url);
    } catch { this.end(); }
  }
}

customElements.define("st-anchor-picture", AnchorPicture);
