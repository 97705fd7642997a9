// A page whose session is locked or has ended shows the sign-in, and comes back after it.
import { keepTyped } from "/web/patterns/people/typed.js";

// Without the station the browser shows nothing of what it keeps from then on, and scans all the same.
export async function leave() {
  keepTyped();
  try {
    const { setFact } = await import("/web/patterns/offline/store.js");
    await setFact("locked", true);
  } catch { /* It keeps nothing. */ }
  // Nothing asks first: the screen is covered.
  dispatchEvent(new Event("leaves"));
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

// Tells the station that somebody is here, who may be signed out by now.
export async function tell() {
  try {
    const answer = await fetch("/session/seen", { method: "POST" });
    if (answer.status === 401) leave();
  } catch { /* The station is gone. Its screens say so. */ }
}

// The station ends what a page listens to when its session ends, and refuses it then.
export function leaveWith(events) {
  events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) tell(); });
}
