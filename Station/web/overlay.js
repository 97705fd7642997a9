// The overlay on a part of a screen while the station updates it: the indicator of the template inside.
export class Overlay {
  // On the element inside that is marked for it.
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
