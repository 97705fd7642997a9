// Sends the frames that the station has requested, at low priority. If there is a service worker, it does this,
// because it continues after the screen is left. So this module is part of its script, too.

const frameTries = 4;
// The pause in milliseconds, doubled after each attempt.
const framePause = 2000;

// - corners: the page's corners in each file, relative to the picture's size.
export async function sendFrames({ address, corners, files }) {
  const body = new FormData();
  body.set("corners", JSON.stringify(corners));
  for (const file of files) body.append("frames", file, "frame.jpg");
  const headers = { Accept: "application/problem+json" };
  for (let attempt = 0; attempt < frameTries; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, framePause * 2 ** (attempt - 1)));
    const answer = await fetch(address, { method: "POST", body, headers, priority: "low" }).catch(() => null);
    // The station has too many others at the moment, or the connection is interrupted.
    if (answer && answer.status !== 503) return;
  }
}
