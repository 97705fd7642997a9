// Exports of a list's selected documents, or of the whole list, as a file or to another app on the device.
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";
import { exportFile } from "/web/patterns/library/export-job.js";
import { selectedDocuments } from "/web/patterns/list-report/selection.js";

const canShare = () => navigator.canShare?.({ files: [new File([""], "a.pdf", { type: "application/pdf" })] }) ?? false;

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-opens=group-export]")) document.querySelector("[data-shares]").hidden = !canShare();
}, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-exports]")) return;
  // It does not navigate.
  event.preventDefault();
  event.stopPropagation();
  const body = JSON.stringify({ documents: selectedDocuments(), ...Object.fromEntries(new FormData(form)) });
  const shares = event.submitter?.name === "shares";
  form.closest("dialog").close();
  const checkout = new Checkout(document.getElementById("checkout-export"));
  await exportFile(checkout, form.action, { body, headers: { "Content-Type": "application/json" } }, {
    noAnswer: form.dataset.noAnswer,
    shares,
    fail: (reason) => checkout.fail(reason),
  });
}, true);
