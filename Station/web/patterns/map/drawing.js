// Draws the map on a canvas: the grid, plans, areas, lines and rounds, and the markers above them. map.js shows the
// selection with elements.

import { land } from "./land.js";
import { pixelsPerMeter, place, scale, spot } from "./projection.js";

export const radius = 15;
const clusterRadius = (count) => Math.min(15 + 3 * Math.log10(count), 26);

// The coastlines are accurate up to this zoom level; towards it the sea fades.
const coarse = 8;

function coasts() {
  const path = new Path2D();
  for (const ring of land) {
    let [x, y] = ring;
    path.moveTo(...spot([x / 50, y / 50]));
    for (let index = 2; index < ring.length; index += 2) {
      x += ring[index];
      y += ring[index + 1];
      path.lineTo(...spot([x / 50, y / 50]));
    }
    path.closePath();
  }
  return path;
}

// Pictures of each kind of marker, so that drawing one is a copy.
class Sprites {
  constructor(colors, ratio, icons) {
    this.colors = colors;
    this.ratio = ratio;
    this.icons = icons;
    this.known = new Map();
  }

  get(kind, count, glyph) {
    const label = count > 1 ? (count > 9999 ? `${Math.round(count / 1000)}k` : `${count}`) : glyph;
    const key = `${kind} ${count > 1} ${label}`;
    let sprite = this.known.get(key);
    if (!sprite) {
      sprite = this.draw(kind, count, label);
      // Counts of clusters come and go.
      if (this.known.size > 2000) this.known.clear();
      this.known.set(key, sprite);
    }
    return sprite;
  }

  draw(kind, count, label) {
    const size = count > 1 ? clusterRadius(count) : radius;
    const side = Math.ceil(2 * size + 6);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side * this.ratio;
    const context = canvas.getContext("2d");
    context.scale(this.ratio, this.ratio);
    context.beginPath();
    context.arc(side / 2, side / 2, size, 0, 2 * Math.PI);
    context.fillStyle = this.colors.types[kind];
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = this.colors.ring;
    context.stroke();
    const icon = count === 1 && label.startsWith("icon:") ? this.icons.get(label.slice(5)) : null;
    if (icon) context.drawImage(icon, side / 2 - 8, side / 2 - 8, 16, 16);
    else if (!label.startsWith("icon:")) {
      context.fillStyle = this.colors.on;
      context.font = `600 ${label.length > 3 ? 11 : 13}px ${this.colors.font}`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(label, side / 2, side / 2 + 1);
    }
    return { canvas, side };
  }
}

