// The page behind an invitation. The code is in the URL's fragment, which browsers do not send. It is read from
// there, and posted when the person continues. This window remembers it until the station refuses it, because the
// page may be reloaded.
const kept = "recto.invitation";
const field = document.querySelector("form [name=code]");

try {
  if (document.querySelector("form [role=alert]")) sessionStorage.removeItem(kept);
  if (location.hash.length > 1) sessionStorage.setItem(kept, location.hash.slice(1));
  field.value ||= sessionStorage.getItem(kept) ?? "";
} catch {
  // Browsers without storage only have the code in the URL.
  field.value = location.hash.slice(1);
}
if (location.hash.length > 1) history.replaceState(null, "", location.pathname);
