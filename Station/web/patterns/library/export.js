// Exports run as jobs: the checkout indicator shows the progress, and the file is downloaded at the end.
import { follow, stop } from "/web/jobs.js";
import { problems, reason, request } from "/web/network.js";
import { Checkout } from "/web/patterns/feedback-indicators/checkout.js";

const checkout = new Checkout(document.getElementById("checkout-export"));
const { noAnswer, address } = document.querySelector("[data-no-answer]").dataset;

function keep(address) {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

// The document may have been deleted, in another window or while it was written.
async function fail(reason) {
  const answer = await request(address, { headers: problems }).catch(() => null);
  checkout.fail(reason, answer?.status === 404);
}

async function run(link) {
  let job = null, isStopped = false;
  checkout.begin(() => {
    isStopped = true;
    if (job) stop(job);
  });
  try {
    const answer = await request(link.dataset.export, { method: "POST", headers: problems });
    if (!answer.ok) return await fail(await reason(answer, noAnswer));
    job = await answer.json();
    // The person was faster than the station's answer.
    if (isStopped) stop(job);
    const end = await follow(job, (told) => checkout.tell({ text: told.text, share: told.total ? told.completed / told.total : undefined }));
    if (end.state === "stopped") return checkout.close();
    if (end.state === "failed") return await fail(end.error);
    keep(end.file);
    await checkout.succeed(end.text);
    checkout.close();
  } catch { checkout.fail(noAnswer); }
}

for (const link of document.querySelectorAll("[data-export]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    run(link);
  });
}
