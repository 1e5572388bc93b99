/** How lists of calls are cut up. Tests use small ones, to get many seals of few calls. */
export interface ListSizes {
  /** Calls in a leaf. */
  leaf: number;
  /** Leaves in a branch. */
  branch: number;
  /** Heads that a list reads together with the seals, so that what is newer than these is mostly there already. */
  newest: number;
  /** Fewer calls than this are not sealed yet: a list reads more heads than that anyway. */
  worthSealing: number;
}

/** A leaf packs into some 6 KB, so 2 read units show any page in it; a branch has 65,536 calls; 32 heads are 6 read units. */
export const listSizes: ListSizes = { leaf: 1024, branch: 64, newest: 32, worthSealing: 16 };
