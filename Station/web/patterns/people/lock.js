// On a station with sign-in, an inactive screen is covered by the sign-in after a time given in seconds by the
// station's cookie. The station itself also locks the session. It is notified when people read or scan, which it
// could not notice.
import { leave, look, tell } from "/web/patterns/people/session.js";

// 0 while there is only one person. The station updates the cookie when a second person joins or leaves.
const lockedAfter = () => Number(/(?:^|; )lock=(\d+)/.exec(document.cookie)?.[1] ?? 0);
const minute = 60_000;
let used = performance.now();
let told = used;

function use() {
  used = performance.now();
  if (used - told <= minute) return;
  told = used;
  tell();
}

for (const kind of ["pointerdown", "keydown", "wheel", "touchmove", "used"]) addEventListener(kind, use, { passive: true, capture: true });
setInterval(() => {
  const seconds = lockedAfter();
  if (seconds > 0 && performance.now() - used > seconds * 1000) leave();
}, 5000);
// Update the cookie of a screen that was opened before a second person joined.
setInterval(() => { if (lockedAfter() === 0) look(); }, minute);

// A window whose session was ended elsewhere must not show its page again.
document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(); });
