// Where people sign in: a screen that nobody uses is covered by the sign-in after a time, which the station's cookie says in seconds.
// The station locks by itself what it is asked for. It is told that somebody reads or scans, which it would not notice.
const seconds = Number(/(?:^|; )lock=(\d+)/.exec(document.cookie)?.[1] ?? 0);
const tellAfter = 60_000;
let used = performance.now();
let told = used;

async function tell() {
  told = performance.now();
  try {
    const answer = await fetch("/session/seen", { method: "POST" });
    if (answer.status === 401) leave();
  } catch { /* The station is gone. Its screens say so. */ }
}

// Without the station the browser shows nothing of what it keeps from then on, and scans all the same.
async function leave() {
  try {
    const { setFact } = await import("/web/patterns/offline/store.js");
    await setFact("locked", true);
  } catch { /* It keeps nothing. */ }
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

function use() {
  used = performance.now();
  if (used - told > tellAfter) tell();
}

if (seconds > 0) {
  for (const kind of ["pointerdown", "keydown", "wheel", "touchmove", "used"]) addEventListener(kind, use, { passive: true, capture: true });
  setInterval(() => {
    if (performance.now() - used > seconds * 1000) leave();
  }, 5000);
}
