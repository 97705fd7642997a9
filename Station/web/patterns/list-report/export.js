// Exports of the documents that are selected in a list.
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";
import { exportFile } from "/web/patterns/library/export-job.js";
import { selectedDocuments } from "/web/patterns/list-report/selection.js";

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-exports]")) return;
  // It leads to no other screen.
  event.preventDefault();
  event.stopPropagation();
  const body = JSON.stringify({ documents: selectedDocuments(), ...Object.fromEntries(new FormData(form)) });
  form.closest("dialog").close();
  const checkout = new Checkout(document.getElementById("checkout-export"));
  await exportFile(checkout, form.action, { body, headers: { "Content-Type": "application/json" } }, {
    noAnswer: form.dataset.noAnswer,
    fail: (reason) => checkout.fail(reason),
  });
}, true);
