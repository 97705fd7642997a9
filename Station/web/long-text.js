// A browser cuts what is pasted into a field at its limit, without a word. Here the field takes all of it and says that it is too
// long; it is not sent until it is shorter. Fields that search something do not send what is entered.
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
