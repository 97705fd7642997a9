// Exports of the document.
import { problems, request } from "/web/network.js";
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";
import { exportFile } from "/web/patterns/library/export-job.js";

const checkout = new Checkout(document.getElementById("checkout-export"));
const { noAnswer, address } = document.querySelector("[data-no-answer]").dataset;

// The document may have been deleted in another window or during the export.
async function fail(reason) {
  const answer = await request(address, { headers: problems }).catch(() => null);
  checkout.fail(reason, answer?.status === 404);
}

for (const link of document.querySelectorAll("[data-export]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    exportFile(checkout, link.dataset.export, {}, { noAnswer, fail });
  });
}
