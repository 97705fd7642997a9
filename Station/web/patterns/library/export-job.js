// Exports run as jobs: the checkout indicator shows the progress, and the file is downloaded at the end.
import { follow, stop } from "/web/jobs.js";
import { problems, reason, request, track } from "/web/network.js";

function keep(address, name = "") {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

// A browser may refuse if the person's tap was too long ago. The file is then downloaded.
async function share(address) {
  const answer = await track(fetch(address));
  const [, name] = answer.headers.get("Content-Disposition").match(/filename\*=UTF-8''([^;]+)/).map(decodeURIComponent);
  const file = new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") });
  try { await navigator.share({ files: [file] }); } catch (error) { if (error.name !== "AbortError") keep(URL.createObjectURL(file), name); }
}

// - fail: receives the reason if there is no file.
export async function exportFile(checkout, address, options, { noAnswer, fail, shares = false }) {
  let job = null, isStopped = false;
  checkout.begin(() => {
    isStopped = true;
    if (job) stop(job);
  });
  try {
    const answer = await request(address, { method: "POST", ...options, headers: { ...problems, ...options.headers } });
    if (!answer.ok) return await fail(await reason(answer, noAnswer));
    job = await answer.json();
    // The person canceled before the station responded.
    if (isStopped) stop(job);
    const end = await follow(job, (told) => checkout.tell({ text: told.text, share: told.total ? told.completed / told.total : undefined }));
    if (end.state === "stopped") return checkout.close();
    if (end.state === "failed") return await fail(end.error);
    if (shares) await share(end.file);
    else keep(end.file);
    await checkout.succeed(end.text);
    checkout.close();
  } catch { checkout.fail(noAnswer); }
}
