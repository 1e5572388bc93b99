import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { WalletStore } from '#shared/accounts/account.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { CallStore, Settlement } from '#shared/calls/call-store.ts';
import type { CallBody, CallKey } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls, storeWallet } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall, buildLead } from '#test/support/builders.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryLeadStore } from '#test/support/memory/campaigns.ts';
import { useTable } from '#test/support/table.ts';

interface Subject {
  store: CallStore & CallList;
  leads: LeadStore;
  wallets: WalletStore;
  fund(userId: number, amount: number): Promise<void>;
}

const table = useTable();

function memorySubject(): Subject {
  const store = createMemoryCallStore();
  const leads = createMemoryLeadStore();
  store.line.leads = leads;
  return {
    store,
    leads,
    wallets: createMemoryWalletStore(store.state),
    fund: async (userId, amount) => void store.state.wallets.set(userId, { balance: amount, available: amount }),
  };
}

function dynamoDbSubject(): Subject {
  const real = table.real();
  return {
    store: createCalls(real),
    leads: createDynamoDbLeadStore(real),
    wallets: createDynamoDbWalletStore(real),
    fund: (userId, amount) => storeWallet(real, userId, { balance: amount, available: amount }),
  };
}

const configuration: CallConfiguration = { assistant: buildAssistant(), variables: { customer_name: 'Ada' } };
const body: CallBody = {
  variables: { customer_name: 'Ada' },
  turns: [{ sender: 'bot', text: 'Hello.', timestamp: 1, waitMs: 1390, tools: ['end_call'] }],
  evaluation: { status: true, summary: null },
  webhookResponse: null,
};

const entryOf = (key: CallKey): DialQueueEntry => ({
  ...key,
  carrierAccount: 'default',
  priority: 'interactive',
  fairnessRound: 3,
});

async function setup(create: () => Subject, amount = 10_000_000) {
  const { store, leads, wallets, fund } = create();
  const userId = newUserId();
  await fund(userId, amount);
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
  return { store, leads, wallet: wallets.get, ledger: wallets.ledger, userId, call, key, settlement };
}

