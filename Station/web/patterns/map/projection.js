// Web Mercator as in the station's MapProjection: the world is a square, x and y from 0 to 1.

export const tile = 256;
export const zooms = [0, 25];
const limit = 85.0511287798066;

export function spot([longitude, latitude]) {
  const angle = Math.min(Math.max(latitude, -limit), limit) * Math.PI / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
  return [(longitude + 180) / 360, Math.min(Math.max(y, 0), 1)];
}

export function place([x, y]) {
  return [x * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI];
}

export const scale = (zoom) => tile * 2 ** zoom;

export function pixelsPerMeter(latitude, zoom) {
  const angle = Math.min(Math.max(latitude, -limit), limit) * Math.PI / 180;
  return scale(zoom) / (2 * Math.PI * 6378137 * Math.cos(angle));
}

// Returns the closest view of a whole region, as in the station's MapCamera.
export function fitting([west, south, east, north], width, height, closest = 20) {
  const [left, top] = spot([west, north]);
  const [right, bottom] = spot([east, south]);
  const zoom = Math.min(
    right > left ? Math.log2(Math.max(width, 1) / (tile * (right - left))) : Infinity,
    bottom > top ? Math.log2(Math.max(height, 1) / (tile * (bottom - top))) : Infinity);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom: Math.min(Math.max(Number.isFinite(zoom) ? zoom : closest, zooms[0]), zooms[1]) };
}

// Parses coordinates like the station (`GeoPoint.init(entered:)`): separated by a comma, a semicolon or a space, with
// decimal commas or points. Returns `null` if they are invalid.
export function entered(value) {
  const line = value.trim().split(/\s+/).join(" ");
  const separator = [";", ", ", " ", ","].find((each) => line.includes(each));
  const values = separator ? line.split(separator).map((each) => each.trim() === "" ? NaN : Number(each.trim().replace(",", "."))) : [];
  return values.length === 2 && Math.abs(values[0]) <= 180 && Math.abs(values[1]) <= 90 ? values : null;
}

export const text = ([longitude, latitude]) => `${Math.round(longitude * 1e8) / 1e8},${Math.round(latitude * 1e8) / 1e8}`;
