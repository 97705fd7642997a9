// What the station is asked for, and the indicator that is there as long as it has not answered.

let underWay = 0;

function count(change) {
  underWay = Math.max(0, underWay + change);
  const indicator = document.querySelector(".activity");
  if (indicator) indicator.hidden = underWay === 0;
}

// Counts as traffic until it is settled.
export async function track(promise) {
  count(1);
  try { return await promise; } finally { count(-1); }
}

// As `fetch`, with the body read before the traffic ends.
export function request(address, options) {
  return track(fetch(address, options).then(async (answer) => {
    const body = await answer.blob();
    return { ok: answer.ok, url: answer.url, text: () => body.text(), json: async () => JSON.parse(await body.text()) };
  }));
}

// Why the station refused something, in its own words.
export async function reason(answer, otherwise) {
  return answer.json().then((problem) => problem.detail ?? otherwise, () => otherwise);
}

export const problems = { Accept: "application/problem+json" };
