// The camera view of a scene: markers follow the anchor, cards stay on the screen.
import { LiveView } from "/web/patterns/live-view/live-view.js";

const settleTime = 120;

class ArView extends LiveView {
  connectedCallback() {
    this.view = this.querySelector(".view");
    this.outline = this.querySelector(".match-outline");
    this.indicator = this.querySelector(".indicator");
    this.line = this.querySelector(".connector line");
    this.places = [...this.querySelectorAll(".marker-place")];
    this.markers = [...this.querySelectorAll("[data-marker]")];
    this.cards = [...this.querySelectorAll("[data-card]")];
    this.strip = this.querySelector(".ar-cards");
    super.connectedCallback();
    new ResizeObserver(() => this.act(this.viewAction)).observe(this.view);
  }

  get address() { return `/live/ar/${this.dataset.scene}`; }

  get resumption() {
    return [this.viewAction, ...(this.display && this.display.phase !== "coaching" ? [{ kind: "scan" }] : [])];
  }

  get viewAction() { return { kind: "view", aspect: this.view.clientWidth / this.view.clientHeight }; }

  get isWanted() { return super.isWanted && this.display?.processesFrames; }

  listen() {
    super.listen();
    this.on("[data-scan]", () => this.act({ kind: "scan" }));
    this.on("[data-coach]", () => this.act({ kind: "coach" }));
    this.on("[data-marker]", (marker) => this.choose({ kind: "select", index: Number(marker.dataset.marker) }));
    this.on("[data-card]", (card) => this.choose({ kind: "card", index: Number(card.dataset.card) }));
    this.on("[data-back]", () => this.choose({ kind: "back" }));
    this.querySelector("[data-leave]").addEventListener("click", (event) => this.leave(event));
    this.view.addEventListener("click", (event) => { if (!event.target.closest("button, a")) this.choose({ kind: "back" }); });
    this.addEventListener("keydown", (event) => { if (event.key === "Escape") this.choose({ kind: "back" }); });
    this.strip?.addEventListener("keydown", (event) => this.turn(event));
    this.strip?.addEventListener("focusin", (event) => {
      // Handle keyboard focus. A tap names its card itself.
      if (!this.isFocusing && event.target.matches("[data-card]:focus-visible")) this.choose({ kind: "select", index: Number(event.target.dataset.card) });
    });
    this.listenToSwipes();
  }

