import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createCalls } from '#test/support/call-stores.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import type { LedgerEntry, Wallet } from '#shared/accounts/account.ts';
import type { CallBody, CallConfiguration } from '#shared/calls/call.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import type { CallStore, Settlement } from '#shared/calls/call-store.ts';
import { query } from '#shared/platform/table/table.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';
import { newUserId } from '#test/stores/adapters.ts';

interface Subject {
  store: CallStore & CallList;
  fund(userId: number, amount: number): Promise<void>;
  wallet(userId: number): Promise<Wallet | undefined>;
  ledger(userId: number): Promise<LedgerEntry[]>;
}

const table = useTable();

function memorySubject(): Subject {
  const store = createMemoryCallStore();
  return {
    store,
    fund: async (userId, amount) => void store.state.wallets.set(userId, { balance: amount, available: amount }),
    wallet: async (userId) => store.state.wallets.get(userId),
    ledger: async (userId) => store.state.ledger.filter((entry) => entry.userId === userId),
  };
}

function dynamoDbSubject(): Subject {
  const real = { client: table.client(), tableName: table.tableName };
  const read = (partition: string) => query(real, { partition }, v.record(v.string(), v.unknown()));
  return {
    store: createCalls(real),
    fund: async (userId, amount) => {
      const Item = { ...keys.wallet(userId), userId, balance: amount, available: amount };
      await real.client.send(new PutCommand({ TableName: real.tableName, Item }));
    },
    wallet: async (userId) => {
      const items = await read(keys.wallet(userId).pk);
      const wallet = items.find((item) => item['sk'] === 'WALLET') as unknown as Wallet | undefined;
      return wallet && { balance: wallet.balance, available: wallet.available };
    },
    ledger: async (userId) => {
      const items = await read(keys.ledger.partition(userId));
      return items.map(({ pk: _pk, sk: _sk, ...entry }) => entry as unknown as LedgerEntry);
    },
  };
}

const configuration: CallConfiguration = { assistant: buildAssistant(), variables: { customer_name: 'Ada' } };
const body: CallBody = {
  variables: { customer_name: 'Ada' },
  turns: [{ sender: 'bot', text: 'Hello.', timestamp: 1 }],
  evaluation: { status: true, summary: null },
  webhookResponse: null,
};

async function setup(create: () => Subject, amount = 10_000_000) {
  const subject = create();
  const userId = newUserId();
  await subject.fund(userId, amount);
  const call = buildCall({ userId });
  const key = { userId, callId: call.id };
  const settlement = (changes: Partial<Settlement> = {}): Settlement => ({
    key,
    status: 'ended_by_customer',
    carrierCost: 40_000,
    totalCost: 300_000,
    hold: call.hold,
    entry: { id: call.id, userId, amount: -300_000, kind: 'call', reference: String(call.id), createdAt: 5 },
    body,
    at: 99,
    ...changes,
  });
  return { ...subject, userId, call, key, settlement };
}

