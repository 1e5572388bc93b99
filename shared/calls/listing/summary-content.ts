import { createHash } from 'node:crypto';
import {
  bucketCount,
  bucketName,
  bucketOf,
  groupKinds,
  groupValue,
  type CallGroup,
  type GroupKind,
} from '#shared/calls/listing/call-groups.ts';
import { pack, toRows, type GroupChunks, type NewStoredGroup } from '#shared/calls/listing/summary-items.ts';
import { rowsOf, type ListSizes, type Summary, type SummaryRow, type UsedBuckets } from '#shared/calls/listing/summary.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import type { NewItem } from '#shared/platform/table/write.ts';

export interface SummaryContent {
  name: string;
  items: NewItem[];
  buckets: UsedBuckets;
}

interface ContentSize {
  level: number;
  sizes: ListSizes;
}

/** Characters of a content's hash: 72 bits. */
const HASH_CHARACTERS = 12;

/**
 * The name follows from the rows: two processes that write the same name write the same items, and one may finish what
 * another has begun.
 */
export function contentName(from: number, rows: readonly SummaryRow[]): string {
  const text = rows.map(({ id, status, type, assistantId, campaignId, number }) =>
    [id, status, type, assistantId, campaignId, number].join(' '),
  );
  const hash = createHash('sha256').update(text.join('\n')).digest('base64url').slice(0, HASH_CHARACTERS);
  return `${sortableId(from)}#${hash}`;
}

/** The items of a content, always in the same order. @param rows oldest first */
export function contentOf(
  userId: number,
  name: string,
  rows: readonly SummaryRow[],
  { level, sizes }: ContentSize,
): SummaryContent {
  const buckets: Record<string, string> = {};
  const items: NewItem[] = [];
  for (const kind of groupKinds) {
    const count = bucketCount(kind, level, sizes);
    const used = new Map<number, Record<string, NewStoredGroup>>();
    for (const [value, ofGroup] of grouped(rows, kind)) {
      const group = { kind, value };
      const bucket = bucketOf(group, count);
      const stored = storeGroup(group, ofGroup, sizes, (part, fields) =>
        items.push({ ...keys.callSummaryContent.key(userId, name, part), ...fields }),
      );
      used.set(bucket, { ...used.get(bucket), [value]: stored });
    }
    buckets[kind] = toBits([...used.keys()], count);
    for (const [bucket, groups] of used) {
      const key = keys.callSummaryGroups.key(userId, bucketName(kind, count, bucket), name);
      items.push({ ...key, groups: pack(groups) });
    }
  }
  return { name, items, buckets };
}

function grouped(rows: readonly SummaryRow[], kind: GroupKind): Map<string, SummaryRow[]> {
  const groups = new Map<string, SummaryRow[]>();
  for (const row of rows) {
    const value = groupValue[kind](row);
    if (value === null) continue;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

type PutPart = (part: string, fields: Record<string, unknown>) => void;

function storeGroup(
  group: CallGroup,
  rows: readonly SummaryRow[],
  { groupRows, chunk: chunkRows, listedChunks }: ListSizes,
  put: PutPart,
): NewStoredGroup {
  const whole = group.kind === 'all' || group.kind === 'number';
  if (rows.length <= groupRows) return { kind: 'rows', rows: toRows(rows, whole) };
  const cells = [...new Set(rows.map(cellOf))];
  const chunks: GroupChunks['chunks'] = [];
  for (let start = 0; start < rows.length; start += chunkRows) {
    const some = rows.slice(start, start + chunkRows);
    const from = some[0]?.id ?? 0;
    chunks.push({ from, counts: countCells(some, cells) });
    put(chunkPart(group, from), { rows: pack(toRows(some, whole)) });
  }
  if (chunks.length <= listedChunks) return { kind: 'chunks', cells, chunks };
  put(chunkListPart(group), { chunks: pack({ cells, chunks }) });
  return { kind: 'listed', cells, counts: countCells(rows, cells) };
}

export const chunkPart = ({ kind, value }: CallGroup, from: number) => `${kind}#${value}#${sortableId(from)}`;
export const chunkListPart = ({ kind, value }: CallGroup) => `${kind}#${value}#CHUNKS`;

function cellOf({ status, type }: SummaryRow): string {
  return `${status}|${type}`;
}

function countCells(rows: readonly SummaryRow[], cells: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(cellOf(row), (counts.get(cellOf(row)) ?? 0) + 1);
  return cells.map((cell) => counts.get(cell) ?? 0);
}

/** The number of calls with this status and type, each only if it is given. */
export function countIn(
  cells: readonly string[],
  counts: readonly number[],
  { status, type }: { status?: string; type?: string },
): number {
  return cells.reduce((sum, cell, index) => {
    const [statusOfCell, typeOfCell] = cell.split('|');
    const isCounted = (status ?? statusOfCell) === statusOfCell && (type ?? typeOfCell) === typeOfCell;
    return isCounted ? sum + (counts[index] ?? 0) : sum;
  }, 0);
}

const BITS = 4;

function toBits(used: readonly number[], count: number): string {
  const digits = Array.from({ length: Math.ceil(count / BITS) }, () => 0);
  for (const bucket of used) digits[Math.floor(bucket / BITS)] = (digits[Math.floor(bucket / BITS)] ?? 0) + 2 ** (bucket % BITS);
  return digits.map((digit) => digit.toString(16)).join('');
}

/** Whether the content of a summary has groups in a bucket. */
export function isUsed(buckets: UsedBuckets, kind: GroupKind, bucket: number): boolean {
  const digit = Number.parseInt(buckets[kind]?.[Math.floor(bucket / BITS)] ?? '0', 16);
  return Math.floor(digit / 2 ** (bucket % BITS)) % 2 === 1;
}

/** The summary of adjacent ones, without its content. @param contents the rows of each one's content */
export function mergedRows(members: readonly Summary[], contents: ReadonlyArray<readonly SummaryRow[]>): SummaryRow[] {
  return members.flatMap((member, index) => rowsOf(member, contents[index]));
}
