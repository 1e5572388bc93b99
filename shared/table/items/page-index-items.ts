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
  /** Goes up with every change, so that no change is lost when ids are moved to a page. */
  changes: v.number(),
  ids: v.optional(Ids, new Set<number>()),
});

/** Which pages there are, by their first id. */
export const IndexPagesItem = v.pipe(
  v.object({ to: v.number(), from: Ascending, sizes: v.array(v.number()) }),
  v.transform(({ to, from, sizes }) => ({
    to,
    shelves: from.map((start, index): Shelf => ({ from: start, size: sizes[index] ?? 0 })),
  })),
);

export function toIndexPagesItem(to: number, pages: readonly Shelf[]): v.InferInput<typeof IndexPagesItem> {
  return { to, from: packAscending(pages.map(({ from }) => from)), sizes: pages.map(({ size }) => size) };
}

/** The ids of one page of the index, oldest first. */
export const IndexPageItem = v.object({ ids: Ascending });

export function toIndexPageItem(ids: readonly number[]): v.InferInput<typeof IndexPageItem> {
  return { ids: packAscending(ids) };
}
