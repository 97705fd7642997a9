// On a station with sign-in, an inactive screen is covered by the sign-in after a time given in seconds by the
// station's cookie. The station itself also locks the session. It is notified when people read or scan, which it
// could not notice.
import { leave, tell } from "/web/patterns/people/session.js";

const seconds = Number(/(?:^|; )lock=(\d+)/.exec(document.cookie)?.[1] ?? 0);
const tellAfter = 60_000;
let used = performance.now();
let told = used;

function use() {
  used = performance.now();
  if (used - told <= tellAfter) return;
  told = used;
  tell();
}

if (seconds > 0) {
  for (const kind of ["pointerdown", "keydown", "wheel", "touchmove", "used"]) addEventListener(kind, use, { passive: true, capture: true });
  setInterval(() => {
    if (performance.now() - used > seconds * 1000) leave();
  }, 5000);
}

// A window whose session was ended elsewhere must not show its page again.
document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(); });
