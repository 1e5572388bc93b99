import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { callTypes } from '#shared/calls/call-items.ts';
import { callOutcomes } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import type { Summary, SummaryRow } from '#shared/calls/listing/summary.ts';

/** Deflated JSON: a tenth to a fifth of the size of DynamoDB lists. */
const Packed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
);

export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(deflateRawSync(JSON.stringify(value)));
}

const numbers = v.array(v.number());

const column = <Value extends v.GenericSchema>(value: Value) => v.object({ values: v.array(value), of: numbers });

/** `steps`: the differences between consecutive ids. A group has no columns for what its calls share. */
const Rows = v.pipe(
  v.object({
    steps: numbers,
    status: column(v.picklist(callStatuses)),
    type: column(v.picklist(callTypes)),
    outcome: v.optional(column(v.fallback(v.nullable(v.picklist(callOutcomes)), null))),
    assistantId: v.optional(column(v.nullable(v.number()))),
    campaignId: v.optional(column(v.nullable(v.number()))),
    number: v.optional(column(v.nullable(v.string()))),
  }),
  v.transform(({ steps, status, type, outcome, assistantId, campaignId, number }): SummaryRow[] => {
    let id = 0;
    return steps.flatMap((step, row) => {
      id += step;
      const [statusOfRow, typeOfRow] = [valueIn(status, row), valueIn(type, row)];
      if (statusOfRow === undefined || typeOfRow === undefined) throw new Error(`row ${id} of a summary is incomplete`);
      return {
        id,
        status: statusOfRow,
        type: typeOfRow,
        outcome: valueIn(outcome, row) ?? null,
        assistantId: valueIn(assistantId, row) ?? null,
        campaignId: valueIn(campaignId, row) ?? null,
        number: valueIn(number, row) ?? null,
      };
    });
  }),
);

function valueIn<Value>(of: { values: Value[]; of: number[] } | undefined, row: number): Value | undefined {
  const position = of?.of[row];
  return position === undefined ? undefined : of?.values[position];
}

export type MoreFields = ReadonlyArray<'outcome' | 'assistantId' | 'campaignId' | 'number'>;
export const allFields: MoreFields = ['outcome', 'assistantId', 'campaignId', 'number'];

export function toRows(rows: readonly SummaryRow[], more: MoreFields = allFields): v.InferInput<typeof Rows> {
  return {
    steps: rows.map(({ id }, index) => id - (rows[index - 1]?.id ?? 0)),
    status: toColumn(rows, ({ status }) => status),
    type: toColumn(rows, ({ type }) => type),
    ...(more.includes('outcome') && { outcome: toColumn(rows, ({ outcome }) => outcome) }),
    ...(more.includes('assistantId') && { assistantId: toColumn(rows, ({ assistantId }) => assistantId) }),
    ...(more.includes('campaignId') && { campaignId: toColumn(rows, ({ campaignId }) => campaignId) }),
    ...(more.includes('number') && { number: toColumn(rows, ({ number }) => number) }),
  };
}

function toColumn<Row, Value>(rows: readonly Row[], field: (row: Row) => Value) {
  const positions = new Map<Value, number>();
  const of = rows.map((row) => {
    const value = field(row);
    const position = positions.get(value) ?? positions.size;
    positions.set(value, position);
    return position;
  });
  return { values: [...positions.keys()], of };
}

/** A list reads all of them: no more than finding the page needs. */
export const SummaryItem = v.pipe(
  v.object({
    from: v.number(),
    to: v.number(),
    level: v.number(),
    layout: v.optional(v.number(), 1),
    content: v.nullable(v.string()),
    size: v.number(),
    version: v.optional(v.number()),
    open: numbers,
    rest: v.pipe(
      Packed,
      v.object({
        rows: v.optional(Rows),
        open: v.optional(Rows),
        added: v.optional(Rows),
        removed: v.optional(Rows),
        buckets: v.optional(v.record(v.string(), v.string())),
      }),
    ),
  }),
  v.transform(({ rest, ...summary }): Summary => {
    const { rows = [], open: openRows = [], added = [], removed = [], buckets = {} } = rest;
    return { ...summary, rows, openRows, added, removed, buckets };
  }),
);

