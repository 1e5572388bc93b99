import { createHash } from 'node:crypto';
import { outcomeOf } from '#shared/calls/call-end.ts';
import type { CallOutcome } from '#shared/calls/call-reasons.ts';
import type { Call } from '#shared/calls/call.ts';

export interface SummaryRow {
  id: number;
  status: Call['status'];
  type: Call['type'];
  /** Null of a call that was not settled when the row was written, and in summaries of layout 1. */
  outcome: CallOutcome | null;
  assistantId: number | null;
  campaignId: number | null;
  /** A hash, so that a summary contains no number. */
  number: string | null;
}

/** `to` is exclusive. */
export interface IdRange {
  from: number;
  to: number;
}

/** 1: summaries have no outcomes. Lists by outcome read the heads there until the summary is written again. */
export const LAYOUT = 2;

/** Bits in hexadecimal digits, by kind of group. */
export type UsedBuckets = Readonly<Record<string, string>>;

/** All calls with an id in [from, to). This stays true: no call is added below the watermark. */
export interface Summary extends IdRange {
  /** As a power of `growth`: times as many calls as the smallest summary. */
  level: number;
  layout: number;
  /** The name of the stored content; null: `rows` are all rows. */
  content: string | null;
  size: number;
  /** Of its transaction. Older releases stored none. */
  version?: number | undefined;
  rows: readonly SummaryRow[];
  buckets: UsedBuckets;
  /** Not settled, or not created, when the summary was written. Only their heads tell their status. */
  open: readonly number[];
  /** All but status and outcome stays as it is. Calls in summaries of an older release have none. */
  openRows: readonly SummaryRow[];
  added: readonly SummaryRow[];
  removed: readonly SummaryRow[];
}

/** Tests use small ones to get many summaries of few calls. */
export interface ListSizes {
  /** The fewest calls of a summary: a list reads more heads than that anyway. */
  first: number;
  growth: number;
  levels: number;
  inlineLevels: number;
  /** Heads that a list reads first: usually all that are newer than the summaries. */
  newest: number;
  groupRows: number;
  chunk: number;
  /** A group with more chunks has them listed in an item of its own. */
  listedChunks: number;
  /** With more changes beside it, a content is written again. */
  changes: number;
  /** Calls that wait in a long queue stay in small summaries, which are cheap to change. */
  open: number;
  /** With more changes a summary is removed: its item must not grow to the limit of 400 KB. */
  mostChanges: number;
}

/**
 * 16, 128, 1,024, 8,192 and 65,536 calls; the first two have about 20 bytes a call in themselves.
 * A group of 128 rows is 1 KB, a chunk 3 to 9 KB, and 32 heads are 6 read units.
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

const NUMBER_CHARACTERS = 11;

/** 66 bits: two numbers of one user have the same hash once in 10^9 users with 100,000 numbers each. */
export function hashOfNumber(userId: number, number: string): string {
  return createHash('sha256').update(`${userId} ${number}`).digest('base64url').slice(0, NUMBER_CHARACTERS);
}

export function toSummaryRow(call: Call): SummaryRow {
  const { id, userId, status, type, assistantId, campaignId, clientPhoneNumber } = call;
  const number = hashOfNumber(userId, clientPhoneNumber);
  return { id, status, type, outcome: outcomeOf(call), assistantId, campaignId, number };
}

export function levelOf(calls: number, { first, growth, levels }: ListSizes): number {
  let level = 0;
  while (level + 1 < levels && calls >= first * growth ** (level + 1)) level += 1;
  return level;
}

function callsOf({ size, added, removed, open }: Summary): number {
  return size + added.length - removed.length + open.length;
}

export function knowsOutcomes({ layout }: Summary): boolean {
  return layout >= LAYOUT;
}

/** Oldest first. `content`: the rows of the stored content. */
export function rowsOf({ rows, removed, added }: Summary, content: readonly SummaryRow[] = rows): SummaryRow[] {
  const gone = new Set([...removed, ...added].map(({ id }) => id));
  return [...content.filter(({ id }) => !gone.has(id)), ...added].toSorted((one, other) => one.id - other.id);
}

export function withLateCall(summary: Summary, row: SummaryRow): Summary {
  return { ...summary, open: [...summary.open, row.id], openRows: [...summary.openRows, row] };
}

function withoutOpen(summary: Summary, ids: ReadonlySet<number>): Summary {
  const open = summary.open.filter((id) => !ids.has(id));
  return { ...summary, open, openRows: summary.openRows.filter(({ id }) => !ids.has(id)) };
}

export function withSettled(summary: Summary, settled: readonly SummaryRow[]): Summary {
  const others = withoutOpen(summary, new Set(settled.map(({ id }) => id)));
  if (summary.content !== null) return { ...others, added: [...summary.added, ...settled] };
  return withRows(others, [...summary.rows, ...settled]);
}

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

/** `isRefused`: could not be merged before. */
export function summariesToMerge(
  summaries: readonly Summary[],
  sizes: ListSizes,
  isRefused: (members: readonly Summary[]) => boolean,
): Summary[] | undefined {
  const changed = summaries.filter(({ added, removed }) => added.length + removed.length > sizes.changes);
  const candidates = [...changed.map((one) => [one]), ...filledLevels(summaries, sizes)];
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

export interface CoveredPart extends IdRange {
  summary: Summary | undefined;
}

/** Oldest first. Summaries are read while others are written: of overlapping ones the longer, or the first, is used. */
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
