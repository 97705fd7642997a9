// Pages of a document that was just saved may become sharper: their pictures are replaced.
import { leaveWith } from "/web/patterns/people/session.js";
import { screen } from "/web/swap.js";

// The time in milliseconds after which the station has finished.
const time = 120_000;

// Replaces only pictures, so that entries and selections are kept.
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
  // The station's first event reports the current state, which may have changed since the screen was created.
  events.addEventListener("documents", renew);
}
