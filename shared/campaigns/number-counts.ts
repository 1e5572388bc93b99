import type { Lead, SecondaryContact, TakenContacts } from '#shared/campaigns/lead.ts';
import { expr, present, type Condition } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** How many main numbers and secondary contacts of a campaign have a number: docs/decisions/0069-a-number-once.md */
interface CountedNumber {
  campaignId: number;
  /** E.164. */
  phoneNumber: string;
}

export interface NumberOwner {
  lead: Lead;
  contacts: readonly SecondaryContact[];
}

/** A count of zero is kept: about 100 bytes. */
const isFree = expr`attribute_not_exists(pk) OR leads = ${0}`;

/** `before` undefined: created. `after` undefined: removed. A number that the owner had before is not checked. */
export function moveNumberCounts(before: NumberOwner | undefined, after: NumberOwner | undefined): NumberWrite[] {
  const [was, is] = [countsOf(before), countsOf(after)];
  const owner = after ?? before;
  if (!owner) return [];
  const { userId, allowDuplicate } = owner.lead;
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    const change = (now?.count ?? 0) - (old?.count ?? 0);
    const number = now ?? old;
    if (change === 0 || !number) return [];
    const condition = change > 0 && !old && !allowDuplicate ? isFree : undefined;
    return [{ ...changeCount(userId, number, change, condition), phoneNumber: number.phoneNumber }];
  });
}

type NumberWrite = Extract<Write, { update: ItemKey }> & { phoneNumber: string };

function changeCount(
  userId: number,
  { campaignId, phoneNumber }: CountedNumber,
  change: number,
  condition: Condition | undefined,
) {
  return { update: keys.campaignNumber(userId, campaignId, phoneNumber), add: { leads: change }, condition };
}

function countsOf(owner: NumberOwner | undefined) {
  const counts = new Map<string, CountedNumber & { count: number }>();
  for (const number of owner ? numbersOf(owner) : []) {
    const name = `${number.campaignId} ${number.phoneNumber}`;
    counts.set(name, { ...number, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return counts;
}

function numbersOf({ lead, contacts }: NumberOwner): CountedNumber[] {
  const { campaignId, phoneNumber } = lead;
  const counted = contacts.flatMap(({ countedIn, ...contact }) =>
    countedIn === undefined ? [] : [{ campaignId: countedIn, phoneNumber: contact.phoneNumber }],
  );
  return [{ campaignId, phoneNumber }, ...counted];
}

/** Undefined: no number is the reason. `failed`: the positions of writes, of which those of numbers begin at `first`. */
export function takenAmong(
  failed: readonly number[],
  writes: readonly NumberWrite[],
  first: number,
  { phoneNumber }: Lead,
): 'number_taken' | TakenContacts | undefined {
  const taken = writes.flatMap((write, index) => (failed.includes(first + index) ? [write.phoneNumber] : []));
  if (taken.includes(phoneNumber)) return 'number_taken';
  return taken.length > 0 ? { takenContacts: taken } : undefined;
}

export function countInCampaign(contacts: readonly SecondaryContact[], campaignId: number): SecondaryContact[] {
  return contacts.map((contact) => ({ ...contact, countedIn: campaignId }));
}

export function moveContactCount({ countedIn, ...contact }: SecondaryContact, campaignId: number): Write {
  return {
    update: keys.leadContact.key(contact.userId, contact.id),
    set: { countedIn: campaignId },
    condition: expr`${present} AND ${isCountedIn(countedIn)}`,
  };
}

/** The first write fails if the number is taken. */
export function countOlderContact({ userId, campaignId }: Lead, contact: SecondaryContact): Write[] {
  const { phoneNumber } = contact;
  return [changeCount(userId, { campaignId, phoneNumber }, 1, isFree), moveContactCount(contact, campaignId)];
}

/** An erased contact has no item. One that is erased or counted meanwhile is read again. */
export function removeContact(userId: number, id: number, contact: SecondaryContact | undefined): Write {
  return { remove: keys.leadContact.key(userId, id), ...(contact && { condition: isCountedIn(contact.countedIn) }) };
}

function isCountedIn(campaignId: number | undefined): Condition {
  return campaignId === undefined ? expr`attribute_not_exists(countedIn)` : expr`countedIn = ${campaignId}`;
}
