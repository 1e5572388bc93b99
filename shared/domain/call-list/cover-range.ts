/** Ids from `from` up to and without `to`. */
export interface IdRange {
  from: number;
  to: number;
}

/** A part of a range: what lies in it is told by the seal, or by nobody. */
export interface CoveredPart<Seal extends IdRange> extends IdRange {
  seal: Seal | undefined;
}

/**
 * Lays seals side by side over a range, oldest first. The seals may be read while others are written: of two that begin
 * together the longer one is taken, one that overlaps what is taken is left out, and a hole is a part without a seal.
 */
export function coverRange<Seal extends IdRange>(seals: readonly Seal[], range: IdRange): Array<CoveredPart<Seal>> {
  const parts: Array<CoveredPart<Seal>> = [];
  let reached = range.from;
  let taken = 0;
  for (const seal of seals.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (seal.from < taken || seal.to <= reached) continue;
    if (seal.from >= range.to) break;
    if (seal.from > reached) parts.push({ from: reached, to: seal.from, seal: undefined });
    reached = Math.min(seal.to, range.to);
    taken = seal.to;
    parts.push({ from: Math.max(seal.from, range.from), to: reached, seal });
  }
  if (reached < range.to) parts.push({ from: reached, to: range.to, seal: undefined });
  return parts;
}
