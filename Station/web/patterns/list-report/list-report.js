// A list whose query is in its address: the search field, the chips, the menu that sorts and the form change the address, and the
// parts of the screen follow. Without this module each of them leads to the new list.
import { follow } from "/web/patterns/library/list.js";
import { request } from "/web/network.js";
import { screen, show } from "/web/swap.js";
import { tell, warn } from "/web/patterns/skeleton-loading/skeleton.js";
import { show as showToast } from "/web/toast.js";

const typingTime = 200;
const countTime = 120;
const searchField = document.getElementById("search");

// MARK: The list

// Of the last request: answers to earlier ones come too late.
let latest = 0;

async function open(address, { replaces = false } = {}) {
  const own = ++latest;
  try {
    const next = await screen(address);
    if (own !== latest) return;
    const kept = new URL(address, location);
    kept.searchParams.delete("done");
    if (kept.href !== location.href) history[replaces ? "replaceState" : "pushState"](null, "", kept);
    keepHidden(next);
    await show(next);
    if (own !== latest) return;
    document.title = next.title;
    document.getElementById("list-status").textContent = document.querySelector("h1").textContent;
    toast(next);
    follow();
  } catch (error) {
    if (own === latest) warn(error instanceof TypeError ? "" : error.message);
  }
}

// Sends a form of the list, whose answer is the same list again.
// - Returns: whether it was done.
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

// What a search keeps of the query; its field stays as it is, under the hands of the person.
function keepHidden(next) {
  const form = document.querySelector("form.search"), other = next.querySelector("form.search");
  if (!form || !other) return;
  for (const field of form.querySelectorAll("input[type=hidden]")) field.remove();
  form.prepend(...[...other.querySelectorAll("input[type=hidden]")].map((field) => document.adoptNode(field)));
  if (document.activeElement !== searchField) searchField.value = other.q.value;
}

function toast(next) {
  const other = next.querySelector(".toasts .toast");
  if (other) showToast(document.adoptNode(other));
}

// Empty fields say nothing.
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
  link.closest("[popover]")?.hidePopover();
  open(link.href);
});

document.addEventListener("keydown", (event) => {
  const chip = event.target.closest?.("a[role=button], a[role=menuitemradio]");
  if (chip && event.key === " ") {
    event.preventDefault();
    chip.click();
  }
  const menu = event.target.closest?.("[role=menu]");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!menu || !step) return;
  event.preventDefault();
  const entries = [...menu.querySelectorAll("[role=menuitemradio]")];
  entries[(entries.indexOf(document.activeElement) + step + entries.length) % entries.length].focus();
});

addEventListener("popstate", () => open(location.href, { replaces: true }));

// MARK: The search field

const recentKey = "recto.searches";
const maximumRecent = 5;
const form = document.querySelector("form.search");
const box = document.getElementById("searches-box");
const list = document.getElementById("searches");

function recent() {
  try { return JSON.parse(localStorage.getItem(recentKey)) ?? []; } catch { return []; }
}

function remember(text) {
  if (text.trim()) localStorage.setItem(recentKey, JSON.stringify([text, ...recent().filter((other) => other !== text)].slice(0, maximumRecent)));
}

function showRecent() {
  const texts = searchField.value ? [] : recent();
  list.replaceChildren(...texts.map((text, index) => {
    const option = document.createElement("li");
    option.id = `search-${index}`;
    option.role = "option";
    option.textContent = text;
    return option;
  }));
  box.hidden = texts.length === 0;
  searchField.ariaExpanded = `${!box.hidden}`;
  choose(null);
}

function hideRecent() {
  box.hidden = true;
  searchField.ariaExpanded = "false";
  choose(null);
}

function choose(option) {
  for (const other of list.children) other.ariaSelected = `${other === option}`;
  if (option) searchField.setAttribute("aria-activedescendant", option.id);
  else searchField.removeAttribute("aria-activedescendant");
}

function search(text, options) {
  searchField.value = text;
  clearTimeout(typing);
  hideRecent();
  open(address(form), options);
}

