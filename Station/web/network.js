// Requests to the station, and the indicator of network activity.

let underWay = 0;

function count(change) {
  underWay = Math.max(0, underWay + change);
  const indicator = document.querySelector(".activity");
  if (indicator) indicator.hidden = underWay === 0;
}

// Counts as network activity until it is settled.
export async function track(promise) {
  count(1);
  try { return await promise; } finally { count(-1); }
}

// Notifies screens that they are offline: see `patterns/offline/status.js`.
function tellSilence(error) {
  if (error instanceof TypeError) dispatchEvent(new Event("stationsilent"));
  throw error;
}

// Like `fetch`, but the network activity only ends after the body is read.
export function request(address, options) {
  return track(fetch(address, options).catch(tellSilence).then(async (answer) => {
    const body = await answer.blob();
    return { ok: answer.ok, status: answer.status, url: answer.url, text: () => body.text(), json: async () => JSON.parse(await body.text()) };
  }));
}

// Returns the station's reason for a refusal.
export async function reason(answer, otherwise) {
  return answer.json().then((problem) => problem.detail ?? otherwise, () => otherwise);
}

export const problems = { Accept: "application/problem+json" };
