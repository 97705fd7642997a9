// The search field of a list: it searches while typing, suggests earlier searches while empty, and matching names and
// documents otherwise. Without this module it is a plain form.
import { request } from "/web/network.js";

const typingTime = 200;
const field = document.getElementById("search");
const form = field?.form;
const box = document.getElementById("searches-box");
const list = document.getElementById("searches");
let open = () => {}, address = () => "";
let typing = 0;

// MARK: Earlier searches

// The person's earlier searches from the station, requested when the field is first used.
let earlier = [];
let asked = null;

async function tellStation(path, body) {
  try {
    const answer = await request(path, body && { method: "POST", body });
    if (answer.ok) earlier = (await answer.json()).searches;
  } catch { /* Searching requires the station. */ }
}

async function showEarlier() {
  const own = ++latest;
  const offerAll = () => offer(earlier.map((text, index) => option(index, [text, forgetting()])), true);
  offerAll();
  if (asked) return;
  await (asked = tellStation(box.dataset.searches));
  if (own === latest && document.activeElement === field && !field.value) offerAll();
}

// Suggests it immediately; the station's response replaces it.
function remember(text) {
  const words = text.trim();
  if (!words || words === earlier[0]) return;
  earlier = [words, ...earlier.filter((other) => other !== words)];
  tellStation(box.dataset.searches, new URLSearchParams({ text }));
}

// For touch and mouse; keyboard users press Delete.
function forgetting() {
  const mark = document.createElement("span");
  mark.className = "icon icon-x-lg";
  mark.dataset.forgets = "";
  mark.ariaHidden = "true";
  return mark;
}

function forget(text) {
  earlier = text ? earlier.filter((other) => other !== text) : [];
  tellStation(`${box.dataset.searches}/delete`, new URLSearchParams(text ? { text } : {}));
  showEarlier();
}

// MARK: What is offered

function option(index, text) {
  const row = document.createElement("li");
  row.id = `search-${index}`;
  row.role = "option";
  row.append(...text);
  return row;
}

function offer(rows, isRecent) {
  list.replaceChildren(...rows);
  box.querySelector("[data-recent]").hidden = !isRecent;
  const everything = box.querySelector("[data-everything]");
  if (everything) {
    everything.hidden = isRecent;
    everything.href = `${everything.pathname}?q=${encodeURIComponent(field.value)}`;
  }
  box.hidden = rows.length === 0 && (isRecent || !everything);
  field.ariaExpanded = `${rows.length > 0}`;
  choose(null);
}

function marked({ text, isMarked }) {
  if (!isMarked) return text;
  const part = document.createElement("b");
  part.textContent = text;
  return part;
}

// The number of the last request: responses to earlier ones are outdated.
let latest = 0;

async function suggest() {
  const own = ++latest;
  const url = new URL(form.dataset.suggests, location);
  for (const [name, value] of new FormData(form)) if (value) url.searchParams.append(name, value);
  try {
    const answer = await request(url.href);
    if (!answer.ok || own !== latest) return;
    const { suggestions } = await answer.json();
    if (own !== latest || document.activeElement !== field) return;
    offer(suggestions.map(({ kind, parts, path }, index) => {
      const text = document.createElement("span");
      text.className = "text";
      text.append(...parts.map(marked));
      const row = option(index, [text]);
      row.dataset.path = path;
      if (kind) {
        row.dataset.applies = "";
        const told = document.createElement("span");
        told.className = "subhead";
        told.textContent = kind;
        row.append(told);
      }
      return row;
    }), false);
  } catch { /* The list is updated as well. */ }
}

function show() {
  if (field.value.trim().length > 1 || /[^ -~]/.test(field.value)) return suggest();
  if (field.value) return hide();
  showEarlier();
}

function hide() {
  latest++;
  box.hidden = true;
  field.ariaExpanded = "false";
  choose(null);
}

function choose(option) {
  for (const other of list.children) other.ariaSelected = `${other === option}`;
  if (option) field.setAttribute("aria-activedescendant", option.id);
  else field.removeAttribute("aria-activedescendant");
}

function search(text, options) {
  field.value = text;
  clearTimeout(typing);
  hide();
  open(address(form), options);
}

// A filter replaces the words that it matches; a document is opened.
function take({ dataset: { path, applies }, textContent }) {
  if (!path) return search(textContent);
  remember(field.value);
  clearTimeout(typing);
  if (applies === undefined) return location.assign(path);
  field.value = new URL(path, location).searchParams.get("q") ?? "";
  hide();
  open(path);
}

// MARK: The field

// Applies the kept part of the query and the names in the field, without changing the text being typed.
export function takeField(next) {
  const other = next.querySelector("form.search");
  if (!form || !other) return;
  for (const hidden of form.querySelectorAll("input[type=hidden]")) hidden.remove();
  form.prepend(...[...other.querySelectorAll("input[type=hidden]")].map((hidden) => document.adoptNode(hidden)));
  const hadFocus = form.querySelector(".tokens").contains(document.activeElement);
  form.querySelector(".tokens").replaceWith(document.adoptNode(other.querySelector(".tokens")));
  if (hadFocus) field.focus();
  if (document.activeElement !== field) field.value = other.q.value;
}

function press(event) {
  // The first Escape closes the suggestions, the second clears the text.
  if (event.key === "Escape" && (field.value || !box.hidden)) {
    event.preventDefault();
    if (!box.hidden) return hide();
    search("", { replaces: true });
    return show();
  }
  // The last chosen name precedes the text.
  if (event.key === "Backspace" && !field.value) form.querySelector(".token:last-child .remove")?.click();
  const chosen = list.querySelector("[aria-selected=true]");
  if (event.key === "Delete" && chosen?.querySelector("[data-forgets]")) {
    event.preventDefault();
    return forget(chosen.textContent);
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || box.hidden || list.children.length === 0) return;
  event.preventDefault();
  const options = [...list.children];
  const at = options.findIndex((option) => option.ariaSelected === "true");
  choose(options[at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length]);
}

export function watchField(actions) {
  if (!field) return;
  ({ open, address } = actions);
  // Create one history entry per search, not per letter.
  field.addEventListener("input", () => {
    clearTimeout(typing);
    show();
    // A single letter is too unspecific.
    if (/^[a-z0-9]$/i.test(field.value.trim())) return;
    typing = setTimeout(() => open(address(form), { replaces: true }), typingTime);
  });
  // After a search, the results are visible; names are suggested while typing.
  field.addEventListener("focus", () => { if (!field.value) show(); });
  form.addEventListener("focusout", (event) => {
    if (form.contains(event.relatedTarget)) return;
    remember(field.value);
    hide();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = list.querySelector("[aria-selected=true]");
    if (chosen) return take(chosen);
    remember(field.value);
    search(field.value);
  });
  // Keep the focus in the field.
  box.addEventListener("pointerdown", (event) => { if (!event.target.closest("a")) event.preventDefault(); });
  box.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (event.target.closest("[data-forgets]")) return forget(option.textContent);
    if (option) return take(option);
    if (event.target.closest("[data-clears]")) forget(null);
  });
  field.addEventListener("keydown", press);
  if (document.activeElement === field && !field.value) show();
}
