// Browser notifications for documents due today or tomorrow. No external service is involved: they are shown while a
// screen of the station is open.
const wanted = "recto-reminders";
const told = "recto-reminded";

const isAllowed = () => "Notification" in window && Notification.permission === "granted";
const isWanted = () => localStorage.getItem(wanted) === "yes";

async function remind() {
  if (!isAllowed() || !isWanted()) return;
  const answer = await fetch("/home/reminders").catch(() => null);
  if (!answer?.ok) return;
  const { reminders } = await answer.json();
  const known = new Set(JSON.parse(localStorage.getItem(told) ?? "[]"));
  for (const { name, title, text, path } of reminders.filter(({ name }) => !known.has(name))) {
    const notice = new Notification(title, { body: text, tag: name, icon: "/web/icon.svg" });
    notice.onclick = () => { window.focus(); location.assign(path); };
  }
  // This also forgets those of other days.
  localStorage.setItem(told, JSON.stringify(reminders.map(({ name }) => name)));
}

const section = document.getElementById("notifications");
const status = document.getElementById("reminding");
const [start, stop] = ["remind", "remind-not"].map((id) => document.getElementById(id));

// Shows whether notifications are enabled, and the button for the other choice.
function tell() {
  const isOn = isAllowed() && isWanted();
  (isOn ? stop : start).hidden = false;
  (isOn ? start : stop).hidden = true;
  status.textContent = isOn ? status.dataset.on : Notification.permission === "denied" ? status.dataset.off : "";
}

function choose(choice) {
  localStorage.setItem(wanted, choice);
  tell();
  (choice === "yes" ? stop : start).focus();
  remind();
}

if (section && "Notification" in window) {
  section.hidden = false;
  tell();
  start.addEventListener("click", async () => choose(await Notification.requestPermission() === "granted" ? "yes" : "no"));
  stop.addEventListener("click", () => choose("no"));
}
remind();
