// The page behind an invitation. The code is in the fragment of the address, which browsers send to nobody. It is taken from there,
// and posted when the person goes on.
if (location.hash.length > 1) {
  document.querySelector("form [name=code]").value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