  // A swipe ends when the strip has come to rest and no finger is on it.
  listenToSwipes() {
    const begin = () => {
      // The strip may still be sliding by script. The card in the middle is then not the person's choice.
      if (!this.isSwiped) clearTimeout(this.settling);
      this.isSwiped = true;
    };
    const wait = () => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.settle(), settleTime);
    };
    const touch = (event) => { this.isHeld = event.touches.length > 0; };
    for (const name of ["pointerdown", "touchstart", "wheel"]) this.strip?.addEventListener(name, begin, { passive: true });
    for (const name of ["touchstart", "touchend", "touchcancel"]) this.strip?.addEventListener(name, touch, { passive: true });
    for (const name of ["scroll", "touchend", "touchcancel"]) this.strip?.addEventListener(name, wait, { passive: true });
  }

  // Makes a choice by a tap or a key, which overrides a swipe in progress.
  choose(action) {
    clearTimeout(this.settling);
    this.isSwiped = false;
    this.act(action);
  }

  turn(event) {
    const kind = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
    if (!kind) return;
    event.preventDefault();
    this.choose({ kind });
  }

  // Back to the previous screen, if there is one.
  leave(event) {
    const from = document.referrer && new URL(document.referrer);
    if (!from || from.origin !== location.origin || from.pathname === location.pathname) return;
    event.preventDefault();
    history.back();
  }

  // MARK: Display

  show({ display, markers, indicator, outline }) {
    const before = this.display;
    this.display = display;
    this.dataset.phase = display.phase;
    this.toggleAttribute("data-guide", display.guide);
    this.toggleAttribute("data-indicator", display.indicator);
    this.toggleAttribute("data-markers", display.markers);
    this.toggleAttribute("data-selected", display.selected !== undefined);
    this.text("[data-live=prompt]", display.prompt);
    this.text("[data-live=button]", display.button);
    this.text("[data-live=announcement]", display.announcement);
    if (indicator) this.put(this.indicator, indicator);
    if (outline) this.draw(outline);
    this.showMarkers(markers, display.selected);
    if (before?.phase !== display.phase) this.enter(display.phase, before?.phase);
    if (before?.selected !== display.selected) this.select(display.selected, before?.selected);
    if (before?.detail !== display.detail || before?.selected !== display.selected) this.showDetail(display, before);
  }

  // While the instructions are open, the rest cannot be reached, and vice versa.
  enter(phase, before) {
    const coaching = this.querySelector(".coaching");
    coaching.inert = phase !== "coaching";
    const preview = this.querySelector("[data-coach]");
    preview.setAttribute("aria-expanded", phase === "coaching");
    if (before === "coaching") preview.focus({ preventScroll: true });
    if (before && phase === "coaching") this.querySelector("[data-scan]").focus({ preventScroll: true });
  }

  // The picture covers the view and is cropped.
  position({ x, y }) {
    const { width, height } = this.pictureSize;
    const { clientWidth, clientHeight } = this.view;
    const scale = Math.max(clientWidth / width, clientHeight / height);
    return [clientWidth / 2 + (x - 0.5) * width * scale, clientHeight / 2 + (y - 0.5) * height * scale];
  }

  put(element, place) {
    const [x, y] = this.position(place);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  draw(outline) {
    const { width, height } = this.pictureSize;
    this.outline.setAttribute("points", [0, 2, 4, 6].map((index) => `${outline[index] * width},${outline[index + 1] * height}`).join(" "));
  }

  showMarkers(markers, selected) {
    this.shown = markers;
    for (const [index, place] of this.places.entries()) {
      place.hidden = !markers[index]?.isVisible;
      if (!place.hidden) this.put(place, markers[index]);
      this.markers[index].setAttribute("aria-pressed", index === selected);
    }
    this.drawConnector();
  }

  select(selected, before) {
    for (const [index, card] of this.cards.entries()) card.setAttribute("aria-pressed", index === selected);
    if (selected === undefined) return;
    const card = this.cards[selected];
    // Cards that slide by script are not swiped by the person.
    this.isSwiped = false;
    const left = card.parentElement.offsetLeft - (this.strip.clientWidth - card.parentElement.clientWidth) / 2;
    this.strip.scrollTo({ left, behavior: before === undefined ? "instant" : "auto" });
    if (this.strip.contains(document.activeElement)) this.focusCard(selected);
    this.follow();
  }

  // A card that is swiped into the middle becomes selected.
  settle() {
    if (!this.isSwiped || this.isHeld || this.display?.selected === undefined) return;
    const middle = this.strip.scrollLeft + this.strip.clientWidth / 2;
    const away = this.cards.map((card) => Math.abs(card.parentElement.offsetLeft + card.parentElement.clientWidth / 2 - middle));
    const index = away.indexOf(Math.min(...away));
    if (index !== this.display.selected) this.act({ kind: "select", index });
  }

  showDetail({ detail, selected }, before) {
    for (const panel of this.querySelectorAll("[data-detail]")) panel.hidden = !detail || Number(panel.dataset.detail) !== selected;
    if (detail) this.querySelector(`[data-detail="${selected}"] h2`).focus({ preventScroll: true });
    else if (before?.detail) this.focusCard(selected ?? before.selected);
  }

  // Focusing a card by script does not choose it, because the person may have continued meanwhile.
  focusCard(index) {
    this.isFocusing = true;
    this.cards[index].focus({ preventScroll: true });
    this.isFocusing = false;
  }

  // The line from the marker to its card.
  drawConnector() {
    const marker = this.shown?.[this.display.selected];
    this.toggleAttribute("data-connected", Boolean(marker?.isVisible));
    if (!marker?.isVisible) return;
    const [x, y] = this.position(marker);
    const view = this.view.getBoundingClientRect();
    const card = this.cards[this.display.selected].getBoundingClientRect();
    const ends = { x1: x, y1: y, x2: card.left + card.width / 2 - view.left, y2: card.top - view.top };
    for (const [name, value] of Object.entries(ends)) this.line.setAttribute(name, value);
  }

  // Redraws the line for each screen frame, because cards slide while markers move.
  follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    const next = () => {
      this.drawConnector();
      if (this.display.selected === undefined) this.isFollowing = false;
      else requestAnimationFrame(next);
    };
    next();
  }
}

customElements.define("st-ar", ArView);
