import type { Call } from '#shared/calls/call.ts';
import { hashOfNumber } from '#shared/calls/listing/call-groups.ts';

/** A settled call as lists count it. The fields no longer change. */
export interface SummaryRow {
  id: number;
  status: Call['status'];
  type: Call['type'];
  assistantId: number | null;
  campaignId: number | null;
  /** A hash of the customer's number, so that a summary contains no number. */
  number: string | null;
}

/** Ids from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  from: number;
  to: number;
}

/** The buckets of each kind of group that contain a group, as bits in hexadecimal digits. */
export type UsedBuckets = Readonly<Record<string, string>>;

/**
 * All calls of a user with an id in [from, to). This stays true: no call is added below the watermark. A small summary has
 * its rows in itself. The rows of a larger one are stored as content, in items of their own that never change; what changes
 * later is kept here beside it.
 */
export interface Summary extends IdRange {
  /** How many times as many calls as the smallest summary, as a power of `growth`. */
  level: number;
  /** The name of the stored content; null: `rows` are all rows. */
  content: string | null;
  /** Settled calls, in the content or in `rows`. */
  size: number;
  /** The version that the transaction took which wrote it. Older releases stored none. */
  version?: number | undefined;
  rows: readonly SummaryRow[];
  buckets: UsedBuckets;
  /** Calls that were not settled, or not created, when the summary was written. Only their heads tell their status. */
  open: readonly number[];
  /** The rows of open calls: all but the status stays as it is. Calls in summaries of an older release have none. */
  openRows: readonly SummaryRow[];
  /** Calls that were settled after the content was written. */
  added: readonly SummaryRow[];
  /** Calls of the content that were deleted. */
  removed: readonly SummaryRow[];
}

/** The sizes of lists. Tests use small ones to get many summaries of few calls. */
export interface ListSizes {
  /** The fewest calls of a summary: a list reads more heads than that anyway. */
  first: number;
  /** The number of summaries of one level that become one of the next. */
  growth: number;
  /** The levels of summaries. The highest is not merged any more. */
  levels: number;
  /** Summaries below this level have their rows in themselves. */
  inlineLevels: number;
  /** Heads that a list reads first. They usually contain all calls that are newer than the summaries. */
  newest: number;
  /** A group of a content with at most this number of calls is stored as its rows. */
  groupRows: number;
  /** Rows in each chunk of a larger group. */
  chunk: number;
  /** A group with more chunks than this has them listed in an item of its own. */
  listedChunks: number;
  /** With more changes than this beside it, a content is written again. */
  changes: number;
  /** Open calls of a summary. Calls that wait in a long queue stay in small summaries, which are cheap to change. */
  open: number;
  /** With more changes than this, a summary is removed: its item must not grow to the limit of 400 KB. */
  mostChanges: number;
}

/**
 * Summaries of 16, 128, 1,024, 8,192 and 65,536 calls; the first two have about 20 bytes a call in themselves. A group of
 * 128 rows is 1 KB, a chunk 3 to 9 KB, and 32 heads are 6 read units.
 */
export const listSizes: ListSizes = {
  first: 16,
  growth: 8,
  levels: 5,
  inlineLevels: 2,
  newest: 32,
  groupRows: 128,
  chunk: 512,
  listedChunks: 16,
  changes: 64,
  open: 128,
  mostChanges: 2000,
};

export function toSummaryRow(call: Call): SummaryRow {
  const { id, userId, status, type, assistantId, campaignId, clientPhoneNumber } = call;
  return { id, status, type, assistantId, campaignId, number: hashOfNumber(userId, clientPhoneNumber) };
}

/** The highest level that a number of calls fills. */
export function levelOf(calls: number, { first, growth, levels }: ListSizes): number {
  let level = 0;
  while (level + 1 < levels && calls >= first * growth ** (level + 1)) level += 1;
  return level;
}

/** Settled and open calls of a summary. */
function callsOf({ size, added, removed, open }: Summary): number {
  return size + added.length - removed.length + open.length;
}

/** All settled calls, oldest first. `content`: the rows of the stored content. */
export function rowsOf({ rows, removed, added }: Summary, content: readonly SummaryRow[] = rows): SummaryRow[] {
  const gone = new Set([...removed, ...added].map(({ id }) => id));
  return [...content.filter(({ id }) => !gone.has(id)), ...added].toSorted((one, other) => one.id - other.id);
}

