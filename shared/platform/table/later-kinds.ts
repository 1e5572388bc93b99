import * as v from 'valibot';
import { query, type Query, type Table } from '#shared/platform/table/table.ts';

/**
 * A release reads what the next one stores: kinds, tools and values that it does not know are none. Fields that it does not know are
 * left out by `v.object`. Only for what is stored: what clients send is refused. docs/decisions/0076-upgrades-and-releases.md
 */

type Kinds = { readonly options: readonly string[] } | { readonly literal: string };

const kindsOf = (kinds: Kinds): readonly string[] => ('options' in kinds ? kinds.options : [kinds.literal]);

/** The item, or undefined if it is of a kind that a later release has added. */
export function unlessLater<Output>(
  name: string,
  kinds: Kinds,
  item: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output | undefined> {
  const known = new Set(kindsOf(kinds));
  return v.pipe(
    v.unknown(),
    v.transform((input) => (isLater(input, name, known) ? undefined : input)),
    v.optional(item),
  );
}

function isLater(input: unknown, name: string, known: ReadonlySet<string>): boolean {
  const kind: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
  return typeof kind === 'string' && !known.has(kind);
}

/** A list without the items of later kinds. */
export function withoutLater<Output>(
  name: string,
  kinds: Kinds,
  item: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output[]> {
  return v.pipe(
    v.array(unlessLater(name, kinds, item)),
    v.transform((items) => items.filter((one) => one !== undefined)),
  );
}

/** As `query`, without the items of later kinds. */
export async function queryKnown<Output>(
  table: Table,
  wanted: Query,
  [name, kinds, item]: readonly [name: string, kinds: Kinds, item: v.GenericSchema<unknown, Output>],
): Promise<Output[]> {
  const items = await query(table, wanted, unlessLater(name, kinds, item));
  return items.filter((one) => one !== undefined);
}
