import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import type { Shelf } from '#shared/domain/id-directory/id-directory.ts';

/** Ascending numbers as deflated differences: some 5 bytes for an id. */
const Ascending = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
  v.array(v.number()),
  v.transform((steps) => {
    let value = 0;
    return steps.map((step) => (value += step));
  }),
);

function packAscending(values: readonly number[]) {
  const steps = values.map((value, index) => value - (values[index - 1] ?? 0));
  return new Uint8Array(deflateRawSync(JSON.stringify(steps)));
}

const Ids = v.pipe(
  v.set(v.number()),
  v.transform((ids) => [...ids].toSorted((one, other) => one - other)),
);

/** The newest ids, which are added and removed without being read; there is no empty set in DynamoDB. */
export const NewestIdsItem = v.object({
  from: v.number(),
  /** Goes up with every change, so that none is overlooked when ids are put on a shelf. */
  changes: v.number(),
  ids: v.optional(Ids, new Set<number>()),
});

export const ShelvesItem = v.pipe(
  v.object({ to: v.number(), from: Ascending, sizes: v.array(v.number()) }),
  v.transform(({ to, from, sizes }) => ({
    to,
    shelves: from.map((start, index): Shelf => ({ from: start, size: sizes[index] ?? 0 })),
  })),
);

export function toShelvesItem(to: number, shelves: readonly Shelf[]): v.InferInput<typeof ShelvesItem> {
  return { to, from: packAscending(shelves.map(({ from }) => from)), sizes: shelves.map(({ size }) => size) };
}

/** The ids on one shelf, oldest first. */
export const ShelfItem = v.object({ ids: Ascending });

export function toShelfItem(ids: readonly number[]): v.InferInput<typeof ShelfItem> {
  return { ids: packAscending(ids) };
}
