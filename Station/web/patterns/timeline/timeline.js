// Opens a timeline at the current time.
if (!new URLSearchParams(location.search).has("before") && !new URLSearchParams(location.search).has("after") && !location.hash) {
  document.getElementById("now")?.scrollIntoView({ block: "center" });
}
