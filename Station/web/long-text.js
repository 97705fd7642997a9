// Browsers silently truncate text pasted into a field with a limit. Here the field accepts all of it and reports that
// it is too long; it is not sent until it is shortened. Search fields do not submit their text.
document.addEventListener("focusin", ({ target }) => {
  if (!(target.maxLength > 0) || !target.matches("input, textarea") || target.closest("search, .search")) return;
  target.dataset.maximum = target.maxLength;
  target.removeAttribute("maxlength");
});

document.addEventListener("input", ({ target }) => {
  const maximum = Number(target.dataset?.maximum);
  if (!maximum) return;
  const isLong = [...target.value].length > maximum;
  target.setCustomValidity(isLong ? document.body.dataset.long.replace("{1}", maximum.toLocaleString(document.documentElement.lang)) : "");
});
