// Where people sign in: a screen that nobody uses is covered by the sign-in after a time, which the station's cookie says in seconds.
// The station locks by itself what it is asked for. It is told that somebody reads or scans, which it would not notice.
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

// Whoever comes back to a window whose session was ended elsewhere does not find its page.
document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(); });
