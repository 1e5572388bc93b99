import * as v from 'valibot';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { absent, present } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, update } from '#shared/platform/table/write.ts';

export const assistantTypes = ['inbound', 'outbound'] as const;
export type AssistantType = (typeof assistantTypes)[number];

export const phoneNumberTypes = ['Normal', 'SIP', 'Caller ID'] as const;
export type PhoneNumberType = (typeof phoneNumberTypes)[number];

export const PhoneNumberItem = v.object({
  id: v.number(),
  userId: v.number(),
  /** E.164. */
  phoneNumber: v.string(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  /** ISO 3166 alpha-2. */
  countryCode: v.string(),
  type: v.picklist(phoneNumberTypes),
  smsCapable: v.boolean(),
  /** Epoch milliseconds, as is `createdAt`; null = no expiry. */
  subscriptionExpiresAt: v.nullable(v.number()),
  inboundAssistantId: v.nullable(v.number()),
  createdAt: v.number(),
});
export type PhoneNumber = v.InferOutput<typeof PhoneNumberItem>;

export interface PhoneNumberStore {
  /** `taken`: a user already has this number. */
  add(number: PhoneNumber): Promise<'added' | 'taken'>;
  /** `not_found`: also if an assistant has taken it, or let it go, since it was read. */
  remove(
    number: Pick<PhoneNumber, 'userId' | 'id' | 'phoneNumber' | 'inboundAssistantId'>,
  ): Promise<'removed' | 'not_found'>;
  moveTo(number: Pick<PhoneNumber, 'userId' | 'id'>, carrierAccount: string): Promise<void>;
  get(userId: number, phoneNumberId: number): Promise<PhoneNumber | undefined>;
  findByNumber(e164: string): Promise<PhoneNumber | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<PhoneNumber[]>;
}

export function isSubscriptionActive(number: PhoneNumber, now: number): boolean {
  return number.subscriptionExpiresAt === null || number.subscriptionExpiresAt > now;
}

/** A caller ID cannot be called, and an expired number is not answered. */
export function canAnswerInbound(number: PhoneNumber, now: number): boolean {
  return number.type !== 'Caller ID' && number.inboundAssistantId === null && isSubscriptionActive(number, now);
}

export function inAccounts(numbers: readonly PhoneNumber[], accounts: readonly string[]): PhoneNumber[] {
  return numbers.filter(({ carrierAccount }) => accounts.includes(carrierAccount));
}

/** The assistant's own number, else the oldest (`numbers` is oldest first) with an active subscription. */
export function selectCallerId(
  assignedId: number | null,
  numbers: readonly PhoneNumber[],
  now: number,
): PhoneNumber | undefined {
  const callable = numbers.filter((number) => isSubscriptionActive(number, now));
  if (assignedId !== null) return callable.find((number) => number.id === assignedId);
  return callable[0];
}

export function createDynamoDbPhoneNumberStore(table: Table): PhoneNumberStore {
  const get = (userId: number, phoneNumberId: number) =>
    read(table, keys.phoneNumber.key(userId, phoneNumberId), PhoneNumberItem);
  return {
    async add(number) {
      const { userId, id, phoneNumber } = number;
      const failed = await transact(table, [
        { put: { ...keys.phoneNumber.key(userId, id), ...number }, condition: absent },
        { put: { ...keys.phoneNumberOwner(phoneNumber), userId, phoneNumberId: id }, condition: absent },
      ]);
      return failed.length === 0 ? 'added' : 'taken';
    },

    async remove({ userId, id, phoneNumber, inboundAssistantId }) {
      const failed = await transact(table, [
        // An assistant that has taken it since would have a number that is gone, and could not be deleted any more.
        { remove: keys.phoneNumber.key(userId, id), condition: { inboundAssistantId } },
        { remove: keys.phoneNumberOwner(phoneNumber) },
      ]);
      return failed.length === 0 ? 'removed' : 'not_found';
    },

    async moveTo({ userId, id }, carrierAccount) {
      await update(table, keys.phoneNumber.key(userId, id), { set: { carrierAccount }, condition: present });
    },

    get,

    async findByNumber(e164) {
      const owner = await read(table, keys.phoneNumberOwner(e164), PhoneNumberOwnerItem);
      return owner && get(owner.userId, owner.phoneNumberId);
    },

    list: (userId) => query(table, { partition: keys.phoneNumber.partition(userId) }, PhoneNumberItem),
  };
}

const PhoneNumberOwnerItem = v.object({ userId: v.number(), phoneNumberId: v.number() });