let typing = 0;
if (searchField) {
  // One step of the history for each search, not for each letter.
  searchField.addEventListener("input", () => {
    clearTimeout(typing);
    showRecent();
    typing = setTimeout(() => open(address(form), { replaces: true }), typingTime);
  });
  searchField.addEventListener("focus", showRecent);
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) { remember(searchField.value); hideRecent(); } });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const option = list.querySelector("[aria-selected=true]");
    remember(searchField.value);
    search(option?.textContent ?? searchField.value);
  });
  // Not the focus: it stays in the field.
  box.addEventListener("pointerdown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) search(option.textContent);
    if (!event.target.closest("[data-clears]")) return;
    localStorage.removeItem(recentKey);
    showRecent();
  });
  searchField.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && searchField.value) {
      event.preventDefault();
      search("", { replaces: true });
      showRecent();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || box.hidden) return;
    event.preventDefault();
    const options = [...list.children];
    const at = options.findIndex((option) => option.ariaSelected === "true");
    choose(options[at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length]);
  });
}

// MARK: The form

const dialog = () => document.getElementById("filter");
let counting = 0, lastCount = 0;

// It comes when it is asked for.
async function openForm(address) {
  try {
    const next = await screen(address);
    document.getElementById("filter-part").replaceWith(document.adoptNode(next.getElementById("filter-part")));
    takeOrder(dialog().querySelector("form"));
    dialog().showModal();
  } catch (error) { warn(error instanceof TypeError ? "" : error.message); }
}

// The number of results follows each change.
async function count(form) {
  const own = ++lastCount;
  try {
    const url = new URL(address(form));
    url.pathname = form.dataset.count;
    const answer = await request(url.href);
    if (!answer.ok || own !== lastCount) return;
    const { show, results } = await answer.json();
    if (own !== lastCount) return;
    form.querySelector("[data-show]").textContent = show;
    form.querySelector("[data-results]").textContent = results;
    tell(show);
  } catch { /* The number stays as it was. */ }
}

// The order as the address has it: what is chosen, from top to bottom.
function takeOrder(form) {
  const rows = [...form.querySelectorAll("[data-order] li")];
  const chosen = rows.filter((row) => row.querySelector("input").checked);
  for (const row of rows) row.querySelector(".handle").hidden = !chosen.includes(row);
  form.elements.sort.value = chosen.map((row) => row.querySelector("input").value).join(",");
  form.querySelector("[data-order] .error").hidden = chosen.length > 0;
  form.querySelector("[data-show]").disabled = chosen.length === 0;
}

// The least one of the higher bound is the lower one.
function takeBounds(cell) {
  const lower = cell.querySelector("[data-lower]"), upper = cell.querySelector("[data-upper]");
  if (!lower) return;
  upper.min = lower.value || lower.min;
  if (upper.value && lower.value && (lower.type === "number" ? Number(upper.value) < Number(lower.value) : upper.value < lower.value)) upper.value = lower.value;
}

function changed(event) {
  const form = event.target.closest("#filter form");
  if (!form || event.target.matches("[data-narrows]")) return;
  const cell = event.target.closest(".filter-cell");
  if (cell) takeBounds(cell);
  const told = cell?.querySelector("[data-chosen]");
  if (told) told.textContent = [...cell.querySelectorAll("input:checked")].map((input) => input.labels[0].textContent).join(", ");
  takeOrder(form);
  clearTimeout(counting);
  counting = setTimeout(() => count(form), countTime);
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
  // Nothing of it is applied.
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
    else input.value = "";
  }
  const first = form.querySelector("[data-order] li[data-usual]") ?? form.querySelector("[data-order] li");
  first.querySelector("input").checked = true;
  for (const told of form.querySelectorAll("[data-chosen]")) told.textContent = "";
  takeOrder(form);
  count(form);
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
  if (step < 0) other.before(row);
  else other.after(row);
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

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-order] .handle");
  if (!handle) return;
  const row = handle.closest("li");
  handle.setPointerCapture(event.pointerId);
  handle.onpointermove = ({ clientY }) => {
    const { top, bottom } = row.getBoundingClientRect();
    if (clientY < top) move(row, -1);
    if (clientY > bottom) move(row, 1);
  };
  handle.onpointerup = () => { handle.onpointermove = handle.onpointerup = null; };
});

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("#sort") && event.newState === "open") event.target.querySelector("[aria-checked=true], [role=menuitemradio]").focus();
}, true);
