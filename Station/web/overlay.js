// The overlay on a part of a screen that is being updated: the indicator from the template inside.
export class Overlay {
  // Returns the overlay for the marked element inside.
  static of(part) {
    const template = part?.querySelector("template[data-overlay]");
    return template ? new Overlay(template.parentElement) : null;
  }

  constructor(place) {
    this.place = place;
    this.element = place.querySelector("template[data-overlay]").content.firstElementChild.cloneNode(true);
    place.setAttribute("aria-busy", "true");
    place.append(this.element);
  }

  end() {
    this.element.remove();
    this.place.removeAttribute("aria-busy");
  }
}
