// Shows the texts of pages as they are recognized: what waits says `data-waiting`.
import { leaveWith } from "/web/patterns/people/session.js";
import { refresh } from "/web/swap.js";

const waits = () => document.querySelector("#reading[data-waiting]");
// Of a document or one of its pages; without one, all of them count.
const own = document.querySelector("[data-document]")?.dataset.document;

let events = null;

function follow() {
  if (events || !waits()) return;
  events = new EventSource("/events");
  leaveWith(events);
  // What the station says first is how things stand.
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
// Another page of the document has come.
document.addEventListener("turned", follow);
