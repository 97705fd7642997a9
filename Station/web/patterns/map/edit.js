// Editing on the map: points are placed by taps, moved by dragging or keys, or entered in the form, which is what is
// sent.

import { reason, request } from "/web/network.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";
import { entered, place, scale, spot, text } from "./projection.js";

// The distance in pixels within which a finger selects a stop's marker.
const reach = 22;

export class Edit {
  constructor(map) {
    this.map = map;
    map.addEventListener("input", (event) => {
      if (event.target.matches("[name=stop]")) this.offerStop();
      if (this.isOn && event.target.matches("[name=corner], [name=stop]")) this.read();
    });
    map.addEventListener("click", (event) => {
      const button = event.target.closest("[data-removes-corner]");
      if (button) this.remove(button.closest("li"));
    });
  }

  get form() { return this.map.querySelector(".map-form[data-edits]"); }
  get kind() { return this.form?.dataset.edits; }
  get list() { return this.form.querySelector(".map-corners ol"); }

  // Called after the panels have changed.
  take() {
    this.isOn = Boolean(this.form) && matchMedia("(min-width: 640px)").matches;
    this.map.classList.toggle("map-edits", this.isOn);
    this.layer?.remove();
    this.handles = [];
    if (!this.isOn) return;
    this.layer = document.createElement("div");
    this.layer.className = "map-handles";
    this.line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.line.setAttribute("class", `map-outline map-outline-${this.kind}`);
    this.line.append(document.createElementNS("http://www.w3.org/2000/svg", this.kind === "area" ? "polygon" : "polyline"));
    this.layer.append(this.line);
    this.map.view.append(this.layer);
    this.read();
  }

  get rows() { return [...this.list.children]; }

  // Shows the form's values on the map.
  read() {
    if (this.kind === "round") {
      this.spots = [...this.list.querySelectorAll("select")].map((select) => this.map.shown.markers?.find(({ id }) => id && `${id}` === select.value)).filter(Boolean).map(({ x, y }) => [x, y]);
    } else {
      this.spots = this.rows.map((row) => {
        const at = entered(row.querySelector("input").value);
        return at && spot(at);
      });
    }
    this.build();
  }

  build() {
    for (const { element } of this.handles) element?.remove();
    this.handles = this.spots.map((at, index) => {
      if (!at) return { element: null, at };
      const element = document.createElement(this.kind === "round" ? "span" : "button");
      element.className = "map-handle";
      element.textContent = `${index + 1}`;
      if (this.kind !== "round") {
        element.type = "button";
        element.setAttribute("aria-label", this.map.texts[5].replace("{n}", index + 1));
        this.listen(element, index);
      }
      this.layer.append(element);
      return { element, at };
    });
    this.place();
  }

  place() {
    if (!this.isOn) return;
    const points = [];
    for (const { element, at } of this.handles) {
      if (!at) continue;
      const [x, y] = this.map.offset(at);
      element.style.transform = `translate(${x}px, ${y}px)`;
      points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
    }
    this.line.firstChild.setAttribute("points", points.join(" "));
  }

  listen(handle, index) {
    handle.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      handle.setPointerCapture(event.pointerId);
      this.dragged = index;
    });
    handle.addEventListener("pointermove", (event) => {
      if (this.dragged !== index) return;
      this.set(index, this.map.placeAt(event.clientX, event.clientY));
    });
    for (const kind of ["pointerup", "pointercancel"]) handle.addEventListener(kind, () => { this.dragged = null; });
    handle.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 20 : 2;
      const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      if (event.key === "Delete" && this.kind !== "place") this.remove(this.rows[index]);
      else if (moves[event.key]) {
        const pixels = scale(this.map.camera.zoom);
        const [x, y] = this.handles[index].at;
        this.set(index, place([x + moves[event.key][0] / pixels, y + moves[event.key][1] / pixels]));
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  set(index, at) {
    this.handles[index].at = this.spots[index] = spot(at);
    this.rows[index].querySelector("input").value = text(at).replace(",", ", ");
    this.place();
  }

  remove(row) {
    const index = this.rows.indexOf(row);
    if (this.kind === "place") row.querySelector("input").value = "";
    else row.remove();
    this.renumber();
    this.read();
    (this.handles[Math.min(index, this.handles.length - 1)]?.element ?? this.map.view).focus();
  }

  renumber() {
    for (const [index, row] of this.rows.entries()) {
      row.querySelector("input").setAttribute("aria-label", `${this.map.texts[3]} ${index + 1}`);
      row.querySelector("button").setAttribute("aria-label", this.map.texts[2].replace("{n}", index + 1));
    }
  }

  tap(at, x, y) {
    if (this.kind === "round") return void this.addStop(x, y).catch((error) => warn(error instanceof TypeError ? "" : error.message));
    if (this.kind === "place") {
      this.rows[0].querySelector("input").value = text(at).replace(",", ", ");
      return this.read();
    }
    const row = document.createElement("li");
    const input = document.createElement("input");
    Object.assign(input, { type: "text", name: "corner", autocomplete: "off", value: text(at).replace(",", ", ") });
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "round" });
    button.dataset.removesCorner = "";
    const icon = document.createElement("span");
    icon.className = "icon icon-x-lg";
    icon.ariaHidden = "true";
    button.append(icon);
    row.append(input, button);
    this.list.append(row);
    this.renumber();
    this.read();
  }

  // Ensures that there is one more stop to choose.
  offerStop() {
    const selects = [...this.list.querySelectorAll("select")];
    if (selects.at(-1).value === "") return;
    const row = selects.at(-1).closest("li").cloneNode(true);
    const next = row.querySelector("select");
    next.value = "";
    next.setAttribute("aria-label", this.map.texts[4].replace("{n}", selects.length + 1));
    this.list.append(row);
  }

  // Makes the nearest single place the next stop.
  async addStop(x, y) {
    const box = this.map.view.getBoundingClientRect();
    const near = this.map.shown.markers.filter(({ id }) => id > 0).map((marker) => {
      const [left, top] = this.map.offset([marker.x, marker.y]);
      return { marker, distance: Math.hypot(left - (x - box.left), top - (y - box.top)) };
    }).sort((a, b) => a.distance - b.distance)[0];
    if (!near || near.distance > reach) return;
    const id = `${near.marker.id}`;
    const free = [...this.list.querySelectorAll("select")].at(-1);
    // If there are many places, the form only offers the first ones.
    if (![...free.options].some(({ value }) => value === id)) free.append(new Option(await this.name(id), id));
    free.value = id;
    this.offerStop();
    this.read();
  }

  // Returns the name in the panel of a place.
  async name(id) {
    const answer = await request(`/map?object=${id}`);
    if (!answer.ok) throw new Error(await reason(answer, ""));
    return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#map-detail-title").textContent;
  }
}
