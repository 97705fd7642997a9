// What all screens share: dialogs that open for what names them, and toasts that go by themselves.

const toastTime = 4000;

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target.closest("[data-closes]")) event.target.closest("dialog").close();
  // The backdrop belongs to the dialog: a click beside its content is one on itself.
  if (event.target instanceof HTMLDialogElement && event.target.matches(".sheet")) event.target.close();
});

for (const dialog of document.querySelectorAll("dialog[data-open]")) {
  dialog.showModal();
  // A form with an address of its own leads back to what is behind it.
  dialog.addEventListener("close", () => { if (dialog.dataset.leads) history.replaceState(history.state, "", dialog.dataset.leads); });
}

for (const toast of document.querySelectorAll(".toast")) {
  setTimeout(() => toast.remove(), toastTime);
  // What was done is told once, not again after a reload.
  const address = new URL(location);
  address.searchParams.delete("done");
  history.replaceState(history.state, "", address);
}
