// The checkout indicator: it spins during a task and then shows the result. It blocks the screen.

export class Checkout {
  constructor(dialog) {
    this.dialog = dialog;
    this.label = dialog.querySelector(".checkout-label");
    this.ring = dialog.querySelector(".checkout-ring");
    this.part = dialog.querySelector(".ring-part");
    dialog.querySelector("[data-checkout-close]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-checkout-stop]")?.addEventListener("click", () => this.stop?.());
    // Browsers close a dialog on the second Escape without an event, so handle the key here.
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || dialog.dataset.state !== "processing") return;
      event.preventDefault();
      this.stop?.();
    });
  }

  begin(stop) {
    this.stop = stop;
    this.turn("processing");
    this.tell({});
    this.dialog.showModal();
  }

  // The progress, 0 to 1, if it is known.
  tell({ text, share }) {
    if (text && this.label.textContent !== text) this.label.textContent = text;
    if (share === undefined) {
      this.ring.removeAttribute("aria-valuenow");
      this.part.setAttribute("stroke-dasharray", "25 75");
    } else {
      const percent = Math.round(100 * share);
      this.ring.setAttribute("aria-valuenow", percent);
      this.part.setAttribute("stroke-dasharray", `${Math.max(percent, 4)} 100`);
    }
  }

  // Resolves once the success has been shown.
  succeed(text) {
    this.turn("success", text);
    return new Promise((resolve) => setTimeout(resolve, Number(this.dialog.dataset.stays)));
  }

  // - isGone: whether nothing is left on this page to continue with.
  fail(reason, isGone = false) {
    this.turn("failure");
    this.dialog.querySelector("[data-checkout-library]").hidden = !isGone;
    this.dialog.querySelector(".checkout-reason").textContent = reason;
    this.dialog.querySelector("[data-checkout-close]").focus();
  }

  turn(state, text) {
    this.dialog.dataset.state = state;
    this.label.textContent = text ?? this.label.dataset[state];
    this.dialog.querySelector(".checkout-reason").textContent = "";
  }

  close() { this.dialog.close(); }
}
