// Sends the film's pictures that the station has asked for, beside all else. The service worker does so where there is one: it goes on when
// the screen is left. So this stands in its script, too.

const frameTries = 4;
// In milliseconds, twice as long each time.
const framePause = 2000;

// - corners: where the page is in each file, in shares of the picture.
export async function sendFrames({ address, corners, files }) {
  const body = new FormData();
  body.set("corners", JSON.stringify(corners));
  for (const file of files) body.append("frames", file, "frame.jpg");
  const headers = { Accept: "application/problem+json" };
  for (let attempt = 0; attempt < frameTries; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, framePause * 2 ** (attempt - 1)));
    const answer = await fetch(address, { method: "POST", body, headers, priority: "low" }).catch(() => null);
    // It has too many of others just then, or there is no connection for a moment.
    if (answer && answer.status !== 503) return;
  }
}