export class Drawing {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.icons = new Map();
    this.pictures = new Map();
    this.coasts = coasts();
  }

  // Colors follow the theme.
  setColors(element) {
    const style = getComputedStyle(element);
    const color = (name) => style.getPropertyValue(name).trim();
    // An element provides the colors of the theme.
    const probe = document.createElement("span");
    element.append(probe);
    const value = (name) => { probe.style.color = `var(${name})`; return getComputedStyle(probe).color; };
    this.colors = {
      types: [0, 1, 2, 3, 4, 5, "mixed"].map((kind) => value(`--map-color-${kind}`)),
      ring: value("--map-ring"), on: "#fff", font: color("--st-font") || "sans-serif", ground: value("--map-ground"), sea: value("--map-sea"),
      grid: value("--map-grid"), label: value("--st-label"), line: value("--map-line"), area: value("--map-area"), round: value("--map-round"),
    };
    probe.remove();
    this.sprites = new Sprites(this.colors, devicePixelRatio, this.icons);
  }

  // Icons are white in markers.
  loadIcons(names, changed) {
    for (const name of names) {
      const image = new Image(64, 64);
      image.onload = () => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 64;
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, 64, 64);
        context.globalCompositeOperation = "source-in";
        context.fillStyle = "#fff";
        context.fillRect(0, 0, 64, 64);
        this.icons.set(name, canvas);
        this.sprites.known.clear();
        changed();
      };
      image.src = `/icons/${name}.svg`;
    }
  }

  plan(plan, changed) {
    let image = this.pictures.get(plan.picture);
    if (!image) {
      image = new Image();
      image.onload = changed;
      image.src = plan.picture;
      this.pictures.set(plan.picture, image);
    }
    return image.complete && image.naturalWidth ? image : null;
  }

  resize(width, height) {
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
  }

  // - camera: x, y and zoom.
  // - part: markers with their spots, shapes and plans.
  // - chosen…: the selection, which elements show instead.
  draw(camera, { width, height }, part, { hasGrid, mutes, hides, chosenRound, chosenPoint, changed }) {
    const { context } = this;
    const pixels = scale(camera.zoom);
    const [left, top] = [camera.x * pixels - width / 2, camera.y * pixels - height / 2];
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.fillStyle = this.colors.ground;
    context.fillRect(0, 0, width, height);
    if (hasGrid && camera.zoom < coarse) this.drawLand(camera, width, height, left, top, pixels);
    if (hasGrid) this.drawGrid(camera, width, height, left, top, pixels);
    for (const plan of part.plans) {
      const image = this.plan(plan, changed);
      if (!image) continue;
      const [x, y] = plan.spot;
      const wide = plan.meters * pixelsPerMeter(plan.latitude, camera.zoom);
      context.save();
      context.translate(x * pixels - left, y * pixels - top);
      context.rotate(plan.rotation * Math.PI / 180);
      context.drawImage(image, -wide / 2, -wide * plan.ratio / 2, wide, wide * plan.ratio);
      context.restore();
    }
    for (const shape of part.shapes) {
      if (hides && !(shape.kind === "round" && shape.id === chosenRound)) continue;
      this.drawShape(shape, left, top, pixels, mutes && shape.id !== chosenRound);
    }
    if (hides) return;
    context.globalAlpha = mutes ? 0.35 : 1;
    for (const marker of part.markers) {
      const x = marker.x * pixels - left, y = marker.y * pixels - top;
      if (marker.id && marker.id === chosenPoint) continue;
      if (x < -30 || y < -30 || x > width + 30 || y > height + 30) continue;
      const { canvas, side } = this.sprites.get(marker.kind, marker.count, marker.glyph);
      context.drawImage(canvas, Math.round(x - side / 2), Math.round(y - side / 2), side, side);
    }
    context.globalAlpha = 1;
  }

  drawShape(shape, left, top, pixels, isMuted) {
    const { context } = this;
    context.globalAlpha = isMuted ? 0.35 : 1;
    context.beginPath();
    for (const [index, [x, y]] of shape.spots.entries()) {
      if (index) context.lineTo(x * pixels - left, y * pixels - top);
      else context.moveTo(x * pixels - left, y * pixels - top);
    }
    context.lineJoin = "round";
    context.lineWidth = shape.kind === "round" ? 4 : 3;
    context.setLineDash(shape.kind === "round" ? [8, 6] : []);
    context.strokeStyle = this.colors[shape.kind] ?? this.colors.line;
    if (shape.kind === "area") {
      context.closePath();
      context.fillStyle = this.colors.area;
      context.globalAlpha *= 0.2;
      context.fill();
      context.globalAlpha = isMuted ? 0.35 : 1;
    }
    context.stroke();
    context.setLineDash([]);
    if (shape.kind === "round") {
      context.fillStyle = this.colors.round;
      for (const [x, y] of shape.spots) {
        context.beginPath();
        context.arc(x * pixels - left, y * pixels - top, 5, 0, 2 * Math.PI);
        context.fill();
      }
    }
    context.globalAlpha = 1;
  }

  drawLand(camera, width, height, left, top, pixels) {
    const { context } = this;
    const strength = Math.min(1, (coarse - camera.zoom) / 2);
    const edges = [Math.max(-left, 0), Math.max(-top, 0), Math.min(pixels - left, width), Math.min(pixels - top, height)];
    context.globalAlpha = strength;
    context.fillStyle = this.colors.sea;
    context.fillRect(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]);
    context.save();
    context.transform(pixels, 0, 0, pixels, -left, -top);
    context.fillStyle = this.colors.ground;
    context.fill(this.coasts);
    context.lineWidth = 1 / pixels;
    context.strokeStyle = this.colors.grid;
    context.stroke(this.coasts);
    context.restore();
    context.globalAlpha = 1;
  }

  // Draws meridians and parallels at round numbers, about 120 pixels apart.
  drawGrid(camera, width, height, left, top, pixels) {
    const { context } = this;
    const wanted = 120 / pixels * 360;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = wanted > 20 ? 30 : wanted > 8 ? 10 : [1, 2, 5, 10].map((each) => each * power).find((each) => each >= wanted);
    context.strokeStyle = this.colors.grid;
    context.fillStyle = this.colors.label;
    context.font = `11px ${this.colors.font}`;
    context.textAlign = "left";
    context.textBaseline = "top";
    context.lineWidth = 1;
    const [west, north] = place([Math.max(left / pixels, 0), Math.max(top / pixels, 0)]);
    const [east, south] = place([Math.min((left + width) / pixels, 1), Math.min((top + height) / pixels, 1)]);
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    const within = (value, low, high) => Math.min(Math.max(value, low), high);
    const [first, last] = [within(-top, 0, height), within(pixels - top, 0, height)];
    const [start, end] = [within(-left, 0, width), within(pixels - left, 0, width)];
    context.beginPath();
    const labels = [];
    for (let number = Math.ceil(west / step); number <= east / step + 1e-9 && labels.length < 60; number += 1) {
      const x = Math.round(spot([number * step, 0])[0] * pixels - left) + 0.5;
      context.moveTo(x, first);
      context.lineTo(x, last);
      labels.push([`${Math.abs(number * step).toFixed(digits)}° ${number < 0 ? "W" : "E"}`, x + 4, height - 16]);
    }
    const along = labels.length;
    for (let number = Math.ceil(south / step); number <= north / step + 1e-9 && labels.length < along + 60; number += 1) {
      const y = Math.round(spot([0, number * step])[1] * pixels - top) + 0.5;
      context.moveTo(start, y);
      context.lineTo(end, y);
      labels.push([`${Math.abs(number * step).toFixed(digits)}° ${number < 0 ? "S" : "N"}`, width - 72, y + 2, "right"]);
    }
    context.stroke();
    for (const [label, x, y, side] of labels) {
      context.textAlign = side ?? "left";
      context.fillText(label, x, y);
    }
  }
}