/** A call was created in the range, after it was closed. */
export function withLateCall(summary: Summary, row: SummaryRow): Summary {
  return { ...summary, open: [...summary.open, row.id], openRows: [...summary.openRows, row] };
}

function withoutOpen(summary: Summary, ids: ReadonlySet<number>): Summary {
  const open = summary.open.filter((id) => !ids.has(id));
  return { ...summary, open, openRows: summary.openRows.filter(({ id }) => !ids.has(id)) };
}

/** Open calls of the summary were settled. */
export function withSettled(summary: Summary, settled: readonly SummaryRow[]): Summary {
  const others = withoutOpen(summary, new Set(settled.map(({ id }) => id)));
  if (summary.content !== null) return { ...others, added: [...summary.added, ...settled] };
  return withRows(others, [...summary.rows, ...settled]);
}

/** A settled call was deleted. */
export function withoutCall(summary: Summary, row: SummaryRow): Summary {
  const others = <Item extends { id: number }>(items: readonly Item[]) => items.filter(({ id }) => id !== row.id);
  if (summary.open.includes(row.id)) return withoutOpen(summary, new Set([row.id]));
  if (summary.content === null) return withRows(summary, others(summary.rows));
  const added = others(summary.added);
  return added.length < summary.added.length
    ? { ...summary, added }
    : { ...summary, removed: [...summary.removed, row] };
}

function withRows(summary: Summary, rows: readonly SummaryRow[]): Summary {
  return { ...summary, size: rows.length, rows: rows.toSorted((one, other) => one.id - other.id) };
}

/**
 * The first adjacent summaries to merge: those of one level or below that fill the next level together, or one with too many
 * changes. `isRefused`: summaries that could not be merged before.
 */
export function summariesToMerge(
  summaries: readonly Summary[],
  sizes: ListSizes,
  isRefused: (members: readonly Summary[]) => boolean,
): Summary[] | undefined {
  const worn = summaries.filter(({ added, removed }) => added.length + removed.length > sizes.changes);
  const candidates = [...worn.map((one) => [one]), ...filledLevels(summaries, sizes)];
  const isSettling = (members: readonly Summary[]) =>
    members.length > 1 && members.flatMap(({ open }) => open).length > sizes.open;
  return candidates.find((members) => !isSettling(members) && !isRefused(members));
}

/** Limit of DynamoDB per transaction: 100 items, two for each summary. */
const MEMBERS_AT_ONCE = 40;

function filledLevels(summaries: readonly Summary[], sizes: ListSizes): Summary[][] {
  const found: Summary[][] = [];
  for (let level = 0; level + 1 < sizes.levels; level += 1) {
    const wanted = sizes.first * sizes.growth ** (level + 1);
    let run: Summary[] = [];
    for (const summary of summaries) {
      const isAdjacent = run.length === 0 || run.at(-1)?.to === summary.from;
      run = summary.level > level ? [] : isAdjacent ? [...run, summary] : [summary];
      const isFilled = run.reduce((sum, one) => sum + callsOf(one), 0) >= wanted;
      if (run.length < 2 || (!isFilled && run.length < MEMBERS_AT_ONCE)) continue;
      found.push(run);
      run = [];
    }
  }
  return found;
}

/** A part of a range with the summary that covers it. Undefined: no summary does. */
export interface CoveredPart extends IdRange {
  summary: Summary | undefined;
}

/**
 * Covers a range with summaries, oldest first. They may be read while others are written, so they may overlap: of two with
 * the same start the longer one is used, and one that overlaps a used one is skipped. A gap becomes a part without a summary.
 */
export function coverRange(summaries: readonly Summary[], range: IdRange): CoveredPart[] {
  const parts: CoveredPart[] = [];
  let reached = range.from;
  let coveredTo = 0;
  for (const summary of summaries.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (summary.from < coveredTo || summary.to <= reached) continue;
    if (summary.from >= range.to) break;
    if (summary.from > reached) parts.push({ from: reached, to: summary.from, summary: undefined });
    reached = Math.min(summary.to, range.to);
    coveredTo = summary.to;
    parts.push({ from: Math.max(summary.from, range.from), to: reached, summary });
  }
  if (reached < range.to) parts.push({ from: reached, to: range.to, summary: undefined });
  return parts;
}
