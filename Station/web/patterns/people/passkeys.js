// Passkeys: the browser passes the station's options to the authenticator, and sends its response. The station
// decides.
import { problems, reason, request } from "/web/network.js";

const isKnown = typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

async function post(address, body) {
  const headers = { ...problems, "Content-Type": "application/json" };
  const answer = await request(address, { method: "POST", headers, body: body && JSON.stringify(body) });
  // The passcode must be confirmed first.
  if (answer.status === 403) location.assign(`/confirm?next=${encodeURIComponent(`${location.pathname}?asked=${address}`)}`);
  if (!answer.ok) throw new Error(await reason(answer, ""));
  return answer;
}

async function use(next) {
  const options = await (await post("/sign-in/passkey/options")).json();
  const credential = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  const answer = await post(`/sign-in/passkey?next=${encodeURIComponent(next)}`, credential.toJSON());
  // The person is unknown here, so previously typed text belongs to nobody.
  try {
    localStorage.setItem("recto.person", "*");
  } catch { /* Storage is not available. */ }
  location.assign((await answer.json()).next);
}

async function add(next = "/profile/sign-in?done=passkey") {
  const options = await (await post("/profile/passkeys/options")).json();
  const credential = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
  await post("/profile/passkeys", credential.toJSON());
  location.assign(next);
}

// A cancellation by the person or the authenticator is not an error: the passcode can be used.
function tell(area, error) {
  const text = area.querySelector("[role=alert]");
  // The error of authenticators that already have a passkey of this person.
  const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
  if (isKnown) text.textContent = area.dataset.known;
  else text.textContent = error instanceof DOMException ? area.dataset.failed : error.message || area.dataset.failed;
  text.hidden = false;
}

for (const area of document.querySelectorAll("[data-passkeys]")) {
  if (!isKnown || !isSecureContext) continue;
  area.hidden = false;
  const button = area.querySelector("button");
  async function run() {
    button.disabled = true;
    area.querySelector("[role=alert]").hidden = true;
    try { await (area.dataset.passkeys === "add" ? add(area.dataset.next) : use(area.dataset.next ?? "/")); } catch (error) { tell(area, error); } finally { button.disabled = false; }
  }
  button.addEventListener("click", run);
  // A locked session asks whenever it is shown. Browsers that require a tap show the button.
  if ("asks" in area.dataset) run();
}
