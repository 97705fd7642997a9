// A list whose query is in its URL: the search field, the chips, the sort menu and the form change the URL, and the
// parts of the screen are updated. Without this module each of them links to the new list.
import { follow } from "/web/patterns/library/list.js";
import { request } from "/web/network.js";
import { screen, show } from "/web/swap.js";
import { takeField, watchField } from "/web/patterns/search/field.js";
import { dismiss, tell, Wait, warn, warnLate } from "/web/patterns/skeleton-loading/skeleton.js";
import { show as showToast } from "/web/toast.js";

// MARK: The list

// The number of the last request: responses to earlier ones are outdated.
let latest = 0;

async function open(address, { replaces = false } = {}) {
  const own = ++latest;
  const wait = new Wait(showSkeleton, () => warnLate(() => open(address, { replaces })));
  try {
    const next = await screen(address);
    if (own !== latest) return;
    const kept = new URL(address, location);
    kept.searchParams.delete("done");
    if (kept.href !== location.href) history[replaces ? "replaceState" : "pushState"](null, "", kept);
    takeField(next);
    await show(next);
    if (own !== latest) return;
    document.title = next.title;
    document.getElementById("list-status").textContent = document.querySelector("[data-status]")?.dataset.status ?? document.querySelector("h1").textContent;
    toast(next);
    follow();
    dismiss();
  } catch (error) {
    if (own === latest) warn(error instanceof TypeError ? "" : error.message);
  } finally {
    wait.end();
    if (own === latest) hideSkeleton();
  }
}

const results = () => document.querySelector("#list, #search-results");

// Shows placeholder rows if the next list takes long.
function showSkeleton() {
  hideSkeleton();
  const stand = document.createElement("div");
  stand.className = "skeleton stand-in-list";
  stand.append(document.querySelector('#waiting template[data-path="^/documents$"]').content.querySelector(".documents").cloneNode(true));
  results().hidden = true;
  results().before(stand);
  stand.parentElement.setAttribute("aria-busy", "true");
}

function hideSkeleton() {
  const stand = document.querySelector(".stand-in-list");
  if (!stand) return;
  stand.parentElement.removeAttribute("aria-busy");
  stand.remove();
  results().hidden = false;
}

// Sends a form of the list, whose response is the same list.
// - Returns: whether it succeeded.
export async function showAnswer(address, options) {
  const own = ++latest;
  try {
    const next = await screen(address, options);
    if (own !== latest) return true;
    await show(next);
    document.title = next.title;
    toast(next);
    follow();
    return true;
  } catch (error) {
    warn(error instanceof TypeError ? "" : error.message);
    return false;
  }
}

function toast(next) {
  const other = next.querySelector(".toasts .toast");
  if (other) showToast(document.adoptNode(other));
}

// Empty fields are omitted.
function address(form) {
  const url = new URL(form.action, location);
  url.search = "";
  for (const [name, value] of new FormData(form)) if (value) url.searchParams.append(name, value);
  return url.href;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-list]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // Closes a submenu together with its parent menu.
  for (const menu of document.querySelectorAll("[popover]:popover-open")) menu.hidePopover();
  open(link.href);
});

document.addEventListener("keydown", (event) => {
  const chip = event.target.closest?.("a[role=button], a[role^=menuitem]");
  if (chip && event.key === " ") {
    event.preventDefault();
    chip.click();
  }
  const menu = event.target.closest?.("[role=menu]");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!menu || !step) return;
  event.preventDefault();
  const entries = [...menu.querySelectorAll("[role^=menuitem]")].filter((entry) => entry.checkVisibility());
  entries[(entries.indexOf(document.activeElement) + step + entries.length) % entries.length].focus();
});

const opener = (menu) => document.querySelector(`[popovertarget="${menu.id}"][aria-haspopup]`);

// A submenu opens to the right and closes to the left. Browsers return the focus to what opened a menu, except inside
// another menu.
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" && event.target.matches?.(".opens-submenu")) event.target.click();
  const submenu = event.key === "ArrowLeft" && event.target.closest?.(".submenu");
  if (!submenu) return;
  submenu.hidePopover();
  opener(submenu).focus();
});

addEventListener("popstate", () => open(location.href, { replaces: true }));
watchField({ open, address });

