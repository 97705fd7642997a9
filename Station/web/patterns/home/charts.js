// The chart of a screen: keys move the focus between its marks, and selections are sent to the station, which redraws
// the chart.
import { replace, screen } from "/web/swap.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

const status = document.getElementById("chart-status");
const part = () => document.getElementById("chart-part");
// Returns the chart whose width is visible, of two.
const chart = () => [...part().querySelectorAll(".chart")].find((each) => each.checkVisibility());
const marks = () => [...chart().querySelectorAll(".chart-marks [role=button]")];
const numbers = ({ dataset }) => ({ series: dataset.series, item: dataset.item });
const isSame = (mark, { series, item }) => mark.dataset.series === series && mark.dataset.item === item;

// While a response is pending, only the newest selection is kept.
let next = null;
let isAsking = false;

async function choose(choice) {
  next = choice;
  if (isAsking) return;
  isAsking = true;
  try {
    while (next) {
      const { series, item, keeps } = next;
      next = null;
      const address = new URL(part().dataset.selects, location.href);
      if (series !== undefined) address.searchParams.set("series", series);
      if (item !== undefined) address.searchParams.set("item", item);
      if (keeps) address.searchParams.set("keeps", "yes");
      const focused = part().contains(document.activeElement) && numbers(document.activeElement);
      redraw((await screen(address)).getElementById("chart-part"));
      if (focused) focus([...chart().querySelectorAll("[role=button]")].find((mark) => isSame(mark, focused)));
      status.textContent = document.getElementById("chart-reading")?.innerText ?? "";
    }
  } catch (error) {
    warn(error instanceof TypeError ? "" : error.message);
  } finally { isAsking = false; }
}

// Redraws the chart, even while a finger is on it. The table stays expanded or collapsed.
function redraw(other) {
  other.querySelector(".chart-table").open = part().querySelector(".chart-table").open;
  replace(part(), other);
}

// Makes the mark that last had the focus reachable by the Tab key.
function focus(mark) {
  if (!mark) return;
  if (mark.closest(".chart-marks")) for (const other of marks()) other.setAttribute("tabindex", other === mark ? "0" : "-1");
  mark.focus();
}

// Returns the adjacent mark in the series, or the same item of another series.
function beside(mark, key) {
  const all = marks();
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const isMirrored = chart().dataset.direction === "rtl";
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const step = steps[key] * (isAcross && isMirrored ? -1 : 1);
  const own = all.filter((other) => (isAcross ? other.dataset.series === mark.dataset.series : other.dataset.item === mark.dataset.item));
  const list = own.length > 1 ? own : all;
  return list[list.indexOf(mark) + step];
}

document.addEventListener("keydown", (event) => {
  const mark = event.target.closest?.(".chart [role=button]");
  if (!mark || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(numbers(mark));
  } else if (mark.closest(".chart-marks") && ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
    event.preventDefault();
    focus(beside(mark, event.key));
  }
});

// Returns the mark nearest to a position, horizontally if values form a sequence.
function nearest({ clientX, clientY }) {
  const kind = chart().dataset.chart;
  const counts = { both: ["scatter", "bubble", "donut"].includes(kind), down: kind === "bar" };
  const distance = (mark) => {
    const box = mark.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - clientX, box.top + box.height / 2 - clientY];
    if (counts.both) return Math.hypot(x, y);
    // Of several at the same position, choose the one nearest to the finger.
    return counts.down ? Math.abs(y) + Math.abs(x) / 1e4 : Math.abs(x) + Math.abs(y) / 1e4;
  };
  return marks().reduce((best, mark) => (best && distance(best) <= distance(mark) ? best : mark), null);
}

let sliding = null;
const isInPlot = (event) => {
  const drawn = event.target.closest?.("#chart-part .chart");
  if (!drawn || event.target.closest(".chart-legend")) return false;
  const [left, top, width, height] = drawn.dataset.plot.split(" ").map(Number);
  const box = drawn.getBoundingClientRect();
  const scale = box.width / drawn.viewBox.baseVal.width;
  const [x, y] = [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  return x >= left && x <= left + width && y >= top && y <= top + height;
};

document.addEventListener("pointerdown", (event) => {
  sliding = event.isPrimary && event.button === 0 && isInPlot(event) ? { id: event.pointerId, x: event.clientX, moved: false } : null;
});
document.addEventListener("pointermove", (event) => {
  if (sliding?.id !== event.pointerId) return;
  // Ignore small movements of the hand.
  if (!sliding.moved && Math.abs(event.clientX - sliding.x) < 6) return;
  // The chart is replaced under the finger.
  if (!sliding.moved) document.getElementById("main").setPointerCapture(event.pointerId);
  sliding.moved = true;
  const mark = nearest(event);
  if (!mark || (sliding.at && isSame(mark, sliding.at))) return;
  sliding.at = numbers(mark);
  choose({ ...sliding.at, keeps: true });
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => { if (sliding?.id === event.pointerId && kind === "pointercancel") sliding = null; });
}

// A tap anywhere in the chart selects the nearest mark.
document.addEventListener("click", (event) => {
  const wasSliding = sliding?.moved;
  sliding = null;
  if (wasSliding) return;
  const own = event.target.closest?.("#chart-part .chart [role=button]");
  const mark = own ?? (isInPlot(event) ? nearest(event) : null);
  if (!mark) return;
  if (own) focus(own);
  choose(numbers(mark));
});
