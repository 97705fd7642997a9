// Shows the progress of long work, and continues when it is finished.
const progress = document.querySelector("[data-interlude] [data-progress]");

async function ask() {
  try {
    const answer = await fetch("/interlude/state");
    if (answer.ok) {
      const { ready, progress: text } = await answer.json();
      if (ready) return location.replace("/interlude");
      if (progress.textContent !== text) progress.textContent = text;
    }
  } catch { /* The station is temporarily unreachable: retry. */ }
  setTimeout(ask, 1000);
}

ask();
