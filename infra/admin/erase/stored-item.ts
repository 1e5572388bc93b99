import * as v from 'valibot';

/** An item as it lies in the table, whatever it is. */
export const StoredItem = v.looseObject({ pk: v.string(), sk: v.string() });
export type StoredItem = v.InferOutput<typeof StoredItem>;

/** The part of a user's partition key after the user: `CALL`, `CAMPAIGN#5#LEAD`; empty for `USER#7` itself. */
export function collectionOf({ pk }: StoredItem): { userId: number; collection: string } | undefined {
  const [, userId, collection = ''] = /^USER#(\d+)(?:#(.*))?$/.exec(pk) ?? [];
  return userId === undefined ? undefined : { userId: Number(userId), collection };
}

const Owned = v.object({
  userId: v.optional(v.number()),
  /** The state of a conversation. */
  call: v.optional(v.object({ userId: v.number() })),
  /** Work that is due later. */
  message: v.optional(v.object({ userId: v.optional(v.number()) })),
});

/** Whose item it is: by its key, or by the user that it names. Undefined: of no single user. */
export function ownerOf(item: StoredItem): number | undefined {
  const byKey = collectionOf(item)?.userId ?? /^RATE_LIMIT#(?:USER|SMS|SMS_WAIT)#(\d+)$/.exec(item.pk)?.[1];
  if (byKey !== undefined) return Number(byKey);
  const named = v.safeParse(Owned, item);
  return named.success ? (named.output.userId ?? named.output.call?.userId ?? named.output.message?.userId) : undefined;
}

/** What is kept for money and for proof: wallet, ledger, usage; the user's id; what operators did. None names a customer. */
export function isKept(item: StoredItem): boolean {
  if (['USERS', 'AUDIT', 'ERASURE'].includes(item.pk.split('#')[0] ?? '')) return true;
  const place = collectionOf(item);
  if (!place) return false;
  return ['LEDGER', 'USAGE'].includes(place.collection) || (place.collection === '' && item.sk.startsWith('WALLET'));
}