// MARK: The form

const dialog = () => document.getElementById("filter");
// The form whose number of results is to be requested.
let toCount = null, isCounting = false;

// It is loaded on demand.
async function openForm(address) {
  try {
    const next = await screen(address);
    document.getElementById("filter-part").replaceWith(document.adoptNode(next.getElementById("filter-part")));
    takeOrder(dialog().querySelector("form"));
    // Prevent scrolling while a held row is dragged.
    dialog().querySelector("[data-order]")?.addEventListener("touchmove", (event) => {
      if (event.currentTarget.querySelector(".held")) event.preventDefault();
    }, { passive: false });
    dialog().showModal();
  } catch (error) { warn(error instanceof TypeError ? "" : error.message); }
}

// The number of results follows each change, even while a slider is moving: it is requested again as soon as the
// previous response has arrived.
async function count(changed) {
  toCount = changed;
  if (isCounting) return;
  isCounting = true;
  while (toCount) {
    const form = toCount;
    toCount = null;
    try {
      const url = new URL(address(form));
      url.pathname = form.dataset.count;
      const answer = await request(url.href);
      if (!answer.ok) continue;
      const { show, results } = await answer.json();
      form.querySelector("[data-show]").textContent = show;
      form.querySelector("[data-results]").textContent = results;
      // Skip intermediate numbers.
      if (!toCount) tell(show);
    } catch { /* The number does not change. */ }
  }
  isCounting = false;
}

// The order in URL format: the selected criteria from top to bottom.
function takeOrder(form) {
  if (!form.querySelector("[data-order]")) return;
  const rows = [...form.querySelectorAll("[data-order] li")];
  const chosen = rows.filter((row) => row.querySelector("input").checked);
  for (const row of rows) row.querySelector(".handle").hidden = !chosen.includes(row);
  form.elements.sort.value = chosen.map((row) => row.querySelector("input").value).join(",");
  form.querySelector("[data-order] .error").hidden = chosen.length > 0;
  form.querySelector("[data-order] [data-helps]").hidden = chosen.length === 0;
  form.querySelector("[data-show]").disabled = chosen.length === 0;
}

// The minimum of the upper bound is the lower bound.
function takeBounds(cell, changed) {
  const lower = cell.querySelector("[data-lower]"), upper = cell.querySelector("[data-upper]");
  if (!lower) return;
  if (lower.type === "range") return takeRange(cell, lower, upper, changed);
  upper.min = lower.value || lower.min;
  if (upper.value && lower.value && (lower.type === "number" ? Number(upper.value) < Number(lower.value) : upper.value < lower.value)) upper.value = lower.value;
}

// The thumbs of a slider push each other. At its ends, a bound excludes nothing.
function takeRange(cell, lower, upper, changed) {
  if (Number(lower.value) > Number(upper.value)) (changed === lower ? upper : lower).value = changed.value;
  const [from, to] = cell.querySelectorAll("input[type=hidden]");
  from.value = lower.value === lower.min ? "" : lower.value;
  to.value = upper.value === upper.max ? "" : upper.value;
  cell.querySelector("[data-tells]").textContent = `${lower.value} – ${upper.value}`;
}

// A disabled switch has no bounds.
function takeSwitch(input) {
  const bounds = input.closest(".filter-cell").querySelector(".bounds");
  bounds.hidden = !input.checked;
  if (!input.checked) for (const bound of bounds.querySelectorAll("input")) bound.value = "";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-steps]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  if (button.dataset.steps === "1") field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

function changed(event) {
  const form = event.target.closest("#filter form");
  if (!form || event.target.matches("[data-narrows]")) return;
  const cell = event.target.closest(".filter-cell");
  if (event.target.matches("[data-reveals]")) takeSwitch(event.target);
  if (cell) takeBounds(cell, event.target);
  const told = cell?.querySelector("[data-chosen]");
  if (told) told.textContent = [...cell.querySelectorAll("input:checked")].map((input) => input.labels[0].textContent).join(", ");
  takeOrder(form);
  count(form);
}

