// The checkout indicator: it turns while a task is done, and then shows what came of it. It keeps the person from all else.

export class Checkout {
  constructor(dialog) {
    this.dialog = dialog;
    this.label = dialog.querySelector(".checkout-label");
    this.ring = dialog.querySelector(".checkout-ring");
    this.part = dialog.querySelector(".ring-part");
    dialog.querySelector("[data-checkout-close]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-checkout-stop]")?.addEventListener("click", () => this.stop?.());
    // A second Escape would close the dialog without asking: the key is taken before that.
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

  // How far it is, between 0 and 1, where that is known.
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

  // Gives control back once the success has been seen.
  succeed(text) {
    this.turn("success", text);
    return new Promise((resolve) => setTimeout(resolve, Number(this.dialog.dataset.stays)));
  }

  fail(reason) {
    this.turn("failure");
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
