// A part of the screen anew, while the rest stays: an overlay is on it until the station's answer, and the pictures in it, are
// there.
import { problems, reason, request } from "/web/network.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

// The element of the answer that has this selector.
export async function part(selector, address, options) {
  const answer = await request(address, { ...options, headers: problems });
  if (!answer.ok) throw new Error(await reason(answer, ""));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { element: page.querySelector(selector), address: answer.url };
}

function loaded(picture) {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = picture.getAttribute("src");
  });
}

// Where the focus was, by what sends the same thing.
function twin(element, target) {
  const form = target.querySelector(`form[action="${CSS.escape(new URL(element.form.action).pathname)}"]`);
  return form?.querySelector(element.value ? `[value="${CSS.escape(element.value)}"]` : "button");
}

export class Overlay {
  constructor(place) {
    this.place = place;
    this.element = place.querySelector("template[data-overlay]").content.firstElementChild.cloneNode(true);
    place.setAttribute("aria-busy", "true");
    place.append(this.element);
  }

  end() {
    this.element.remove();
    this.place.removeAttribute("aria-busy");
  }
}

// What was asked for while something else is under way.
const waiting = [];
let isBusy = false;

async function renew({ target: id, address, body, submitter }) {
  const target = document.getElementById(id);
  const overlay = new Overlay(target.querySelector("template[data-overlay]").parentElement);
  try {
    const { element, address: shown } = await part(`#${id}`, address, { method: "POST", body });
    await Promise.all([...element.querySelectorAll("[data-waits] img")].map(loaded));
    const hadFocus = target.contains(document.activeElement);
    target.replaceChildren(...document.adoptNode(element).childNodes);
    if (hadFocus) twin(submitter, target)?.focus();
    history.replaceState(history.state, "", shown);
  } catch (error) {
    // A TypeError is the browser's: there was no answer.
    warn(error instanceof TypeError ? target.dataset.failed : error.message || target.dataset.failed);
  } finally { overlay.end(); }
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-renews]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const { submitter } = event;
  const body = new URLSearchParams(new FormData(form, submitter));
  waiting.push({ target: form.dataset.renews, address: form.action, body, submitter });
  if (isBusy) return;
  isBusy = true;
  while (waiting.length) await renew(waiting.shift());
  isBusy = false;
});
