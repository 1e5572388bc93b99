import * as v from 'valibot';
import { smsUsage } from '#shared/accounts/day-usage.ts';
import { bookInWallet } from '#shared/accounts/dynamodb-wallet.ts';
import { refundIn, spendIn } from '#shared/accounts/spend-account.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { absent, expr, type Change } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { sortableId } from '#shared/platform/table/user-keys.ts';
import { claim, claimAttributes, transact, update, updateIf, type Write } from '#shared/platform/table/write.ts';
import type { ReceivedSms, SmsStore } from '#shared/sms/sms-deps.ts';
import { noteLate, toRow } from '#shared/sms/sms-index.ts';
import { SmsItem, type Sms, type SmsKey } from '#shared/sms/sms.ts';

const RECOGNISED = 0;
const REFUNDED = 0;
const SPENT = 1;
const MARKED = 0;

/** Searches read the marker for some minutes, callbacks until the carrier knows whether the message was delivered. */
const MARKER_DAYS = 7;
const MarkerItem = v.object({ smsId: v.number() });

export function createDynamoDbSmsStore(table: Table): SmsStore {
  const change = async (key: SmsKey, changes: Change<Sms>, others: readonly Write[]) => {
    if (others.length === 0) return updateIf(table, keyOf(key), SmsItem, changes);
    const failed = await transact(table, [{ update: keyOf(key), ...changes }, ...others]);
    return failed.length === 0 ? read(table, keyOf(key), SmsItem) : undefined;
  };
  return {
    ...moneyOf(table),
    ...carrierMessagesOf(table),

    get: (key) => read(table, keyOf(key), SmsItem),

    claimSending: (key, owner, at) =>
      claim(table, keyOf(key), SmsItem, {
        owner,
        set: { claimedAt: at },
        // A claim of an older release has no owner.
        condition: expr`status = ${'queued'} AND (claimedAt = ${null} OR claimedBy = ${owner})`,
      }),

    async releaseSending(key, owner) {
      const condition = expr`status = ${'queued'} AND claimedBy = ${owner}`;
      await update(table, keyOf(key), { set: { claimedAt: null }, remove: claimAttributes, condition });
    },

    change(key, changes, at, from, others = []) {
      const note = changes.status ? noteLate(key, at, { status: changes.status }) : [];
      return change(key, { set: { ...changes, updatedAt: at }, condition: { status: from } }, [...note, ...others]);
    },

    async listBetween(userId, from, before) {
      const last = Math.max(0, firstRecordIdAt(before) - 1);
      const where = expr`sk BETWEEN ${sortableId(firstRecordIdAt(from))} AND ${sortableId(last)}`;
      const filter = expr`attribute_not_exists(direction)`;
      return query(table, { partition: keys.sms.partition(userId), where, filter }, SmsItem);
    },
  };
}

/** A message of the carrier belongs to one SMS. */
function carrierMessagesOf(table: Table): Pick<SmsStore, 'recognise' | 'findRecognised' | 'receive'> {
  return {
    async recognise(key, carrierMessageId, at, others = []) {
      const marker = keys.recognisedMessage(key.userId, carrierMessageId);
      const expiresAt = Math.ceil(at / 1000) + MARKER_DAYS * 86_400;
      const failed = await transact(table, [
        {
          update: keyOf(key),
          set: { status: 'sent', carrierMessageId, updatedAt: at },
          condition: { status: 'queued' },
        },
        { put: { ...marker, smsId: key.smsId, expiresAt }, condition: absent },
        ...noteLate(key, at, { status: 'sent' }),
        ...others,
      ]);
      if (failed.length === 0) return 'recognised';
      return failed.includes(RECOGNISED) ? 'not_queued' : 'taken';
    },

    async findRecognised(userId, carrierMessageId) {
      const marker = await read(table, keys.recognisedMessage(userId, carrierMessageId), MarkerItem);
      return marker && read(table, keyOf({ userId, smsId: marker.smsId }), SmsItem);
    },

    async receive(sms, others = []) {
      const marker = keys.inboundSms(sms.userId, sms.carrierMessageId);
      const failed = await transact(table, [
        { put: { ...marker, smsId: sms.id }, condition: absent },
        { put: { ...keys.sms.key(sms.userId, sms.id), ...sms }, condition: absent },
        ...others,
      ]);
      if (failed.length === 0) return 'received';
      if (!failed.includes(MARKED)) return 'id_taken';
      await completeReceived(table, sms);
      return 'repeated';
    },
  };
}

/** The first run may have stored the text before its keyword was applied. One that was erased stays erased. */
async function completeReceived(table: Table, { userId, carrierMessageId, optOut, updatedAt }: ReceivedSms) {
  if (optOut === undefined) return;
  const marker = await read(table, keys.inboundSms(userId, carrierMessageId), MarkerItem);
  if (!marker) return;
  const condition = expr`attribute_exists(pk) AND attribute_not_exists(optOut)`;
  await update(table, keyOf({ userId, smsId: marker.smsId }), { set: { optOut, updatedAt }, condition });
}

function moneyOf(table: Table): Pick<SmsStore, 'createWithCharge' | 'refund'> {
  return {
    /** 2 × (1 + 2 + 1) write units; 2 for an expensive destination, 2 for an id that was drawn half an hour before. */
    async createWithCharge(sms, entry, spend) {
      const cost = sms.totalCost;
      const usage = smsUsage(entry.createdAt, sms.segments, cost, 1);
      const booking = { userId: sms.userId, balance: -cost, available: -cost, usage, entry };
      const { isBooked, failed } = await bookInWallet(table, booking, [
        { put: { ...keys.sms.key(sms.userId, sms.id), ...sms }, condition: absent },
        ...(spend ? [spendIn(keys.expensiveSpend(sms.userId), cost, entry.createdAt, spend)] : []),
        ...noteLate({ userId: sms.userId, smsId: sms.id }, sms.createdAt, toRow(sms)),
      ]);
      if (isBooked) return 'created';
      if (spend && failed.length > 0 && failed.every((position) => position === SPENT)) return 'overspent';
      return failed.length === 0 ? 'insufficient_balance' : 'id_taken';
    },

    async refund({ key, entry, claimedAt, failure, segments, spentAt, at }, others = []) {
      const { amount } = entry;
      const usage = smsUsage(entry.createdAt, segments, amount, -1);
      const booking = { userId: key.userId, balance: amount, available: amount, usage, entry };
      const { isBooked, failed } = await bookInWallet(table, booking, [
        {
          update: keyOf(key),
          set: { status: 'failed', failure, updatedAt: at },
          condition: { status: 'queued', claimedAt },
        },
        ...(spentAt === undefined ? [] : [refundIn(keys.expensiveSpend(key.userId), amount, spentAt)]),
        ...noteLate(key, at, { status: 'failed' }),
        ...others,
      ]);
      if (isBooked) return 'refunded';
      return failed.includes(REFUNDED) ? 'not_open' : 'id_taken';
    },
  };
}

function keyOf({ userId, smsId }: SmsKey) {
  return keys.sms.key(userId, smsId);
}
