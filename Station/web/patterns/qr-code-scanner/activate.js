// The page behind an activation code. The code is in the fragment of the address, which browsers send to nobody. It is taken from there,
// and posted when the person agrees.
document.querySelector("form [name=code]").value = location.href;
history.replaceState(null, "", location.pathname);
