// The profile covers the screen from which it was opened, whose navigation is inactive; Escape returns to it. A
// picture is sent as soon as it is chosen.
import { problems, reason, request } from "/web/network.js";

const sheet = document.querySelector(".profile-sheet");
if (sheet) {
  for (const part of document.querySelectorAll("body > nav, body > .navbar, body > st-sidebar")) part.inert = true;
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    sheet.querySelector(".titlebar a").click();
  });
}

const area = document.querySelector("[data-picture]");
if (area) {
  area.hidden = false;
  const [field, note] = [area.querySelector("input[type=file]"), area.querySelector("[role=alert]")];
  field.addEventListener("change", async () => {
    if (!field.files.length) return;
    note.hidden = true;
    try {
      const answer = await request("/profile/picture", { method: "POST", headers: problems, body: field.files[0] });
      if (!answer.ok) throw new Error(await reason(answer, ""));
      location.assign("/profile?done=picture");
    } catch (error) {
      note.textContent = error.message;
      note.hidden = false;
    }
  });
}
