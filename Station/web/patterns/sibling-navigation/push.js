// Which way the screen of a sibling comes: from the right after the one before it, from the left after the one behind it. Also by
// the browser's own Back and Forward. Browsers that know no transitions between screens show it at once.

const place = (address) => /^(.*\/)(\d+)$/.exec(new URL(address).pathname);

function direction(from, to) {
  const [before, after] = [place(from), place(to)];
  if (!before || !after || before[1] !== after[1]) return null;
  return Number(after[2]) > Number(before[2]) ? "forward" : "back";
}

function turn({ viewTransition }, from, to) {
  if (!viewTransition) return;
  // A screen that knows none, or one that is left at once, ends it: that is no error.
  for (const end of [viewTransition.ready, viewTransition.finished]) end?.catch(() => {});
  const way = from && to ? direction(from, to) : null;
  if (way) viewTransition.types.add(way);
  else viewTransition.skipTransition();
}

addEventListener("pageswap", (event) => turn(event, location.href, event.activation?.entry.url));
addEventListener("pagereveal", (event) => turn(event, navigation.activation?.from?.url, location.href));
