import type * as v from 'valibot';
import type { ItemKey } from '#shared/platform/table/definition.ts';
import { allOf, expr, type Change, type Condition } from '#shared/platform/table/expressions.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { update, updateIf } from '#shared/platform/table/write.ts';

export interface Claim<Item = Record<string, unknown>> extends Change<Item> {
  /** The owner: the id of a message, a request or a run. It must not outlive the claimed work. */
  owner: string;
  /** When the claim expires. All claims of one kind of item have a lease, or none has one. */
  lease?: { now: number; until: number };
}

/**
 * Claims an item for one owner and changes it in the same write. Returns the updated item; undefined if another owner holds
 * the claim, or `condition` failed.
 *
 * A repeat by the same owner succeeds. If the response of a write is lost, the SDK repeats the write; the owner lets it
 * recognise its own claim. The repeat applies the change again, so that the change must be idempotent, and `condition` must
 * hold after it, too.
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

/** The attributes to remove in an update that also ends the claimed work. */
export const claimAttributes = ['claimedBy', 'claimedUntil'] as const;

/** Releases an item. Returns false if this owner no longer holds the claim. */
export function release(table: Table, key: ItemKey, owner: string, condition?: Condition): Promise<boolean> {
  return update(table, key, { remove: claimAttributes, condition: allOf([{ claimedBy: owner }, condition]) });
}
