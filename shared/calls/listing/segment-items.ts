import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { callStatuses, callTypes, type Call } from '#shared/calls/call.ts';
import {
  toSegmentRow,
  type SegmentRows,
  type SegmentRow,
  type CallCell,
  type CallCounts,
  type CountsTable,
} from '#shared/calls/listing/call-counts.ts';

/** Numbers and repeated names are stored as deflated JSON: a tenth to a fifth of the size of DynamoDB lists. */
const Packed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
);

function pack(value: unknown) {
  return new Uint8Array(deflateRawSync(JSON.stringify(value)));
}

const numbers = v.array(v.number());

const PackedCounts = v.pipe(Packed, v.object({ names: v.array(v.string()), counts: v.array(numbers) }));

function packCounts(rows: readonly CallCounts[]) {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].toSorted();
  return pack({ names, counts: rows.map((row) => names.map((name) => row.get(name) ?? 0)) });
}

function firstRow({ names, counts: [row = []] }: CountsTable): CallCounts {
  const counts = new Map<string, number>();
  for (const [index, name] of names.entries()) if ((row[index] ?? 0) > 0) counts.set(name, row[index] ?? 0);
  return counts;
}

/** The counts of a segment (stored as `leaf`) or a summary node (stored as `branch`). A list reads all of them. */
export const CallSegmentItem = v.pipe(
  v.object({
    level: v.picklist(['leaf', 'branch']),
    from: v.number(),
    to: v.number(),
    /** The number of calls, including open ones. */
    size: v.number(),
    /** The ids of the open calls, which are not counted. */
    open: numbers,
    tally: PackedCounts,
  }),
  v.transform(({ tally, ...segment }) => ({ ...segment, counts: firstRow(tally) })),
);
export type CallSegment = v.InferOutput<typeof CallSegmentItem>;

export function toCallSegmentItem({ counts, ...segment }: CallSegment): v.InferInput<typeof CallSegmentItem> {
  return { ...segment, tally: packCounts([counts]) };
}

/** The segments of a summary node: the first id and the counts of each. */
export const SummaryNodeItem = v.pipe(
  v.object({ from: v.number(), to: v.number(), starts: numbers, tallies: PackedCounts }),
  v.transform(({ tallies, ...node }) => ({ ...node, counts: tallies })),
);
export type SummaryNode = v.InferOutput<typeof SummaryNodeItem>;

export function toSummaryNodeItem({
  counts,
  ...node
}: Omit<SummaryNode, 'counts'> & { counts: readonly CallCounts[] }): v.InferInput<typeof SummaryNodeItem> {
  return { ...node, tallies: packCounts(counts) };
}

const Cell = v.pipe(
  v.tuple([v.picklist(callStatuses), v.picklist(callTypes), v.number(), v.nullable(v.number())]),
  v.transform(([status, type, assistantId, campaignId]): CallCell => ({ status, type, assistantId, campaignId })),
);

/** Instead of the position of a cell: the call is open. */
const OPEN = -1;

/** The calls of a segment. `steps`: the differences between consecutive ids; `cellOf`: the position of each call's cell. */
export const SegmentItem = v.pipe(
  v.object({
    from: v.number(),
    to: v.number(),
    rows: v.pipe(Packed, v.object({ cells: v.array(Cell), steps: numbers, cellOf: numbers })),
  }),
  v.transform(({ from, to, rows: { cells, steps, cellOf } }): SegmentRows => {
    let id = from;
    const rows = steps.map((step, index): SegmentRow => {
      id += step;
      return { id, cell: cells[cellOf[index] ?? OPEN] ?? null };
    });
    return { from, to, rows };
  }),
);

export function toSegmentItem({ from, to, rows }: SegmentRows): v.InferInput<typeof SegmentItem> {
  const positions = new Map<string, number>();
  const cellOf = rows.map(({ cell }) => {
    if (cell === null) return OPEN;
    const text = JSON.stringify([cell.status, cell.type, cell.assistantId, cell.campaignId]);
    const position = positions.get(text) ?? positions.size;
    positions.set(text, position);
    return position;
  });
  const cells: unknown[] = [...positions.keys()].map((text): unknown => JSON.parse(text));
  const steps = rows.map(({ id }, index) => id - (rows[index - 1]?.id ?? from));
  return { from, to, rows: pack({ cells, steps, cellOf }) };
}

/** A settled call by its client phone number. `removed`: the call was deleted, and a segment that is written late must not restore it. */
export const CallOfNumberItem = v.object({
  id: v.number(),
  status: v.picklist(callStatuses),
  type: v.picklist(callTypes),
  assistantId: v.number(),
  campaignId: v.nullable(v.number()),
  removed: v.optional(v.boolean()),
});

export function toCallOfNumberItem(call: Call): { id: number } & Partial<CallCell> {
  const { id, cell } = toSegmentRow(call);
  return { id, ...cell };
}

/** Increases with every change of the segments, so that of two concurrent writers one fails. */
export const SegmentVersionItem = v.object({ version: v.number() });

/** The watermark in the wallet: no call with an id below it is created any more. */
export const SealWatermarkItem = v.object({ available: v.number(), callsSealedTo: v.optional(v.number(), 0) });
