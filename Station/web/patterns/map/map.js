// The map: moved and zoomed by touch, wheel and keys. The station provides the markers, what a tap hits, and the
// panels; this module draws them.

import { problems, reason, request } from "/web/network.js";
import { replace } from "/web/swap.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";
import { Drawing } from "./drawing.js";
import { fitting, place, scale, spot, text, zooms } from "./projection.js";
import { Edit } from "./edit.js";
import { PlanEdit } from "./plan-edit.js";

// The margin beyond the window for which markers are loaded, as a share of its size.
const margin = 0.5;
const tapDistance = 6;
const regular = matchMedia("(min-width: 640px)");
const kept = "map-camera";

// Returns the point halfway along a line.
function middle(spots) {
  const steps = spots.slice(1).map(([x, y], index) => Math.hypot(x - spots[index][0], y - spots[index][1]));
  let rest = steps.reduce((sum, step) => sum + step, 0) / 2;
  for (const [index, step] of steps.entries()) {
    if (rest <= step && step > 0) {
      const [[x, y], [right, bottom]] = [spots[index], spots[index + 1]];
      return [x + (right - x) * rest / step, y + (bottom - y) * rest / step];
    }
    rest -= step;
  }
  return spots[0];
}

class MapView extends HTMLElement {
  connectedCallback() {
    this.view = this.querySelector(".map-view");
    this.marks = this.querySelector(".map-marks");
    this.note = this.querySelector(".map-note");
    this.texts = this.dataset.markers.split("|");
    this.shown = { markers: [], shapes: [], plans: [], isNone: true };
    this.pointers = new Map();
    // Used by the measurement of frames.
    this.frames = [];
    this.drawing = new Drawing(this.view.querySelector("canvas"));
    this.drawing.setColors(this);
    this.drawing.loadIcons(this.dataset.icons.split(" "), () => this.draw());
    const { width, height } = this.view.getBoundingClientRect();
    this.box = { width, height };
    this.camera = this.firstCamera();
    this.edit = new Edit(this);
    this.planEdit = new PlanEdit(this);
    new ResizeObserver(() => this.resize()).observe(this.view);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.drawing.setColors(this); this.draw(); });
    this.listen();
    // After saving, keep the viewport.
    this.take({ isSaved: document.querySelector(".toast") !== null });
  }

  get selection() { return this.chosen; }

  // MARK: Camera

  firstCamera() {
    const known = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    if (known) return known;
    const bounds = this.dataset.extents?.split(",").map(Number);
    return bounds ? this.around(bounds) : { x: 0.5, y: 0.36, zoom: 2 };
  }

  // Returns the camera for given bounds in the area that panels leave free.
  around(bounds, closest) {
    const { width, height } = this.view.getBoundingClientRect();
    const free = this.free;
    const camera = fitting(bounds, width - free.left - free.right - 96, height - free.top - free.bottom - 96, closest);
    const pixels = scale(camera.zoom);
    camera.x -= (free.left - free.right) / 2 / pixels;
    camera.y -= (free.top - free.bottom) / 2 / pixels;
    return camera;
  }

  // The area that panels leave free, in pixels.
  get free() {
    const toolbar = regular.matches ? this.querySelector(".map-toolbar").offsetWidth + 16 : 0;
    const panel = this.classList.contains("map-bare") ? null : this.querySelector(".map-panels")?.lastElementChild;
    if (!panel) return { left: 0, right: toolbar, top: 0, bottom: 0 };
    return regular.matches ? { left: panel.offsetWidth + 16, right: toolbar, top: 0, bottom: 0 } : { left: 0, right: 0, top: 0, bottom: panel.offsetHeight };
  }

  show(camera) {
    this.camera = { x: Math.min(Math.max(camera.x, 0), 1), y: Math.min(Math.max(camera.y, 0), 1), zoom: Math.min(Math.max(camera.zoom, zooms[0]), zooms[1]) };
    this.draw();
    this.ask();
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => sessionStorage.setItem(kept, JSON.stringify(this.camera)), 200);
  }

  // Animates to a camera, unless the person prefers reduced motion.
  glide(camera) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.show(camera);
    const from = this.camera, start = performance.now();
    const step = (now) => {
      if (this.gliding !== step) return;
      const share = Math.min((now - start) / 250, 1), eased = 1 - (1 - share) ** 3;
      this.show({ x: from.x + (camera.x - from.x) * eased, y: from.y + (camera.y - from.y) * eased, zoom: from.zoom + (camera.zoom - from.zoom) * eased });
      if (share < 1) requestAnimationFrame(step);
      else this.gliding = null;
    };
    this.gliding = step;
    requestAnimationFrame(step);
  }

  // Converts between points of the window and positions on the map.
  placeAt(x, y) {
    const box = this.view.getBoundingClientRect(), pixels = scale(this.camera.zoom);
    return place([this.camera.x + (x - box.left - box.width / 2) / pixels, this.camera.y + (y - box.top - box.height / 2) / pixels]);
  }

  offset([x, y]) {
    const pixels = scale(this.camera.zoom);
    return [(x - this.camera.x) * pixels + this.size.width / 2, (y - this.camera.y) * pixels + this.size.height / 2];
  }

  isInside(at) {
    const [x, y] = this.offset(at);
    return x >= 0 && y >= 0 && x <= this.size.width && y <= this.size.height;
  }

  zoomAt(x, y, change) {
    const box = this.view.getBoundingClientRect();
    const [dx, dy] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    const before = scale(this.camera.zoom);
    const zoom = Math.min(Math.max(this.camera.zoom + change, zooms[0]), zooms[1]);
    const after = scale(zoom);
    this.show({ x: this.camera.x + dx / before - dx / after, y: this.camera.y + dy / before - dy / after, zoom });
  }

  move(dx, dy) {
    const pixels = scale(this.camera.zoom);
    this.show({ ...this.camera, x: this.camera.x - dx / pixels, y: this.camera.y - dy / pixels });
  }

  // MARK: Hands and keys

  listen() {
    const { view } = this;
    view.addEventListener("pointerdown", (event) => this.press(event));
    view.addEventListener("pointermove", (event) => this.pull(event));
    for (const kind of ["pointerup", "pointercancel"]) view.addEventListener(kind, (event) => this.release(event));
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomAt(event.clientX, event.clientY, -event.deltaY * (event.deltaMode ? 0.05 : 0.002));
    }, { passive: false });
    view.addEventListener("dblclick", (event) => { if (!this.edit.isOn) this.zoomAt(event.clientX, event.clientY, 1); });
    view.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.click(event));
    this.addEventListener("submit", (event) => this.submit(event));
    addEventListener("popstate", () => this.load(location.href, { isBack: true }));
  }

  press(event) {
    if (event.target.closest("button, a, .map-handle")) return;
    this.gliding = null;
    this.view.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.tap = { x: event.clientX, y: event.clientY };
    else this.tap = null;
  }

  pull(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    if (this.tap && Math.hypot(event.clientX - this.tap.x, event.clientY - this.tap.y) > tapDistance) this.tap = null;
    if (this.pointers.size === 1) {
      if (!this.tap) this.move(event.clientX - pointer.x, event.clientY - pointer.y);
      else return;
    } else {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y), after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.move((event.clientX - pointer.x) / 2, (event.clientY - pointer.y) / 2);
      if (before > 0 && after > 0) this.zoomAt((event.clientX + other.x) / 2, (event.clientY + other.y) / 2, Math.log2(after / before));
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  release(event) {
    if (!this.pointers.delete(event.pointerId) || event.type === "pointercancel") return;
    if (this.tap && this.pointers.size === 0) this.choose(this.tap.x, this.tap.y);
    this.tap = null;
  }

  key(event) {
    if (event.target !== this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 200 : 60;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const box = this.view.getBoundingClientRect();
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    if (moves[event.key]) this.move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoomAt(...middle, 1);
    else if (event.key === "-") this.zoomAt(...middle, -1);
    else if (event.key === "Enter") this.choose(...middle);
    else return;
    event.preventDefault();
  }

  choose(x, y) {
    const at = this.placeAt(x, y);
    if (this.edit.isOn) return this.edit.tap(at, x, y);
    if (this.planEdit.isOn) return this.planEdit.moveTo(at);
    const { address } = this;
    for (const name of ["object", "capture", "plan", "round", "from", "directions", "new", "edit", "done", "undo", "count"]) address.searchParams.delete(name);
    // Use the zoom level of the displayed markers, so that the station finds the same ones.
    address.searchParams.set("tap", `${text(at)},${this.shown.isNone ? this.camera.zoom : this.shown.zoom}`);
    this.load(address.href, { isTap: true });
  }

  // MARK: Markers

  get size() { return this.box; }

  resize() {
    const { width, height } = this.view.getBoundingClientRect();
    this.box = { width, height };
    this.drawing.resize(width, height);
    this.drawNow();
    this.ask();
  }

  // Requests the markers of the window and its surroundings, one request at a time.
  ask() {
    const { width, height } = this.size;
    const pixels = scale(this.camera.zoom), zoom = Math.round(this.camera.zoom * 2) / 2;
    const half = [width / pixels / 2, height / pixels / 2];
    const part = this.shown;
    const isKnown = !part.isNone && part.zoom === zoom && part.box[0] <= Math.max(this.camera.x - half[0], 0) && part.box[1] <= Math.max(this.camera.y - half[1], 0) &&
      part.box[2] >= Math.min(this.camera.x + half[0], 1) && part.box[3] >= Math.min(this.camera.y + half[1], 1);
    if (isKnown) return;
    if (this.isAsking) return void (this.asksAgain = true);
    this.isAsking = true;
    const box = [this.camera.x - half[0] * (1 + 2 * margin), this.camera.y - half[1] * (1 + 2 * margin), this.camera.x + half[0] * (1 + 2 * margin), this.camera.y + half[1] * (1 + 2 * margin)]
      .map((each) => Math.min(Math.max(each, 0), 1));
    const [west, north] = place([box[0], box[1]]), [east, south] = place([box[2], box[3]]);
    request(`/map/points?bounds=${west},${south},${east},${north}&zoom=${zoom}`, { headers: problems }).then(async (answer) => {
      if (!answer.ok) throw new Error(await reason(answer, ""));
      this.accept(await answer.json(), zoom, box);
    }).catch((error) => warn(error instanceof TypeError ? "" : error.message)).finally(() => {
      this.isAsking = false;
      if (this.asksAgain) {
        this.asksAgain = false;
        this.ask();
      }
    });
  }

  accept(part, zoom, box) {
    const glyphs = ["bookshelf", "box-seam", "journal", "door-open", "building", "camera"];
    this.shown = {
      zoom, box, count: part.count,
      markers: part.markers.map(([longitude, latitude, count, kind, id, glyph]) => {
        const [x, y] = spot([longitude, latitude]);
        return { x, y, count, kind, id, glyph: !glyph || glyph === "picture" ? `icon:${glyphs[kind] ?? "box-seam"}` : glyph };
      }),
      shapes: part.shapes.map((shape) => ({ ...shape, spots: shape.points.map(spot) })),
      plans: part.plans.map((plan) => ({ ...plan, spot: spot([plan.longitude, plan.latitude]) })),
    };
    this.dataset.loaded = `${zoom}`;
    this.draw();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    const start = performance.now();
    const { chosen } = this;
    this.planEdit?.place();
    const round = chosen?.round ?? (chosen?.kind === "round" ? chosen.id : null);
    this.drawing.draw(this.camera, this.size, this.shown, {
      hasGrid: this.dataset.ground === "grid", mutes: round !== null && round !== undefined, hides: this.edit?.isOn && this.edit.kind !== "round", chosenRound: round,
      chosenPoint: chosen?.kind === "place" ? chosen.id : chosen?.kind === "capture" ? -chosen.id : 0, changed: () => this.draw(),
    });
    this.placeMarks();
    this.edit?.place();
    this.frames.push(performance.now() - start);
    if (this.frames.length > 600) this.frames.shift();
  }

  // MARK: What is chosen

  // Applies the station's data in the panels.
  take({ isTap = false, isBack = false, isSaved = false } = {}) {
    const panels = this.querySelector(".map-panels");
    const data = panels.dataset.selection;
    this.chosen = data ? JSON.parse(data) : null;
    this.edit.take();
    this.planEdit.take();
    this.buildMarks();
    const { chosen } = this;
    if (this.edit.isOn && chosen?.points.length && !chosen.points.map(spot).every((at) => this.isInside(at))) {
      const [x, y] = [0, 1].map((side) => chosen.points.map((point) => point[side]));
      this.glide(this.around([Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]));
    }
    if (!chosen || this.edit.isOn) return this.draw();
    const { bounds } = chosen;
    if (chosen.kind === "cluster" || ((isSaved || isTap) && chosen.points.map(spot).every((at) => this.isInside(at)))) return this.draw();
    if (bounds) this.glide(this.around([bounds.west, bounds.south, bounds.east, bounds.north]));
    else if (chosen.at && !isTap && !isBack) {
      const { longitude, latitude } = chosen.at;
      this.glide(this.around([longitude, latitude, longitude, latitude], Math.max(this.camera.zoom, 20)));
    }
    this.draw();
  }

  buildMarks() {
    this.marks.replaceChildren();
    this.placed = [];
    const { chosen } = this;
    const add = (element, at) => {
      this.marks.append(element);
      this.placed.push({ element, spot: spot(at) });
    };
    const make = (tag, className, content = "") => {
      const element = document.createElement(tag);
      element.className = className;
      element.textContent = content;
      return element;
    };
    // Rounds have accessible names wherever they are.
    for (const shape of this.shown.shapes ?? []) {
      if (shape.kind !== "round" || this.edit.isOn) continue;
      const tag = make("a", "map-tag", shape.name);
      tag.href = `/map?object=${shape.id}`;
      tag.dataset.mapLink = "";
      const isMuted = (chosen?.kind === "round" || chosen?.round) && shape.id !== chosen.id && shape.id !== chosen.round;
      tag.classList.toggle("map-muted", Boolean(isMuted));
      this.marks.append(tag);
      this.placed.push({ element: tag, spot: middle(shape.spots) });
    }
    this.taggedPart = this.shown;
    if (chosen && !this.edit.isOn) {
      if (["line", "area", "round"].includes(chosen.kind)) {
        this.outline = { kind: chosen.kind, spots: chosen.points.map(spot) };
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("class", `map-outline map-outline-${chosen.kind}`);
        svg.append(document.createElementNS("http://www.w3.org/2000/svg", chosen.kind === "area" ? "polygon" : "polyline"));
        this.marks.prepend(svg);
        this.outline.element = svg.firstChild;
      } else this.outline = null;
      for (const [index, [name, count]] of chosen.stops.entries()) {
        const stop = make("span", "map-stop", count);
        stop.title = name;
        stop.append(make("span", "map-stop-name", `${index + 1} ${name}`));
        add(stop, chosen.points[index]);
      }
      if ((chosen.kind === "place" || chosen.kind === "capture") && chosen.at) add(this.pin(make), [chosen.at.longitude, chosen.at.latitude]);
      if (chosen.from) {
        this.way = { from: spot([chosen.from.longitude, chosen.from.latitude]), to: spot([chosen.at.longitude, chosen.at.latitude]) };
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("class", "map-outline map-way-line");
        svg.append(document.createElementNS("http://www.w3.org/2000/svg", "polyline"));
        this.marks.prepend(svg);
        this.way.element = svg.firstChild;
      } else this.way = null;
    } else this.outline = this.way = null;
    if (this.position) add(make("span", "map-position"), this.position);
  }

  pin(make) {
    const { glyph, picture, type } = this.chosen;
    const pin = make("span", `map-pin map-color-${type ?? "mixed"}`);
    if (picture) {
      const image = make("img", "");
      image.src = picture;
      image.alt = "";
      pin.append(image);
    } else if (glyph?.startsWith("icon:")) pin.append(make("span", `icon icon-${glyph.slice(5)}`));
    else if (glyph && glyph !== "picture") pin.textContent = glyph;
    return pin;
  }

  placeMarks() {
    if (this.taggedPart !== this.shown) this.buildMarks();
    for (const { element, spot: at } of this.placed ?? []) {
      const [x, y] = this.offset(at);
      element.style.transform = `translate(${x}px, ${y}px)`;
    }
    const points = (spots) => spots.map((each) => this.offset(each).map((value) => value.toFixed(1)).join(",")).join(" ");
    if (this.outline) this.outline.element.setAttribute("points", points(this.outline.spots));
    if (this.way) this.way.element.setAttribute("points", points([this.way.from, this.way.to]));
  }

  // MARK: Panels

  async load(address, { isTap = false, isBack = false, options } = {}) {
    const wasList = this.querySelector(".map-detail") === null;
    try {
      const answer = await request(address, options ?? {});
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const panels = next.querySelector(".map-panels");
      // For example, the session may have ended.
      if (!panels) return location.assign(address);
      const current = this.querySelector(".map-panels");
      const scrolled = current.querySelector(".map-list").scrollTop;
      replace(current, panels);
      panels.querySelector(".map-list").scrollTop = scrolled;
      panels.classList.toggle("map-slides", wasList);
      if (!isBack && answer.url) history.pushState(null, "", options ? location.href : answer.url);
      this.take({ isTap, isBack });
      const detail = panels.querySelector(".map-detail");
      if (!this.classList.contains("map-bare")) (detail ?? (isTap ? null : panels.querySelector(".map-list")))?.focus({ preventScroll: true });
    } catch (error) { warn(error instanceof TypeError ? "" : error.message); }
  }

  click(event) {
    // A new plan is placed at the map's position.
    const plans = event.target.closest("#map-more [href^='/map/plans']");
    if (plans) plans.href = `/map/plans?at=${text(place([this.camera.x, this.camera.y]))}`;
    const link = event.target.closest("[data-map-link]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      link.closest("[popover]")?.hidePopover();
      return this.load(link.closest("#map-add") ? this.withFilters(link.href) : link.href);
    }
    const action = event.target.closest("[data-map]");
    if (!action) return;
    const { map } = action.dataset;
    if (map === "near" || map === "directions") event.preventDefault();
    if (map === "position") this.togglePosition(action);
    else if (map === "panels") this.togglePanels(action);
    else if (map === "extents") this.showAll();
    else if (map === "near") this.showNear(action);
    else if (map === "directions") this.findPosition().then((at) => this.load(at ? `${action.href}&from=${text(at)}` : action.href));
  }

  // The URL of the screen: a refused form has the URL that it was sent to.
  get address() {
    const address = new URL(location.href);
    address.pathname = "/map";
    return address;
  }

  // Creating an object does not change the list.
  withFilters(link) {
    const [address, current] = [new URL(link), new URL(location.href).searchParams];
    for (const name of ["q", "kind", "near"]) if (current.has(name)) address.searchParams.set(name, current.get(name));
    return address.href;
  }

  submit(event) {
    const form = event.target;
    if (!form.matches(".map-search")) return;
    event.preventDefault();
    this.load(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  }

  togglePanels(button) {
    const isBare = this.classList.toggle("map-bare");
    button.setAttribute("aria-pressed", String(!isBare));
    this.querySelector(".map-panels").inert = isBare;
  }

  showAll() {
    const bounds = this.dataset.extents?.split(",").map(Number);
    if (bounds) this.glide(this.around(bounds));
  }

  // MARK: The person's position

  findPosition() {
    if (this.position) return Promise.resolve(this.position);
    return new Promise((resolve) => {
      if (!navigator.geolocation) return resolve(null);
      navigator.geolocation.getCurrentPosition(({ coords }) => resolve([coords.longitude, coords.latitude]), () => resolve(null), { enableHighAccuracy: true, timeout: 20000, maximumAge: 10000 });
    }).then((at) => {
      this.note.textContent = at ? "" : this.texts[1];
      if (at) this.setPosition(at);
      return at;
    });
  }

  setPosition(at) {
    this.position = at;
    this.querySelector("[data-map=position]").setAttribute("aria-pressed", String(at !== null));
    this.buildMarks();
    this.draw();
  }

  // Tracks the position until it is turned off.
  async togglePosition() {
    if (this.position) {
      navigator.geolocation.clearWatch(this.watch);
      this.watch = null;
      return this.setPosition(null);
    }
    const at = await this.findPosition();
    if (!at) return;
    this.glide({ ...this.around([at[0], at[1], at[0], at[1]], Math.max(this.camera.zoom, 15)) });
    // Restore previously requested directions.
    const { address } = this;
    if (address.searchParams.has("directions") && !address.searchParams.has("from")) {
      address.searchParams.set("from", text(at));
      this.load(address.href);
    }
    this.watch = navigator.geolocation.watchPosition(({ coords }) => {
      if (this.watch !== null && this.position) this.setPosition([coords.longitude, coords.latitude]);
    });
  }

  async showNear(chip) {
    const { address } = this;
    for (const name of ["tap", "object", "capture", "plan", "round", "from", "directions", "new", "edit", "offset"]) address.searchParams.delete(name);
    if (chip.ariaPressed === "true") address.searchParams.delete("near");
    else {
      const at = await this.findPosition();
      if (!at) return;
      address.searchParams.set("near", text(at));
    }
    this.load(address.href);
  }
}

customElements.define("st-map", MapView);
