// A signature on a page: each stroke of the pointer, relative to the page's size. Two fingers scroll and zoom as
// usual.
const form = document.querySelector("[data-signature]");
const area = form.querySelector("svg");
const scale = Number(form.dataset.scale);
const strokes = [];
let pointer;

function show() {
  const isEmpty = strokes.length === 0;
  form.querySelector("[data-clears-signature]").disabled = isEmpty;
  form.querySelector("button.primary").disabled = isEmpty;
  form.elements.strokes.value = strokes.map(({ points }) => points.join(" ")).join(";");
}

function add(event) {
  const box = area.getBoundingClientRect();
  const part = (value, length) => Math.round(Math.min(1, Math.max(0, value / length)) * scale);
  const point = `${part(event.clientX - box.left, box.width)},${part(event.clientY - box.top, box.height)}`;
  const { points, line } = strokes.at(-1);
  if (points.at(-1) === point) return;
  points.push(point);
  line.setAttribute("points", points.join(" "));
}

area.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button !== 0) return;
  event.preventDefault();
  pointer = event.pointerId;
  area.setPointerCapture(pointer);
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  area.append(line);
  strokes.push({ points: [], line });
  add(event);
});
area.addEventListener("pointermove", (event) => {
  if (event.pointerId !== pointer) return;
  for (const each of event.getCoalescedEvents?.() ?? [event]) add(each);
});
for (const kind of ["pointerup", "pointercancel"]) {
  area.addEventListener(kind, (event) => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    show();
  });
}
form.querySelector("[data-clears-signature]").addEventListener("click", () => {
  for (const { line } of strokes.splice(0)) line.remove();
  show();
});
