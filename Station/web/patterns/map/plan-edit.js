// A floor plan is moved and rotated on the map, by its center and a point at its right edge, or by the form, which is
// what is sent.

import { entered, pixelsPerMeter, place, scale, spot, text } from "./projection.js";

const number = (value) => (value.trim() === "" ? NaN : Number(value.replace(",", ".")));
const tenths = (value) => Math.round(value * 10) / 10;

export class PlanEdit {
  constructor(map) {
    this.map = map;
    map.addEventListener("input", (event) => { if (this.isOn && this.form.contains(event.target)) map.draw(); });
  }

  // Called after the panels have changed.
  take() {
    this.form = this.map.querySelector("[data-moves-plan]");
    this.isOn = Boolean(this.form) && matchMedia("(min-width: 640px)").matches;
    this.layer?.remove();
    if (!this.isOn) return;
    this.layer = document.createElement("div");
    this.layer.className = "map-handles";
    this.handles = ["middle", "turn"].map((name) => this.handle(name));
    this.layer.append(...this.handles);
    this.map.view.append(this.layer);
  }

  field(name) { return this.form.querySelector(`[name=${name}]`); }

  // The plan from the form; `null` while the entries are invalid.
  get plan() {
    const [center, meters, rotation] = [entered(this.field("center").value), ...["meters", "rotation"].map((name) => number(this.field(name).value))];
    return center && meters > 0 && Number.isFinite(rotation) ? { center, meters, rotation } : null;
  }

  // Positions the plan on the map before it is drawn.
  place() {
    const plan = this.isOn && this.plan;
    if (!plan) return;
    const { center: [longitude, latitude], meters, rotation } = plan;
    const shown = this.map.shown.plans.find(({ id }) => `${id}` === this.form.dataset.movesPlan);
    if (shown) Object.assign(shown, { longitude, latitude, meters, rotation, spot: spot(plan.center) });
    const [x, y] = this.map.offset(spot(plan.center));
    const [angle, half] = [rotation * Math.PI / 180, meters / 2 * pixelsPerMeter(latitude, this.map.camera.zoom)];
    const spots = [[x, y], [x + half * Math.cos(angle), y + half * Math.sin(angle)]];
    this.handles.forEach((handle, index) => { handle.style.transform = `translate(${spots[index][0]}px, ${spots[index][1]}px)`; });
  }

  handle(name) {
    const handle = document.createElement("button");
    Object.assign(handle, { type: "button", className: `map-handle map-handle-${name}` });
    handle.setAttribute("aria-label", this.form.dataset[name]);
    const icon = document.createElement("span");
    icon.className = `icon icon-${name === "turn" ? "arrow-clockwise" : "geo-alt"}`;
    icon.ariaHidden = "true";
    handle.append(icon);
    const [drag, step] = name === "turn" ? [(at) => this.turnTo(at), (x, y) => this.turn(x || y)] : [(at) => this.moveTo(at), (x, y) => this.move(x, y)];
    handle.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (handle.hasPointerCapture(event.pointerId)) drag(this.map.placeAt(event.clientX, event.clientY));
    });
    handle.addEventListener("keydown", (event) => {
      const length = event.shiftKey ? 20 : 2;
      const steps = { ArrowLeft: [-length, 0], ArrowRight: [length, 0], ArrowUp: [0, -length], ArrowDown: [0, length] };
      if (!steps[event.key]) return;
      step(...steps[event.key]);
      event.preventDefault();
      event.stopPropagation();
    });
    return handle;
  }

  set(name, value) {
    this.field(name).value = value;
    this.map.draw();
  }

  moveTo(at) { this.set("center", text(at).replace(",", ", ")); }

  move(dx, dy) {
    const { plan } = this, pixels = scale(this.map.camera.zoom);
    if (!plan) return;
    const [x, y] = spot(plan.center);
    this.moveTo(place([x + dx / pixels, y + dy / pixels]));
  }

  turnTo(at) {
    const { plan } = this;
    if (!plan) return;
    const [[x, y], [left, top]] = [spot(at), spot(plan.center)];
    this.set("rotation", tenths(Math.atan2(y - top, x - left) * 180 / Math.PI));
  }

  // Rotates clockwise by half a degree per pixel.
  turn(pixels) {
    const { plan } = this;
    if (plan) this.set("rotation", tenths((plan.rotation + pixels / 2) % 360));
  }
}
