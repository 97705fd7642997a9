// The page behind an activation code. The code is in the URL's fragment, which browsers do not send. It is read from
// there, and posted when the person agrees.
document.querySelector("form [name=code]").value = location.href;
history.replaceState(null, "", location.pathname);
