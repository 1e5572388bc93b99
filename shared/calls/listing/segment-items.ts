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

/** Lists of numbers and repeated names are packed as deflated JSON: a fifth to a tenth of DynamoDB's own lists. */
const Packed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
);

function pack(value: unknown) {
  return new Uint8Array(deflateRawSync(JSON.stringify(value)));
}

const numbers = v.array(v.number());

const Tallies = v.pipe(Packed, v.object({ names: v.array(v.string()), counts: v.array(numbers) }));

function firstTally({ names, counts: [row = []] }: CountsTable): CallCounts {
  const tally = new Map<string, number>();
  for (const [index, name] of names.entries()) if ((row[index] ?? 0) > 0) tally.set(name, row[index] ?? 0);
  return tally;
}

function packTallies(tallies: readonly CallCounts[]) {
  const names = [...new Set(tallies.flatMap((tally) => [...tally.keys()]))].toSorted();
  return pack({ names, counts: tallies.map((tally) => names.map((name) => tally.get(name) ?? 0)) });
}

/** The counts of a segment or a summary node: a list reads all of them. */
export const CallSegmentItem = v.pipe(
  v.object({
    level: v.picklist(['leaf', 'branch']),
    from: v.number(),
    to: v.number(),
    /** How many calls, open ones too. */
    size: v.number(),
    open: numbers,
    tally: Tallies,
  }),
  v.transform(({ tally, ...seal }) => ({ ...seal, tally: firstTally(tally) })),
);
export type CallSegment = v.InferOutput<typeof CallSegmentItem>;

export function toCallSegmentItem({ tally, ...seal }: CallSegment): v.InferInput<typeof CallSegmentItem> {
  return { ...seal, tally: packTallies([tally]) };
}

/** The segments of a summary node, each with its counts. */
export const SummaryNodeItem = v.object({ from: v.number(), to: v.number(), starts: numbers, tallies: Tallies });
export type SummaryNode = v.InferOutput<typeof SummaryNodeItem>;

export function toSummaryNodeItem({
  tallies,
  ...node
}: Omit<SummaryNode, 'tallies'> & { tallies: readonly CallCounts[] }): v.InferInput<typeof SummaryNodeItem> {
  return { ...node, tallies: packTallies(tallies) };
}

const Cell = v.pipe(
  v.tuple([v.picklist(callStatuses), v.picklist(callTypes), v.number(), v.nullable(v.number())]),
  v.transform(([status, type, assistantId, campaignId]): CallCell => ({ status, type, assistantId, campaignId })),
);

const OPEN = -1;

/** The calls of a segment, one by one. */
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

/** A final call under the number that was called. Removed: the call was deleted, and no late segment may bring it back. */
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

/** Goes up with every change of the segments, so that of two writers one fails. */
export const SegmentVersionItem = v.object({ version: v.number() });

/** The seal watermark in the wallet: no call with an id below it is created any more. */
export const SealWatermarkItem = v.object({ available: v.number(), callsSealedTo: v.optional(v.number(), 0) });