describe.each([
  { adapter: 'memory', create: memorySubject },
  { adapter: 'dynamodb', create: dynamoDbSubject },
])('call store on $adapter', ({ create }) => {
  it('stores a call and holds its money', async () => {
    const { store, call, key, userId, wallet } = await setup(create);
    await expect(store.createWithHold(call, configuration)).resolves.toBe('created');
    await expect(store.get(key)).resolves.toEqual(call);
    await expect(store.getConfiguration(key)).resolves.toEqual(configuration);
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
  });

  it('stores nothing when the money is short', async () => {
    const { store, call, key, userId, wallet } = await setup(create, 1_999_999);
    await expect(store.createWithHold(call, configuration)).resolves.toBe('insufficient_balance');
    await expect(store.get(key)).resolves.toBeUndefined();
    await expect(wallet(userId)).resolves.toEqual({ balance: 1_999_999, available: 1_999_999 });
  });

  it('holds nothing when the id is taken', async () => {
    const { store, call, userId, wallet } = await setup(create);
    await store.createWithHold(call, configuration);
    await expect(store.createWithHold(call, configuration)).resolves.toBe('id_taken');
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
  });

  it('stores a call that came in once, under the id that the carrier knows it by', async () => {
    const { store, call, key, userId, wallet } = await setup(create);
    const carrierCallId = `CA-${userId}`;
    const inbound = { ...call, type: 'inbound' as const, carrierCallId };
    const twice = [inbound, { ...inbound, id: call.id + 1 }, { ...inbound, id: call.id + 2 }];
    const outcomes = await Promise.all(twice.map((one) => store.createWithHold(one, configuration)));
    expect(outcomes.toSorted()).toEqual(['created', 'known', 'known']);
    const found = await store.findInbound(carrierCallId);
    expect(await store.get(found ?? key)).toMatchObject({ type: 'inbound', carrierCallId });
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
    await expect(store.findInbound('CA-other')).resolves.toBeUndefined();
  });

  it('says that it knows a call whose own hold has left too little money for another', async () => {
    const { store, call } = await setup(create, 2_500_000);
    const inbound = { ...call, type: 'inbound' as const, carrierCallId: `CA-poor-${call.userId}` };
    await store.createWithHold(inbound, configuration);
    await expect(store.createWithHold({ ...inbound, id: call.id + 1 }, configuration)).resolves.toBe('known');
  });

  it('finds no call by the id of one that was dialled', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { carrierCallId: `CA-dialled-${call.userId}` }, 2);
    await expect(store.findInbound(`CA-dialled-${call.userId}`)).resolves.toBeUndefined();
  });

  it('cancels an unclaimed call once, after which it cannot be claimed', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    const cancelled = { status: 'failed', notDialled: 'do_not_call', endedAt: 5, updatedAt: 5 } as const;
    await expect(store.cancelDialling(key, 'do_not_call', 5)).resolves.toEqual({ ...call, ...cancelled });
    await expect(store.cancelDialling(key, 'outside_hours', 6)).resolves.toBeUndefined();
    await expect(store.claimDialling(key, 7)).resolves.toBeUndefined();
    await expect(store.get(key)).resolves.toEqual({ ...call, ...cancelled });
  });

  it('does not cancel a call that is being dialled', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.claimDialling(key, 5);
    await expect(store.cancelDialling(key, 'do_not_call', 6)).resolves.toBeUndefined();
    await expect(store.get(key)).resolves.toEqual({ ...call, claimedAt: 5 });
  });

  it('keeps the lead that a call is for', async () => {
    const { store, call, key } = await setup(create);
    const lead = { id: 6001, phoneNumber: '+12025550100', variables: { nested: { list: [1, null] } } };
    await store.createWithHold({ ...call, leadId: 6001, campaignId: 4001 }, { ...configuration, lead });
    await expect(store.getConfiguration(key)).resolves.toEqual({ ...configuration, lead });
    await expect(store.change(key, { leadStatus: 'completed' }, 9)).resolves.toMatchObject({
      leadId: 6001,
      leadStatus: 'completed',
    });
  });

  it('grants the right to dial once', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    const outcomes = await Promise.all([1, 2, 3, 4].map((at) => store.claimDialling(key, at)));
    expect(outcomes.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    await store.releaseDialling(key);
    await expect(store.claimDialling(key, 5)).resolves.toEqual({ ...call, claimedAt: 5 });
  });

  it('keeps the claim of a call that the carrier has', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.claimDialling(key, 1);
    await store.change(key, { carrierCallId: 'CA1' }, 2);
    await store.releaseDialling(key);
    await expect(store.claimDialling(key, 3)).resolves.toBeUndefined();
  });

  it('refuses the right to dial a call that is no longer initiated', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'failed' }, 2);
    await expect(store.claimDialling(key, 3)).resolves.toBeUndefined();
  });

  it('changes a call whose status is among the expected ones, and no other', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    const ringing = await store.change(key, { status: 'ringing' }, 11, ['initiated']);
    expect(ringing).toEqual({ ...call, status: 'ringing', updatedAt: 11 });
    await expect(store.change(key, { status: 'ringing' }, 12, ['initiated'])).resolves.toBeUndefined();
    await expect(store.get(key)).resolves.toEqual(ringing);
  });

  it('changes nothing of a call that does not exist', async () => {
    const { store, key } = await setup(create);
    await expect(store.change(key, { status: 'ringing' }, 1)).resolves.toBeUndefined();
    await store.recordEndedBy(key, 'customer');
    await expect(store.get(key)).resolves.toBeUndefined();
  });

  it('keeps the first note of who ended the line', async () => {
    const { store, call, key } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.recordEndedBy(key, 'assistant');
    await store.recordEndedBy(key, 'customer');
    expect((await store.get(key))?.endedBy).toBe('assistant');
  });

  it('settles an ended call once, with wallet, ledger and body', async () => {
    const { store, call, key, userId, settlement, wallet, ledger } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'ended' }, 50);
    const outcomes = await Promise.all([1, 2, 3].map(() => store.settle(settlement())));
    expect(outcomes.toSorted()).toEqual(['already_settled', 'already_settled', 'settled']);
    await expect(wallet(userId)).resolves.toEqual({ balance: 9_700_000, available: 9_700_000 });
    await expect(ledger(userId)).resolves.toEqual([settlement().entry]);
    await expect(store.getBody(key)).resolves.toEqual(body);
    expect(await store.get(key)).toMatchObject({
      status: 'ended_by_customer',
      hold: 0,
      totalCost: 300_000,
      updatedAt: 99,
    });
  });

  it('settles a recorded call with the secret of its link, which later news leave alone', async () => {
    const { store, call, key, settlement } = await setup(create);
    await store.createWithHold(call, configuration);
    const recording = { id: 'RE1', durationSeconds: 42 };
    await store.change(key, { status: 'ended', recording }, 50);
    await store.settle(settlement({ recordingSecret: 'secret' }));
    expect(await store.get(key)).toMatchObject({ recording, recordingSecret: 'secret' });
    await store.settle(settlement({ recordingSecret: 'another' }));
    await store.change(key, { recording: { ...recording, storedAt: 100 }, recordingAbsentAt: 101 }, 101);
    expect(await store.get(key)).toMatchObject({
      recording: { ...recording, storedAt: 100 },
      recordingSecret: 'secret',
      recordingAbsentAt: 101,
    });
  });

  it('releases the whole hold when a call costs nothing', async () => {
    const { store, call, key, userId, settlement, wallet, ledger } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'busy' }, 50);
    const free = settlement({ status: 'busy', carrierCost: 0, totalCost: 0, entry: null });
    await expect(store.settle(free)).resolves.toBe('settled');
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 10_000_000 });
    await expect(ledger(userId)).resolves.toEqual([]);
  });

  it('does not settle a call that still runs', async () => {
    const { store, call, key, userId, settlement, wallet } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'in-progress' }, 50);
    await expect(store.settle(settlement())).resolves.toBe('already_settled');
    expect((await store.get(key))?.status).toBe('in-progress');
    expect((await wallet(userId))?.available).toBe(8_000_000);
  });

  it('settles nothing when the id of the ledger entry is taken', async () => {
    const { store, call, key, userId, settlement, wallet } = await setup(create);
    const other = { userId, callId: call.id + 1 };
    await store.createWithHold(call, configuration);
    await store.createWithHold({ ...call, id: other.callId }, configuration);
    await store.change(key, { status: 'ended' }, 50);
    await store.change(other, { status: 'ended' }, 50);
    await store.settle(settlement());
    await expect(store.settle(settlement({ key: other }))).rejects.toThrow('taken');
    expect((await store.get(other))?.status).toBe('ended');
    expect((await wallet(userId))?.balance).toBe(9_700_000);
  });

  it('keeps what the webhook answered', async () => {
    const { store, call, key, settlement } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'ended' }, 50);
    await store.settle(settlement());
    const response = { status: 200, body: 'ok', attempts: 1, deliveredAt: 77 };
    await store.recordWebhookResponse(key, response);
    expect((await store.getBody(key))?.webhookResponse).toEqual(response);
  });

  it('lists newest first, filtered, with the exact total and the bodies', async () => {
    const { store, userId, settlement } = await setup(create, 100_000_000);
    const day = Date.UTC(2026, 5, 30);
    const ids = [0, 1, 2, 3].map((hour) => createRecordId(day + hour * 3_600_000, () => 0));
    for (const id of ids) await store.createWithHold(buildCall({ userId, id }), configuration);
    const settled = { userId, callId: ids[1]! };
    await store.change(settled, { status: 'ended' }, 50);
    await store.settle(settlement({ key: settled, entry: null }));

    const all = await store.list(userId, {}, { page: 1, perPage: 3 });
    expect(all.total).toBe(4);
    expect(all.rows.map(({ call }) => call.id)).toEqual([ids[3], ids[2], ids[1]]);
    expect(all.rows[0]?.body).toEqual({ ...body, turns: [], evaluation: {} });
    expect(all.rows[2]?.body).toEqual(body);

    const window = { from: day + 3_600_000, before: day + 3 * 3_600_000 };
    const between = await store.list(userId, window, { page: 1, perPage: 10 });
    expect(between.rows.map(({ call }) => call.id)).toEqual([ids[2], ids[1]]);
    const reversed = { from: window.before, before: window.from };
    await expect(store.list(userId, reversed, { page: 1, perPage: 10 })).resolves.toEqual({ rows: [], total: 0 });
    const ever = { from: Date.UTC(1, 0), before: Date.UTC(9999, 11, 31) };
    await expect(store.list(userId, ever, { page: 1, perPage: 10 })).resolves.toMatchObject({ total: 4 });
    await expect(store.list(userId, { from: ever.before }, { page: 1, perPage: 10 })).resolves.toMatchObject({
      total: 0,
    });
    const open = await store.list(userId, { status: 'initiated' }, { page: 2, perPage: 2 });
    expect(open).toMatchObject({ total: 3, rows: [{ call: { id: ids[0] } }] });
    await expect(store.list(userId + 100_000, {}, { page: 1, perPage: 10 })).resolves.toEqual({ rows: [], total: 0 });
  });

  it('removes a settled call, once, with all there is of it, and no other', async () => {
    const { store, userId, call, key, settlement } = await setup(create, 100_000_000);
    const other = { ...call, id: call.id + 1 };
    await store.createWithHold(call, configuration);
    await store.createWithHold(other, configuration);
    await store.change(key, { status: 'ended' }, 50);
    await expect(store.remove(key, 98)).resolves.toBe('open');
    await store.settle(settlement());
    const outcomes = await Promise.all([1, 2, 3].map(() => store.remove(key, Date.now())));
    expect(outcomes.toSorted()).toEqual(['absent', 'absent', 'removed']);
    await expect(store.get(key)).resolves.toBeUndefined();
    await expect(store.getBody(key)).resolves.toBeUndefined();
    await expect(store.getConfiguration(key)).resolves.toBeUndefined();
    const left = await store.list(userId, {}, { page: 1, perPage: 10 });
    expect(left).toMatchObject({ total: 1, rows: [{ call: { id: other.id } }] });
  });

  it('does not count a removed call that had been counted, with any filter', async () => {
    const { store, userId, settlement } = await setup(create, 100_000_000);
    const ids = Array.from({ length: 40 }, (_, index) => createRecordId(Date.UTC(2026, 5, 30, 0, index), () => 0));
    for (const id of ids) {
      const key = { userId, callId: id };
      await store.createWithHold(buildCall({ userId, id }), configuration);
      await store.change(key, { status: 'ended' }, 50);
      await store.settle(settlement({ key, entry: null }));
    }
    while ((await store.closeSegments(userId, Date.UTC(2026, 6, 1), 10)) > 0);
    await store.remove({ userId, callId: ids[7]! }, Date.now());
    const expected = ids.filter((_, index) => index !== 7).toReversed();
    const filters = [{}, { status: 'ended_by_customer' }, { phoneNumber: '+12025550100' }] as const;
    for (const when of ['before closing again', 'after closing again']) {
      for (const filter of filters) {
        const { rows, total } = await store.list(userId, filter, { page: 1, perPage: 100 });
        expect({ when, filter, total, ids: rows.map(({ call }) => call.id) }).toEqual({
          when,
          filter,
          total: 39,
          ids: expected,
        });
      }
      while ((await store.closeSegments(userId, Date.UTC(2026, 6, 1), 10)) > 0);
    }
  });

  it('forgets the webhook answer of a removed call', async () => {
    const { store, call, key, settlement } = await setup(create);
    await store.createWithHold(call, configuration);
    await store.change(key, { status: 'ended' }, 50);
    await store.settle(settlement());
    await store.remove(key, Date.now());
    await store.recordWebhookResponse(key, { status: 200, body: 'ok', attempts: 1, deliveredAt: 77 });
    await expect(store.getBody(key)).resolves.toBeUndefined();
  });

  it('holds money exactly under 64 calls at once', async () => {
    const { store, userId, wallet } = await setup(create, 40 * 2_000_000);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        store.createWithHold(buildCall({ userId, id: 1_000 + index }), configuration),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(40);
    await expect(wallet(userId)).resolves.toEqual({ balance: 80_000_000, available: 0 });
  });
});
