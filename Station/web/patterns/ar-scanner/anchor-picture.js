// Uploads the picture of a new scene. The response shows its quality.
import { request } from "/web/network.js";
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";

class AnchorPicture extends HTMLElement {
  connectedCallback() {
    this.checkout = new Checkout(document.getElementById("checkout-analyze"));
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
    this.addEventListener("click", (event) => { if (event.target.closest("[data-action=upload]")) this.send(this.file); });
    // If canceled, the browser stays on this page.
    this.querySelector("form")?.addEventListener("leaves", () => this.checkout.begin(() => { window.stop(); this.checkout.close(); }));
    // Back from the next step, the browser may restore this page from its cache.
    addEventListener("pageshow", () => this.checkout.close());
  }

  async send(file) {
    if (!file) return;
    this.file = file;
    this.querySelector(".message")?.remove();
    const stopping = new AbortController();
    this.checkout.begin(() => stopping.abort());
    try {
      const options = { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" }, signal: stopping.signal };
      const answer = await request(this.dataset.target, options);
      if (!answer.url.includes("refused=")) await this.checkout.succeed();
      location.assign(answer.url);
    } catch (error) {
      if (error.name === "AbortError") return this.checkout.close();
      this.checkout.fail(this.dataset.noAnswer);
      this.querySelector(".dropzone").after(this.querySelector("template[data-failed]").content.cloneNode(true));
    }
  }
}

customElements.define("st-anchor-picture", AnchorPicture);
