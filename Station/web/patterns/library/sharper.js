// Pages of a document that was saved just now may become sharper: the new pictures take the place of the first ones.
import { leaveWith } from "/web/patterns/people/session.js";
import { screen } from "/web/swap.js";

// In milliseconds: by then the station has made what it could.
const time = 120_000;

// Nothing but pictures changes: what is being written or chosen stays.
async function renew() {
  const path = (image) => new URL(image.getAttribute("src"), location).pathname;
  const next = await screen(location.href).catch(() => null);
  const addresses = new Map([...next?.querySelectorAll("img[src]") ?? []].map((image) => [path(image), image.getAttribute("src")]));
  for (const image of document.querySelectorAll("img[src]")) {
    const address = addresses.get(path(image));
    if (address && address !== image.getAttribute("src")) image.src = address;
  }
}

if (document.querySelector("[data-fresh]")) {
  const events = new EventSource("/events");
  leaveWith(events);
  setTimeout(() => events.close(), time);
  // What the station says first is how things stand: it may have changed since the screen was made.
  events.addEventListener("documents", renew);
}
