// The page behind an invitation. The code is in the fragment of the address, which browsers send to nobody. It is taken from there,
// and posted when the person goes on. This window remembers it until the station has refused it: the page may be reloaded meanwhile.
const kept = "recto.invitation";
const field = document.querySelector("form [name=code]");

try {
  if (document.querySelector("form [role=alert]")) sessionStorage.removeItem(kept);
  if (location.hash.length > 1) sessionStorage.setItem(kept, location.hash.slice(1));
  field.value ||= sessionStorage.getItem(kept) ?? "";
} catch {
  // Browsers that keep nothing have the code in the address alone.
  field.value = location.hash.slice(1);
}
if (location.hash.length > 1) history.replaceState(null, "", location.pathname);
