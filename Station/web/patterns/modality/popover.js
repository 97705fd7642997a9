// Links in popovers: to a form's field, or to a file.

document.addEventListener("click", (event) => {
  const popover = event.target.closest("[popover]");
  const entry = event.target.closest("[data-jumps], a[download]");
  if (!popover || !entry) return;
  popover.hidePopover();
  if (entry.dataset.jumps) document.getElementById(entry.dataset.jumps).focus();
});
