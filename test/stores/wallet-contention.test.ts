import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumOf } from '#shared/accounts/account.ts';
import { bookInWallet, createDynamoDbWalletStore, raiseWatermark } from '#shared/accounts/dynamodb-wallet.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { remove } from '#shared/platform/table/write.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall, buildLedgerEntry, buildSms } from '#test/support/builders.ts';
import { conflictLikeAws } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const SPENDERS = 64;

const table = useTable();
const { real } = table;

beforeAll(() => conflictLikeAws(table.client(), { heldMs: 20, injected: 0.2 }));

/** A wallet as every release before this one has stored it. */
async function fund(amount: number, userId = newUserId()) {
  const Item = { ...keys.wallet(userId), userId, balance: amount, available: amount };
  await table
    .client()
    .send(new PutCommand({ TableName: table.tableName, Item }))
    .catch(() => fund(amount, userId));
  return userId;
}

async function partsOf(userId: number) {
  const { partition, all } = keys.walletPart;
  const found = await table.client().send(
    new QueryCommand({
      TableName: table.tableName,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': partition(userId), ':sk': all },
    }),
  );
  return found.Items ?? [];
}

describe('64 spenders on one wallet, transactions of 20 ms that conflict, and 20 % more conflicts', () => {
  it('spend all the money and not a micro more; no spender fails', async () => {
    const bookings = SPENDERS * 5;
    const userId = await fund(bookings * 10 - 5);
    const wallets = createDynamoDbWalletStore(real());
    const outcomes = await Promise.all(
      Array.from({ length: SPENDERS }, async (_, spender) => {
        const own: string[] = [];
        for (let id = spender + 1; id <= bookings; id += SPENDERS) {
          own.push(await wallets.book(buildLedgerEntry({ id, userId, amount: -10, kind: 'sms' })));
        }
        return own;
      }),
    );
    expect(outcomes.flat().filter((outcome) => outcome !== 'booked')).toEqual(['refused']);
    await expect(wallets.get(userId)).resolves.toEqual({ balance: 5, available: 5 });
    expect(sumOf(await wallets.ledger(userId))).toBe(-(bookings - 1) * 10);
    const parts = await partsOf(userId);
    expect(parts.length).toBeGreaterThan(1);
    expect(Math.min(...parts.map((part) => Number(part['available'])))).toBeGreaterThanOrEqual(0);
  });

  it('see one balance in holds, settlements, SMS, refunds and top-ups', async () => {
    const userId = await fund(1_000_000);
    const [wallets, calls, messages] = [
      createDynamoDbWalletStore(real()),
      createCalls(real()),
      createDynamoDbSmsStore(real()),
    ];
    const configuration = { assistant: buildAssistant(), variables: {} };
    const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
    const callOnce = async (id: number) => {
      const call = buildCall({ id, userId, hold: 5_000, status: 'ended' });
      expect(await calls.createWithHold(call, configuration)).toBe('created');
      const entry = buildLedgerEntry({ id, userId, amount: -700, kind: 'call' });
      const cost = { carrierCost: 100, totalCost: 700, hold: 5_000, entry };
      const settlement = { key: { userId, callId: id }, status: 'completed', ...cost, body, at: 9 } as const;
      expect(await calls.settle(settlement)).toBe('settled');
    };
    const smsOnce = async (id: number) => {
      const sms = buildSms({ id, userId, totalCost: 60, status: 'queued', claimedAt: 1 });
      expect(await messages.createWithCharge(sms, buildLedgerEntry({ id, userId, amount: -60, kind: 'sms' }))).toBe(
        'created',
      );
      if (id % 2 === 0) return;
      const entry = buildLedgerEntry({ id: id + 1_000, userId, amount: 60, kind: 'refund' });
      const refund = { key: { userId, smsId: id }, entry, claimedAt: 1, failure: 'x', segments: 1, at: 9 };
      expect(await messages.refund(refund)).toBe('refunded');
    };
    const topUp = async (id: number) =>
      expect(await wallets.book(buildLedgerEntry({ id, userId, amount: 5, kind: 'top_up' }))).toBe('booked');
    const works = [callOnce, smsOnce, topUp];
    await Promise.all(Array.from({ length: 60 }, (_, index) => (works[index % 3] ?? topUp)(index + 1)));
    const balance = 1_000_000 - 20 * 700 - 10 * 60 + 20 * 5;
    await expect(wallets.get(userId)).resolves.toEqual({ balance, available: balance });
    expect(sumOf(await wallets.ledger(userId))).toBe(balance - 1_000_000);
  });

  async function grown() {
    const userId = await fund(1_000_000);
    const wallets = createDynamoDbWalletStore(real());
    await Promise.all(
      Array.from({ length: SPENDERS }, (_, index) =>
        wallets.book(buildLedgerEntry({ id: index + 1, userId, amount: -1, kind: 'sms' })),
      ),
    );
    const parts = (await partsOf(userId)).length;
    expect(parts).toBeGreaterThan(1);
    return { userId, parts };
  }

  it('book nothing below the watermark on any part', async () => {
    const { userId, parts } = await grown();
    while (!(await raiseWatermark(real(), userId, 500))) continue;
    const sealed = (await partsOf(userId)).map((part) => Number(part['callsSealedTo']));
    expect(sealed).toEqual(sealed.map(() => 500));
    const hold = (aboveWatermark: number) =>
      bookInWallet(real(), { userId, balance: 0, available: -1, aboveWatermark });
    const above = await Promise.all(Array.from({ length: 2 * parts }, () => hold(500)));
    expect(above).toEqual(above.map(() => ({ isBooked: true, failed: [] })));
    const late = await Promise.all(Array.from({ length: 4 * parts }, () => hold(499)));
    expect(late).toEqual(late.map(() => ({ isBooked: false, refusal: 'below_watermark', failed: [] })));
  });

  it('raise no watermark while a part that was added is not visible yet', async () => {
    const { userId, parts } = await grown();
    const [first] = await partsOf(userId);
    expect(first).toMatchObject({ parts });
    await remove(real(), keys.walletPart.key(userId, parts - 1));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => raiseWatermark(real(), userId, 500)));
    expect(outcomes).toEqual(outcomes.map(() => false));
  });
});