document.addEventListener("input", (event) => {
  changed(event);
  if (!event.target.matches("[data-narrows]")) return;
  const wanted = event.target.value.toLocaleLowerCase();
  for (const row of event.target.closest("details").querySelectorAll("li")) row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
});

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-form]");
  if (opener) openForm(opener.dataset.form);
  const direction = event.target.closest("[data-direction]");
  if (direction) {
    const input = direction.closest("li").querySelector("input");
    const [value, text] = [direction.dataset.direction, direction.textContent];
    direction.dataset.direction = input.value;
    direction.textContent = direction.dataset.opposite;
    direction.dataset.opposite = text;
    input.value = value;
    takeOrder(direction.form);
  }
  // Discard all changes.
  if (event.target.closest("[data-cancels]")) {
    dialog().close();
    dialog().remove();
  }
  const reset = event.target.closest("[data-resets]");
  if (reset) clear(reset.form);
});


function clear(form) {
  for (const input of form.querySelectorAll(".filter-cell input")) {
    if (input.type === "checkbox") input.checked = false;
    else if (input.type === "radio") input.checked = input.value === "";
    else if (input.type === "range") input.value = "upper" in input.dataset ? input.max : input.min;
    else input.value = "";
    if (input.matches("[data-reveals]")) takeSwitch(input);
  }
  for (const cell of form.querySelectorAll(".filter-cell")) takeBounds(cell, null);
  const first = form.querySelector("[data-order] li[data-usual] input") ?? form.querySelector("[data-order] li input, input[type=radio][name=sort]");
  if (first) first.checked = true;
  for (const told of form.querySelectorAll("[data-chosen]")) told.textContent = "";
  takeOrder(form);
  count(form);
}

// The URL of the form opens its list.
if (location.hash === "#filter") {
  history.replaceState(history.state, "", location.pathname + location.search);
  document.getElementById("filter-button")?.click();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#filter form")) return;
  event.preventDefault();
  const to = address(event.target);
  dialog().close();
  open(to);
}, true);

// MARK: The order of the criteria

function move(row, step) {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  // Move the other row, because a row removed from the page would lose the pointer.
  if (step < 0) row.after(other);
  else row.before(other);
  row.querySelector(".handle").focus();
  takeOrder(row.closest("form"));
}

document.addEventListener("keydown", (event) => {
  const handle = event.target.closest?.("[data-order] .handle");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!handle || !step) return;
  event.preventDefault();
  move(handle.closest("li"), step);
});

// Makes the row follow the pointer until it is released.
function hold(row, pointer) {
  const handle = row.querySelector(".handle");
  row.classList.add("held");
  handle.setPointerCapture(pointer);
  handle.onpointermove = ({ clientY }) => {
    const { top, bottom } = row.getBoundingClientRect();
    if (clientY < top) move(row, -1);
    if (clientY > bottom) move(row, 1);
  };
  handle.onlostpointercapture = () => {
    row.classList.remove("held");
    handle.onpointermove = handle.onlostpointercapture = null;
  };
}

const longPress = 500;
const stillness = 10;
document.addEventListener("pointerdown", (event) => {
  const row = event.target.closest("[data-order] li");
  if (!row?.querySelector("input").checked || event.target.closest("[data-direction]")) return;
  if (event.target.closest(".handle")) return hold(row, event.pointerId);
  // After a long press on the row, its final click must not remove anything.
  const end = new AbortController();
  const { signal } = end;
  const timer = setTimeout(() => {
    end.abort();
    hold(row, event.pointerId);
    const stop = (click) => click.preventDefault();
    row.addEventListener("click", stop, true);
    addEventListener("pointerup", () => setTimeout(() => row.removeEventListener("click", stop, true)), { once: true });
  }, longPress);
  signal.addEventListener("abort", () => clearTimeout(timer));
  addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > stillness) end.abort();
  }, { signal });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => end.abort(), { signal });
});

document.addEventListener("toggle", (event) => {
  const menu = event.target.querySelector?.(":scope > [role=menu]");
  if (!menu) return;
  // A row's menu is opened by many buttons.
  const button = opener(event.target);
  if (button) button.ariaExpanded = `${event.newState === "open"}`;
  if (event.newState === "open") (menu.querySelector("[aria-checked=true]") ?? menu.querySelector("[role^=menuitem]")).focus();
}, true);
