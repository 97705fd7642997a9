// Parts of a screen that are loaded later. Each has a skeleton if it takes long, and a message if it fails: see
// `PartView`.
import { dismiss, tell, Wait, warnLate, whenBack } from "/web/patterns/skeleton-loading/skeleton.js";
import { screen } from "/web/swap.js";

class Part extends HTMLElement {
  connectedCallback() {
    // Do not reload the whole screen.
    this.addEventListener("click", (event) => {
      if (!event.target.closest("[data-action=reload]")) return;
      event.stopPropagation();
      this.load();
    });
    this.load();
  }

  async load() {
    // Only the newest attempt counts.
    const attempt = this.attempt = Symbol();
    this.clear();
    const wait = new Wait(() => this.show("skeleton"), () => warnLate(() => this.load()));
    try {
      const next = await screen(this.dataset.loads);
      const content = next.getElementById(this.id);
      if (!content) throw new Error();
      if (attempt === this.attempt) this.replaceWith(document.adoptNode(content));
    } catch (error) {
      // The browser throws a TypeError if there was no answer.
      if (attempt !== this.attempt) return;
      const isUnreachable = error instanceof TypeError;
      this.show(isUnreachable ? "unreachable" : "failed");
      if (isUnreachable) whenBack(() => attempt === this.attempt && this.isConnected, () => this.load());
    } finally {
      wait.end();
      // Another part may still be loading.
      if (attempt === this.attempt && !document.querySelector("st-part[aria-busy]")) {
        tell("");
        dismiss();
      }
    }
  }

  // Keeps the templates.
  clear() {
    for (const element of this.querySelectorAll(":scope > :not(template, noscript)")) element.remove();
    this.removeAttribute("aria-busy");
  }

  show(name) {
    this.clear();
    this.append(this.querySelector(`template[data-${name}]`).content.cloneNode(true));
    if (name !== "skeleton") return;
    this.setAttribute("aria-busy", "true");
    tell(this.dataset.label);
  }
}

customElements.define("st-part", Part);
