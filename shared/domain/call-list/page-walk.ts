/** A stretch of a list, newest first: how many of its rows match, exactly or between two bounds. */
export interface Stretch {
  least: number;
  /** Infinity: nobody has counted it. */
  most: number;
}

/**
 * The positions of the stretches that have to be opened to know the total and to show the rows [start, end): those that
 * are not counted exactly, and those that may reach into the page. Empty: everything is known.
 * `isOpen` tells the stretches whose rows are known one by one.
 */
export function stretchesToOpen<S extends Stretch>(
  stretches: readonly S[],
  page: { start: number; end: number },
  isOpen: (stretch: S) => boolean,
): S[] {
  const wanted: S[] = [];
  let first = 0;
  let last = 0;
  for (const stretch of stretches) {
    const { least, most } = stretch;
    // Behind a stretch that nobody has counted, any other might be on the page: that one is counted first.
    const mayBeShown = most > 0 && first < page.end && Number.isFinite(last) && last + most > page.start;
    if (!isOpen(stretch) && (least !== most || mayBeShown)) wanted.push(stretch);
    first += least;
    last += most;
  }
  return wanted;
}
