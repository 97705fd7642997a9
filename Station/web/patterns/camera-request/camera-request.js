// Whether Recto explains the camera access before the browser asks, which it does once per browser.

const allowed = "camera-allowed";

// - permission: the state reported by the browser, if any.
export async function isUnasked(permission) {
  if (permission?.state === "granted" || wasAllowed()) return false;
  // Without a camera there is nothing to ask for.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === "videoinput");
}

// Some browsers ask each time, and report that they will.
function wasAllowed() {
  try { return localStorage.getItem(allowed) !== null; } catch { return false; }
}

export function noteAllowed() {
  try { localStorage.setItem(allowed, "yes"); } catch { /* The explanation is shown again. */ }
}
