// Shows the text of pages as soon as it is recognized: pending parts have `data-waiting`.
import { leaveWith } from "/web/patterns/people/session.js";
import { refresh } from "/web/swap.js";

const waits = () => document.querySelector("#reading[data-waiting]");
// The document of the screen; without one, all documents count.
const own = document.querySelector("[data-document]")?.dataset.document;

let events = null;

function follow() {
  if (events || !waits()) return;
  events = new EventSource("/events");
  leaveWith(events);
  // The station's first event reports the current state.
  let before = null;
  events.addEventListener("reading", async ({ data }) => {
    const told = JSON.parse(data);
    const isOwn = !own || [told.document, before?.document].includes(Number(own));
    const isNews = before && (isOwn || told.state !== before.state || told.reason !== before.reason);
    before = told;
    if (isNews) await refresh(location.href);
    if (waits()) return;
    events?.close();
    events = null;
  });
}

follow();
// Another page of the document is shown.
document.addEventListener("turned", follow);
