// A page whose session is locked or has ended shows the sign-in, and returns afterwards.
import { keepTyped } from "/web/patterns/people/typed.js";

// Makes the browser hide its offline content from now on. Scanning still works.
export async function leave() {
  keepTyped();
  try {
    const { setFact } = await import("/web/patterns/offline/store.js");
    await setFact("locked", true);
  } catch { /* Storage is not available. */ }
  // No confirmation: the screen is covered.
  dispatchEvent(new Event("leaves"));
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

async function ask(path, method) {
  try {
    const answer = await fetch(path, { method });
    if (answer.status === 401) leave();
  } catch { /* The station is unreachable, which its screens show. */ }
}

// Notifies the station that a person is active, who may have been signed out.
export const tell = () => ask("/session/seen", "POST");

// Updates the cookie with the lock time. This does not count as activity.
export const look = () => ask("/session/lock", "GET");

// The station closes a page's event stream when the session ends, and then refuses it.
export function leaveWith(events) {
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) tell(); });
}