export function toSummaryItem({
  rows,
  openRows,
  added,
  removed,
  buckets,
  ...summary
}: Summary): v.InferInput<typeof SummaryItem> {
  const some = (name: string, of: readonly SummaryRow[]) => (of.length > 0 ? { [name]: toRows(of) } : {});
  const hasBuckets = Object.keys(buckets).length > 0;
  const changes = { ...some('added', added), ...some('removed', removed) };
  const rest = { ...some('rows', rows), ...some('open', openRows), ...changes };
  return { ...summary, open: [...summary.open], rest: pack({ ...rest, ...(hasBuckets && { buckets }) }) };
}

/** Oldest first. `counts`: the calls in each, in the order of `cells`: status and type, and outcome where a list may ask for it. */
const Chunks = v.object({
  cells: v.array(v.string()),
  chunks: v.array(v.object({ from: v.number(), counts: numbers })),
});
export type GroupChunks = v.InferOutput<typeof Chunks>;

const LargeGroup = v.union([
  v.object({ kind: v.literal('chunks'), ...Chunks.entries }),
  v.object({ kind: v.literal('listed'), cells: v.array(v.string()), counts: numbers }),
]);
export type LargeGroup = v.InferOutput<typeof LargeGroup>;
export type StoredGroup = LargeGroup | { kind: 'rows'; rows: SummaryRow[] };

/** Groups of one kind. The rows of all small ones stand together, by id, with the value of each row's group. */
export const BucketItem = v.object({
  sk: v.string(),
  groups: v.pipe(Packed, v.object({ large: v.record(v.string(), LargeGroup), small: Rows, of: column(v.string()) })),
});
export type Bucket = v.InferOutput<typeof BucketItem>;

export interface SmallRow {
  value: string;
  row: SummaryRow;
}

export function toBucket(large: Record<string, LargeGroup>, small: readonly SmallRow[], more: MoreFields) {
  const byId = small.toSorted((one, other) => one.row.id - other.row.id);
  const rows = toRows(
    byId.map(({ row }) => row),
    more,
  );
  return { groups: pack({ large, small: rows, of: toColumn(byId, ({ value }) => value) }) };
}

export function groupIn({ groups: { large, small, of } }: Bucket, value: string): StoredGroup | undefined {
  const group = Object.hasOwn(large, value) ? large[value] : undefined;
  if (group) return group;
  const position = of.values.indexOf(value);
  return position === -1 ? undefined : { kind: 'rows', rows: small.filter((_, row) => of.of[row] === position) };
}

export const ChunkListItem = v.pipe(
  v.object({ chunks: v.pipe(Packed, Chunks) }),
  v.transform(({ chunks }) => chunks),
);

export const ChunkItem = v.pipe(
  v.object({ rows: v.pipe(Packed, Rows) }),
  v.transform(({ rows }) => rows),
);

/** Being written, or no longer used. `removeAt`: epoch milliseconds. `written`: how many of its items were put. */
export const ContentStateItem = v.object({
  content: v.string(),
  level: v.number(),
  buckets: v.pipe(Packed, v.record(v.string(), v.string())),
  removeAt: v.number(),
  written: v.number(),
  isRemoving: v.optional(v.boolean(), false),
});
export type ContentState = v.InferOutput<typeof ContentStateItem>;

export function toContentStateItem({ buckets, ...state }: ContentState): v.InferInput<typeof ContentStateItem> {
  return { ...state, buckets: pack(buckets) };
}

/** Increases with every change of the summaries, so that of two concurrent writers one fails. */
export const SummaryVersionItem = v.object({
  version: v.number(),
  /** What else the transaction wrote. Of an earlier version if an older release took the last one. */
  last: v.optional(
    v.object({
      version: v.number(),
      put: numbers,
      removed: numbers,
      call: v.optional(v.object({ id: v.number(), kind: v.picklist(['created', 'removed']) })),
    }),
  ),
});
export type SummaryVersion = v.InferOutput<typeof SummaryVersionItem>;
