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
import {
  allFields,
  pack,
  toBucket,
  toRows,
  type GroupChunks,
  type LargeGroup,
  type MoreFields,
  type SmallRow,
} from '#shared/calls/listing/summary-items.ts';
import type { ListSizes, SummaryRow, UsedBuckets } from '#shared/calls/listing/summary.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
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

/** 72 bits. */
const HASH_CHARACTERS = 12;

/** Two processes that write the same name write the same items: one may finish what another has begun. */
export function contentName(from: number, rows: readonly SummaryRow[]): string {
  const text = rows.map(({ id, status, type, assistantId, campaignId, number, outcome }) =>
    [id, status, type, assistantId, campaignId, number, outcome].join(' '),
  );
  const hash = createHash('sha256').update(text.join('\n')).digest('base64url').slice(0, HASH_CHARACTERS);
  return `${sortableId(from)}#${hash}`;
}

export function contentOf(
  userId: number,
  name: string,
  rows: readonly SummaryRow[],
  { level, sizes }: ContentSize,
): SummaryContent {
  const buckets: Record<string, string> = {};
  const items: NewItem[] = [];
  const putPart: PutPart = (part, fields) =>
    items.push({ ...keys.callSummaryContent.key(userId, name, part), ...fields });
  for (const kind of groupKinds) {
    const count = bucketCount(kind, level, sizes);
    const used = bucketsOf(kind, rows, { count, sizes }, putPart);
    buckets[kind] = toBits([...used.keys()], count);
    for (const [bucket, { large, small }] of used) {
      const key = keys.callSummaryGroups.key(userId, bucketName(kind, count, bucket), name);
      items.push({ ...key, ...toBucket(large, small, moreFieldsOf[kind]) });
    }
  }
  return { name, items, buckets };
}

type PutPart = (part: string, fields: Record<string, unknown>) => void;

function bucketsOf(
  kind: GroupKind,
  rows: readonly SummaryRow[],
  { count, sizes }: { count: number; sizes: ListSizes },
  putPart: PutPart,
) {
  const used = new Map<number, { large: Record<string, LargeGroup>; small: SmallRow[] }>();
  for (const [value, ofGroup] of grouped(rows, kind)) {
    const number = bucketOf({ kind, value }, count);
    const bucket = used.get(number) ?? { large: {}, small: [] };
    used.set(number, bucket);
    if (ofGroup.length > sizes.groupRows) bucket.large[value] = storeLarge({ kind, value }, ofGroup, sizes, putPart);
    else bucket.small.push(...ofGroup.map((row) => ({ value, row })));
  }
  return used;
}

/** Besides status and type: what a filter that it serves may name, and is not common to the group. */
const moreFieldsOf: Record<GroupKind, MoreFields> = {
  all: [],
  status: [],
  type: [],
  outcome: [],
  assistant: [],
  campaign: [],
  assistantCampaign: [],
  assistantOutcomes: ['outcome'],
  campaignOutcomes: ['outcome'],
  assistantCampaignOutcomes: ['outcome'],
  number: ['outcome', 'assistantId', 'campaignId'],
  source: allFields,
};

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

function storeLarge(
  group: CallGroup,
  rows: readonly SummaryRow[],
  { chunk: chunkRows, listedChunks }: ListSizes,
  putPart: PutPart,
): LargeGroup {
  const cellOf = cellsOf(group.kind);
  const cells = [...new Set(rows.map(cellOf))];
  const chunks: GroupChunks['chunks'] = [];
  for (let start = 0; start < rows.length; start += chunkRows) {
    const some = rows.slice(start, start + chunkRows);
    const from = some[0]?.id ?? 0;
    chunks.push({ from, counts: countCells(some.map(cellOf), cells) });
    putPart(chunkPart(group, from), { rows: pack(toRows(some, moreFieldsOf[group.kind])) });
  }
  if (chunks.length <= listedChunks) return { kind: 'chunks', cells, chunks };
  putPart(chunkListPart(group), { chunks: pack({ cells, chunks }) });
  return { kind: 'listed', cells, counts: countCells(rows.map(cellOf), cells) };
}

export const chunkPart = ({ kind, value }: CallGroup, from: number) => `${kind}#${value}#${sortableId(from)}`;
export const chunkListPart = ({ kind, value }: CallGroup) => `${kind}#${value}#CHUNKS`;

/** The release before outcomes reads the first two parts of three. */
function cellsOf(kind: GroupKind): (row: SummaryRow) => string {
  const hasOutcome = kind !== 'source' && moreFieldsOf[kind].includes('outcome');
  return ({ status, type, outcome }) => (hasOutcome ? `${status}|${type}|${outcome}` : `${status}|${type}`);
}

function countCells(cellsOfRows: readonly string[], cells: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const cell of cellsOfRows) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return cells.map((cell) => counts.get(cell) ?? 0);
}

export function countIn(
  cells: readonly string[],
  counts: readonly number[],
  { status, type, outcome }: { status?: string; type?: string; outcome?: string | null },
): number {
  return cells.reduce((sum, cell, index) => {
    const [statusOfCell, typeOfCell, outcomeOfCell] = cell.split('|');
    const isCounted =
      (status ?? statusOfCell) === statusOfCell &&
      (type ?? typeOfCell) === typeOfCell &&
      (outcome ?? outcomeOfCell) === outcomeOfCell;
    return isCounted ? sum + (counts[index] ?? 0) : sum;
  }, 0);
}

const BITS = 4;

function toBits(used: readonly number[], count: number): string {
  const digits = Array.from({ length: Math.ceil(count / BITS) }, () => 0);
  for (const bucket of used)
    digits[Math.floor(bucket / BITS)] = (digits[Math.floor(bucket / BITS)] ?? 0) + 2 ** (bucket % BITS);
  return digits.map((digit) => digit.toString(16)).join('');
}

export function isUsed(buckets: UsedBuckets, kind: GroupKind, bucket: number): boolean {
  const digit = Number.parseInt(buckets[kind]?.[Math.floor(bucket / BITS)] ?? '0', 16);
  return Math.floor(digit / 2 ** (bucket % BITS)) % 2 === 1;
}