describe.each([
  { adapter: 'memory', create: memorySubject },
  { adapter: 'dynamodb', create: dynamoDbSubject },
])('call store on $adapter', ({ create }) => {
  /** A call whose money is held. */
  async function setupHeld(amount?: number) {
    const subject = await setup(create, amount);
    await subject.store.createWithHold(subject.call, configuration, entryOf(subject.key));
    return subject;
  }

  async function setupEnded() {
    const subject = await setupHeld();
    await subject.store.change(subject.key, { status: 'ended' }, 50);
    return subject;
  }

  it('stores a call and holds its money', async () => {
    const { store, call, key, userId, wallet } = await setup(create);
    const own = { ...configuration, assistant: buildAssistant({ userId, variables: {} }), goal: 'booked' };
    await expect(store.createWithHold(call, own)).resolves.toBe('created');
    await expect(store.get(key)).resolves.toEqual(call);
    await expect(store.getConfiguration(key)).resolves.toEqual(own);
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
  });

  it('stores nothing when the money is short', async () => {
    const { store, call, key, userId, wallet } = await setup(create, 1_999_999);
    await expect(store.createWithHold(call, configuration)).resolves.toBe('insufficient_balance');
    await expect(store.get(key)).resolves.toBeUndefined();
    await expect(wallet(userId)).resolves.toEqual({ balance: 1_999_999, available: 1_999_999 });
  });

  it('holds nothing when the id is taken', async () => {
    const { store, call, userId, wallet } = await setupHeld();
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
    const found = await store.findByCarrierId(carrierCallId);
    expect(await store.get(found ?? key)).toMatchObject({ type: 'inbound', carrierCallId });
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
    await expect(store.findByCarrierId('CA-other')).resolves.toBeUndefined();
  });

  it('says that it knows a call whose own hold has left too little money for another', async () => {
    const { store, call } = await setup(create, 2_500_000);
    const inbound = { ...call, type: 'inbound' as const, carrierCallId: `CA-poor-${call.userId}` };
    await store.createWithHold(inbound, configuration);
    await expect(store.createWithHold({ ...inbound, id: call.id + 1 }, configuration)).resolves.toBe('known');
  });

  it('gives an id of the carrier to one call, which may get it twice, and to no other', async () => {
    const { store, call, key } = await setupHeld(100_000_000);
    const others = [1, 2].map((more) => ({ ...key, callId: call.id + more }));
    for (const { callId } of others) await store.createWithHold({ ...call, id: callId }, configuration);
    const [id, another] = [`CA-one-${call.userId}`, `CA-two-${call.userId}`];
    const claims = await Promise.all([key, ...others].map((one) => store.assignCarrierId(one, id, 7)));
    expect(claims.toSorted()).toEqual(['assigned', 'refused', 'refused']);
    const owner = await store.findByCarrierId(id);
    expect(owner).toEqual([key, ...others][claims.indexOf('assigned')]);
    const { updatedAt } = call;
    await expect(store.get(owner!)).resolves.toMatchObject({ carrierCallId: id, updatedAt });
    await expect(store.assignCarrierId(owner!, id, 8)).resolves.toBe('assigned');
    await expect(store.assignCarrierId(owner!, another, 8)).resolves.toBe('refused');
    await expect(store.findByCarrierId(another)).resolves.toBeUndefined();
    await expect(store.assignCarrierId({ ...key, callId: 9 }, another, 8)).resolves.toBe('refused');
    await expect(store.get(owner!)).resolves.toMatchObject({ carrierCallId: id, updatedAt });
  });

  it('fails a call as lost only while it has no id of the carrier, and once', async () => {
    const { store, call, key } = await setupHeld(100_000_000);
    const other = { ...key, callId: call.id + 1 };
    await store.createWithHold({ ...call, id: other.callId }, configuration);
    await store.assignCarrierId(other, `CA-kept-${call.userId}`, 2);
    await expect(store.failLost(other, 5)).resolves.toBeUndefined();
    await expect(store.failLost(key, 5)).resolves.toMatchObject({ status: 'failed', endedAt: 5 });
    await expect(store.failLost(key, 6)).resolves.toBeUndefined();
  });

  it('cancels an unclaimed call once, after which it cannot be claimed', async () => {
    const { store, call, key } = await setupHeld();
    const cancelled = { status: 'failed', notDialled: 'do_not_call', endedAt: 5, updatedAt: 5 } as const;
    await expect(store.cancelDialling(key, 'do_not_call', 5)).resolves.toEqual({ ...call, ...cancelled });
    await expect(store.cancelDialling(key, 'outside_hours', 6)).resolves.toBeUndefined();
    await expect(store.claimDialling(entryOf(key), { at: 7 })).resolves.toBe('not_waiting');
    await expect(store.get(key)).resolves.toEqual({ ...call, ...cancelled });
  });

  it('does not cancel a call that is being dialled', async () => {
    const { store, call, key } = await setupHeld();
    await store.claimDialling(entryOf(key), { at: 5 });
    await expect(store.cancelDialling(key, 'do_not_call', 6)).resolves.toBeUndefined();
    await expect(store.get(key)).resolves.toEqual({ ...call, claimedAt: 5 });
  });

  it('keeps the lead that a call is for', async () => {
    const { store, call, key, userId } = await setup(create);
    const own = { ...configuration, assistant: buildAssistant({ userId, variables: {} }) };
    const lead = { id: 6001, phoneNumber: '+12025550100', variables: { nested: { list: [1, null] } } };
    await store.createWithHold({ ...call, leadId: 6001, campaignId: 4001 }, { ...own, lead });
    await expect(store.getConfiguration(key)).resolves.toEqual({ ...own, lead });
    await expect(store.change(key, { leadStatus: 'completed' }, 9)).resolves.toMatchObject({
      leadId: 6001,
      leadStatus: 'completed',
    });
  });

  it('makes the call of an attempt once, and only while its lead is as it was read', async () => {
    const { store, leads, call, userId, wallet } = await setup(create);
    const lead = buildLead({ userId });
    await leads.create(lead, []);
    const requeued = { ...lead, version: lead.version + 1 };
    const attempt = { ...call, leadId: lead.id, campaignId: lead.campaignId };
    const make = (id: number) =>
      store.createWithHold({ ...attempt, id }, configuration, entryOf({ userId, callId: id }), { leadVersion: 1 });
    await expect(make(call.id)).resolves.toBe('created');
    await expect(leads.replace(lead, requeued)).resolves.toBe('conflict');
    await expect(make(call.id + 1)).resolves.toBe('id_taken');
    await expect(store.get({ userId, callId: call.id + 1 })).resolves.toBeUndefined();
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 8_000_000 });
    await expect(leads.replace(requeued, { ...lead, version: lead.version + 2 })).resolves.toBe('replaced');
  });

  it('grants the right to dial once, and again after it was put back', async () => {
    const { store, call, key } = await setupHeld();
    const outcomes = await Promise.all([1, 2, 3, 4].map((at) => store.claimDialling(entryOf(key), { at })));
    expect(outcomes.toSorted()).toEqual(['claimed', 'taken', 'taken', 'taken']);
    await store.putBack(entryOf(key));
    await expect(store.get(key)).resolves.toEqual(call);
    await expect(store.claimDialling(entryOf(key), { at: 5 })).resolves.toBe('claimed');
    await expect(store.get(key)).resolves.toEqual({ ...call, claimedAt: 5 });
  });

  it('keeps the claim of a call that the carrier has', async () => {
    const { store, key } = await setupHeld();
    await store.claimDialling(entryOf(key), { at: 1 });
    await store.assignCarrierId(key, `CA-claimed-${key.userId}`, 2);
    await store.putBack(entryOf(key));
    await expect(store.claimDialling(entryOf(key), { at: 3 })).resolves.toBe('taken');
  });

  it('changes a call whose status is among the expected ones, and no other', async () => {
    const { store, call, key } = await setupHeld();
    const ringing = await store.change(key, { status: 'ringing' }, 11, ['initiated']);
    expect(ringing).toEqual({ ...call, status: 'ringing', updatedAt: 11 });
    await expect(store.change(key, { status: 'ringing' }, 12, ['initiated'])).resolves.toBeUndefined();
    await expect(store.get(key)).resolves.toEqual(ringing);
    await expect(store.claimDialling(entryOf(key), { at: 13 })).resolves.toBe('not_waiting');
  });

  it('takes each connection of a conversation once, and its own again', async () => {
    const { store, key } = await setupHeld();
    const connect = (connectionId: string, connectionNumber: number, carrierCallId = 'CA-connected') =>
      store.connectConversation(key, { connectionId, connectionNumber, carrierCallId }, 20);
    await expect(connect('a', 0)).resolves.toBeUndefined();
    await store.assignCarrierId(key, 'CA-connected', 12);
    await store.change(key, { status: 'in-progress' }, 12);
    await expect(connect('a', 0, 'CA2')).resolves.toBeUndefined();
    await expect(connect('a', 1)).resolves.toBeUndefined();
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => connect(id, 0)));
    const first = outcomes.find((taken) => taken !== undefined)?.connectionId ?? '';
    expect(outcomes.filter((taken) => taken !== undefined)).toHaveLength(1);
    await expect(connect(first, 0)).resolves.toMatchObject({ connectionId: first, connections: 1 });
    await expect(connect('d', 1)).resolves.toMatchObject({ connectionId: 'd', connections: 2 });
    await expect(connect(first, 0)).resolves.toBeUndefined();
    await store.change(key, { status: 'ended' }, 21);
    await expect(connect('e', 2)).resolves.toBeUndefined();
  });

  it('takes one call of the speech model, and that one again', async () => {
    const { store, key } = await setupHeld();
    const connect = (id: string) => store.connectSpeechModel(key, { connectionId: 'CA1', realtimeCallId: id }, 20);
    await expect(connect('a')).resolves.toBeUndefined();
    await store.change(key, { status: 'in-progress' }, 12);
    const outcomes = (await Promise.all(['a', 'b', 'c'].map(connect))).flatMap((taken) => taken ?? []);
    expect(outcomes).toHaveLength(1);
    const first = outcomes[0]?.realtimeCallId ?? '';
    await expect(connect(first)).resolves.toMatchObject({ realtimeCallId: first, connectionId: 'CA1' });
    await expect(connect('d')).resolves.toBeUndefined();
  });

  it('holds for a transfer once, only with enough money, and only if the transfers are as they were read', async () => {
    const { store, wallets, fund } = create();
    const userId = newUserId();
    await fund(userId, 1_000);
    const call = buildCall({ userId, hold: 100, status: 'in-progress' });
    await store.createWithHold(call, configuration);
    const key = { userId, callId: call.id };
    const asked = [{ id: 1, to: '+12025550120', status: 'requested' as const, startedAt: 1 }];
    const known = (await store.changeTransfers(key, { before: undefined, after: asked }, 2))!;
    expect(known.transfers).toEqual(asked);
    expect(await store.changeTransfers(key, { before: undefined, after: asked }, 2)).toBeUndefined();
    const after = [{ ...asked[0]!, status: 'ringing' as const }];
    expect(await store.holdForTransfer(known, { after, hold: 1_001, lineSeconds: 9 }, 3)).toBe('insufficient_balance');
    expect(await store.holdForTransfer(known, { after, hold: 700, lineSeconds: 9 }, 3)).toBe('held');
    expect(await store.holdForTransfer(known, { after, hold: 700, lineSeconds: 9 }, 3)).toBe('changed');
    expect((await wallets.get(userId))?.available).toBe(300);
    expect(await store.get(key)).toMatchObject({ hold: 700, lineSeconds: 9, transfers: after });
  });

  it('changes nothing of a call that does not exist', async () => {
    const { store, key } = await setup(create);
    await expect(store.change(key, { status: 'ringing' }, 1)).resolves.toBeUndefined();
    await store.recordEndedBy(key, 'customer');
    await expect(store.get(key)).resolves.toBeUndefined();
  });

  it('keeps the first note of who ended the line', async () => {
    const { store, key } = await setupHeld();
    await store.recordEndedBy(key, 'assistant', 'silence');
    await store.recordEndedBy(key, 'customer', 'max_duration');
    await store.change(key, { reason: 'model_failed' }, 60);
    expect(await store.get(key)).toMatchObject({ endedBy: 'assistant', reason: 'silence', endReason: 'silence' });
  });

  it('records a reason with a change, for this release and the one before', async () => {
    const { store, key } = await setupHeld();
    const changed = await store.change(key, { status: 'failed', reason: 'not_opened' }, 60, ['initiated']);
    expect(changed).toMatchObject({ status: 'failed', reason: 'not_opened', endReason: 'model_failed' });
  });

  it('notes no more who ended the line of a call that is settled', async () => {
    const { store, key, settlement } = await setupEnded();
    const reason = { by: 'customer', code: 'customer_hung_up', text: 'The customer hung up.' } as const;
    await store.settle(settlement({ reason: 'customer_hung_up', body: { ...body, reason } }));
    await store.recordEndedBy(key, 'assistant', 'silence');
    expect(await store.get(key)).toMatchObject({ endedBy: null, reason: 'customer_hung_up' });
    expect((await store.getBody(key))?.reason).toEqual(reason);
  });

  it('settles a call that has ended, and once, with wallet, ledger and body', async () => {
    const { store, key, userId, settlement, wallet, ledger } = await setupHeld();
    await store.change(key, { status: 'in-progress' }, 50);
    await expect(store.settle(settlement())).resolves.toBe('already_settled');
    expect((await wallet(userId))?.available).toBe(8_000_000);
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

  it('settles by a head that was read before, and by the present one if it has changed since', async () => {
    const { store, key, settlement } = await setupHeld();
    const ended = (await store.change(key, { status: 'ended' }, 50))!;
    await store.change(key, { durationSeconds: 77 }, 51);
    await expect(store.settle(settlement(), ended)).resolves.toBe('settled');
    await expect(store.settle(settlement(), ended)).resolves.toBe('already_settled');
    expect(await store.get(key)).toMatchObject({ status: 'ended_by_customer', durationSeconds: 77, hold: 0 });
  });

  it('settles a recorded call with the secret of its link, which later news leave alone', async () => {
    const { store, key, settlement } = await setupHeld();
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

  it('keeps the first recording that is announced', async () => {
    const { store, key } = await setupHeld();
    const recording = { id: 'RE1', durationSeconds: 42 };
    await store.announceRecording(key, recording);
    await store.announceRecording(key, { id: 'RE2', durationSeconds: 1 });
    expect((await store.get(key))?.recording).toEqual(recording);
    await store.announceRecording({ ...key, callId: key.callId + 1 }, recording);
    expect(await store.get({ ...key, callId: key.callId + 1 })).toBeUndefined();
  });

  it('shows the same of a settled call in lists when the carrier names it late', async () => {
    const { store, key, settlement } = await setupHeld();
    await store.failLost(key, 20);
    await store.settle(settlement({ status: 'failed', carrierCost: 0, totalCost: 0, entry: null, at: 21 }));
    await expect(store.assignCarrierId(key, `CA-late-${key.userId}`, 22)).resolves.toBe('assigned');
    await expect(store.get(key)).resolves.toMatchObject({ updatedAt: 21 });
    const { rows } = await store.list(key.userId, {}, { page: 1, perPage: 3 });
    expect(rows.map(({ call: { updatedAt } }) => updatedAt)).toEqual([21]);
  });

  it('releases the whole hold when a call costs nothing', async () => {
    const { store, key, userId, settlement, wallet, ledger } = await setupHeld();
    await store.change(key, { status: 'busy' }, 50);
    const free = settlement({ status: 'busy', carrierCost: 0, totalCost: 0, entry: null });
    await expect(store.settle(free)).resolves.toBe('settled');
    await expect(wallet(userId)).resolves.toEqual({ balance: 10_000_000, available: 10_000_000 });
    await expect(ledger(userId)).resolves.toEqual([]);
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
    const { store, key, settlement } = await setupEnded();
    await store.settle(settlement({ body: { ...body, hasWebhook: true } }));
    const response = { status: 200, body: 'ok', attempts: 1, deliveredAt: 77 };
    await store.recordWebhookResponse(key, response);
    expect((await store.getBody(key))?.webhookResponse).toEqual(response);
    const { rows } = await store.list(key.userId, {}, { page: 1, perPage: 3 });
    expect(rows.map((row) => row.body.webhookResponse)).toEqual([response]);
  });

  it('lists a page of calls with their bodies, settled or not, and none of another user', async () => {
    const { store, userId, call, settlement } = await setupEnded();
    await store.settle(settlement({ entry: null }));
    await store.createWithHold({ ...call, id: call.id + 1 }, configuration);
    await expect(store.list(userId, {}, { page: 1, perPage: 3 })).resolves.toMatchObject({
      total: 2,
      rows: [
        { call: { id: call.id + 1 }, body: { ...body, turns: [], evaluation: {} } },
        { call: { id: call.id }, body },
      ],
    });
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
    await store.recordWebhookResponse(key, { status: 200, body: 'ok', attempts: 1, deliveredAt: 77 });
    await expect(store.getBody(key)).resolves.toBeUndefined();
    const left = await store.list(userId, {}, { page: 1, perPage: 10 });
    expect(left).toMatchObject({ total: 1, rows: [{ call: { id: other.id } }] });
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

it.each([
  { type: 'outbound', days: 30 },
  { type: 'inbound', days: 1 },
] as const)('remembers the id of the carrier of a removed $type call for $days days', async ({ type, days }) => {
  const { store, call, key, settlement } = await setup(dynamoDbSubject);
  const carrierCallId = `CA-${type}-removed`;
  await store.createWithHold(
    { ...call, type, carrierCallId: type === 'inbound' ? carrierCallId : null },
    configuration,
  );
  const at = Date.now();
  if (type === 'outbound') await store.assignCarrierId(key, carrierCallId, at);
  await store.change(key, { status: 'ended' }, at);
  await store.settle(settlement());
  await expect(store.remove(key, at)).resolves.toBe('removed');
  const marker = new GetCommand({ TableName: table.tableName, Key: keys.carrierCall(carrierCallId) });
  const { Item } = await table.client().send(marker);
  expect(Item).toMatchObject({ callId: call.id, expiresAt: Math.ceil(at / 1000) + days * 86_400 });
});
