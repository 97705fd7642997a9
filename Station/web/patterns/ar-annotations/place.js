// The position of an annotation in its form. The marker follows the fields, and a tap on the picture fills them in.

class Place extends HTMLElement {
  connectedCallback() {
    this.fields = ["across", "down"].map((name) => this.closest("form").elements[name]);
    for (const field of this.fields) field.addEventListener("input", () => this.put());
    this.closest("form").addEventListener("reset", () => setTimeout(() => this.put()));
    const picture = this.querySelector("img");
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const shares = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      for (const [index, field] of this.fields.entries()) field.value = Math.round(100 * shares[index]);
      this.put();
    });
    this.put();
  }

  put() {
    const mark = this.querySelector(".place-mark");
    [mark.style.left, mark.style.top] = this.fields.map((field) => `${Math.min(Math.max(field.valueAsNumber || 0, 0), 100)}%`);
  }
}

customElements.define("st-place", Place);
