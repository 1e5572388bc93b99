import type * as v from 'valibot';
import { allOf, expr, type Change, type Condition } from '#shared/platform/table/expressions.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { update, updateIf } from '#shared/platform/table/write.ts';
import type { ItemKey } from '#shared/platform/table/definition.ts';

export interface Claim<Item = Record<string, unknown>> extends Change<Item> {
  /** Who claims: the id of a message, of a request, of a run. Never longer-lived than the work that is claimed. */
  owner: string;
  /** Ends the claim by itself. Claims of one kind of item have a lease all, or none has. */
  lease?: { now: number; until: number };
}

/**
 * Takes an item for one owner, together with a change of it, and gives the item as it is afterwards. Undefined: another
 * owner has it, or `condition` failed.
 *
 * A repeat by the same owner succeeds. DynamoDB may write an item and lose the answer; the SDK then sends the write again,
 * and without an owner it would take its own claim for another's. The repeat makes the change again, so a change must not
 * count, and `condition` must be true after the change too.
 */
export function claim<const Schema extends v.GenericSchema>(
  table: Table,
  key: ItemKey,
  schema: Schema,
  { owner, lease, ...change }: Claim<v.InferInput<Schema>>,
): Promise<v.InferOutput<Schema> | undefined> {
  const isFree = lease
    ? expr`claimedBy = ${owner} OR attribute_not_exists(claimedUntil) OR claimedUntil <= ${lease.now}`
    : expr`claimedBy = ${owner} OR attribute_not_exists(claimedBy)`;
  const set = { ...change.set, claimedBy: owner, ...(lease && { claimedUntil: lease.until }) };
  return updateIf(table, key, schema, { ...change, set, condition: allOf([isFree, change.condition]) });
}

/** What a release adds to an update that ends the claimed work in the same write. */
export const claimAttributes = ['claimedBy', 'claimedUntil'] as const;

/** Gives an item free. False: it is not claimed by this owner any more. */
export function release(table: Table, key: ItemKey, owner: string, condition?: Condition): Promise<boolean> {
  return update(table, key, { remove: claimAttributes, condition: allOf([{ claimedBy: owner }, condition]) });
}
