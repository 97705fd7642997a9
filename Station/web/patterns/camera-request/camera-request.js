// Whether Recto says what the camera is for before the browser asks. It does so once for each browser.

const allowed = "camera-allowed";

// - permission: as the browser tells it; nothing where it does not tell.
export async function isUnasked(permission) {
  if (permission?.state === "granted" || wasAllowed()) return false;
  // Without a camera there is nothing to ask for.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === "videoinput");
}

// Some browsers ask each time, and tell that they will.
function wasAllowed() {
  try { return localStorage.getItem(allowed) !== null; } catch { return false; }
}

export function noteAllowed() {
  try { localStorage.setItem(allowed, "yes"); } catch { /* It is said again. */ }
}
