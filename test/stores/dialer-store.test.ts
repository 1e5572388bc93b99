import { describe, expect, it } from 'vitest';
import { occupySlot } from '#shared/campaigns/dialler.ts';
import { createDynamoDbDialerStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { startAttempt } from '#shared/campaigns/lead-life.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildLead } from '#test/support/builders.ts';
import { createMemoryDialerStore, createMemoryLeadStore } from '#test/support/memory/campaigns.ts';

const NOW = Date.UTC(2026, 5, 30);

describe.each(
  adapters(
    () => {
      const leads = createMemoryLeadStore();
      return { leads, store: createMemoryDialerStore(leads) };
    },
    (real) => ({ leads: createDynamoDbLeadStore(real), store: createDynamoDbDialerStore(real) }),
  ),
)('dialer store on $adapter', ({ create }) => {
  async function setup() {
    const userId = newUserId();
    const { leads, store } = create();
    const lead = buildLead({ userId });
    await leads.create(lead, []);
    const line = (callId: number) => ({ callId, campaignId: lead.campaignId, expiresAt: NOW + callId });
    const begin = async (from = lead, callId = 1) => {
      const lines = await store.getCallSlots(userId);
      return store.startAttempt({
        lead: [from, startAttempt(from, callId, NOW)],
        slots: [lines, occupySlot(lines, line(callId))],
      });
    };
    return { userId, leads, store, lead, line, begin };
  }

  it('knows of no lines before the first call', async () => {
    const { store, userId } = await setup();
    await expect(store.getCallSlots(userId)).resolves.toEqual({ slots: [], version: 0 });
    await store.releaseCallSlot(userId, 1);
    await expect(store.getCallSlots(userId)).resolves.toEqual({ slots: [], version: 0 });
  });

  it('begins an attempt: the lead is being called, and its line is taken', async () => {
    const { store, leads, lead, line, userId, begin } = await setup();
    await expect(begin()).resolves.toBe('started');
    await expect(store.getCallSlots(userId)).resolves.toEqual({ slots: [line(1)], version: 1 });
    await expect(leads.get(userId, lead.id)).resolves.toEqual(startAttempt(lead, 1, NOW));
    await expect(leads.listIds(userId, lead.campaignId, 'processing')).resolves.toEqual([lead.id]);
    await expect(leads.listDue(userId, lead.campaignId, NOW, 10)).resolves.toEqual([]);
  });

  it('begins one attempt of those that try at once', async () => {
    const { store, userId, begin, lead } = await setup();
    const outcomes = await Promise.all([1, 2, 3, 4].map((callId) => begin(lead, callId)));
    expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(1);
    expect((await store.getCallSlots(userId)).slots).toHaveLength(1);
  });

  it('begins nothing on a lead that has changed, nor on lines that have', async () => {
    const { store, leads, userId, lead, begin, line } = await setup();
    const stale = await store.getCallSlots(userId);
    await begin();
    await expect(begin(lead, 2)).resolves.toBe('conflict');
    const other = buildLead({ userId, id: lead.id + 1, phoneNumber: '+12025550109' });
    await leads.create(other, []);
    const lead2: [typeof other, typeof other] = [other, startAttempt(other, 3, NOW)];
    await expect(store.startAttempt({ lead: lead2, slots: [stale, occupySlot(stale, line(3))] })).resolves.toBe(
      'conflict',
    );
    await expect(leads.get(userId, other.id)).resolves.toEqual(other);
    expect((await store.getCallSlots(userId)).slots).toEqual([line(1)]);
  });

  it('frees a line, once', async () => {
    const { store, userId, begin, lead, leads, line } = await setup();
    await begin();
    const other = buildLead({ userId, id: lead.id + 1, phoneNumber: '+12025550109' });
    await leads.create(other, []);
    await begin(other, 2);
    await store.releaseCallSlot(userId, 1);
    await store.releaseCallSlot(userId, 1);
    await expect(store.getCallSlots(userId)).resolves.toEqual({ slots: [line(2)], version: 2 });
  });

  it('takes a line and drops others in one step, and leaves those free that were freed meanwhile', async () => {
    const { store, userId, begin, lead, leads, line } = await setup();
    await begin();
    const more = [2, 3].map((id) => buildLead({ userId, id: lead.id + id, phoneNumber: `+1202555010${id}` }));
    for (const one of more) await leads.create(one, []);
    await begin(more[0], 2);
    const stale = await store.getCallSlots(userId);
    await store.releaseCallSlot(userId, 2);
    const after = { slots: [line(2), line(3)], version: stale.version + 1 };
    const third: [typeof lead, typeof lead] = [more[1]!, startAttempt(more[1]!, 3, NOW)];
    await expect(store.startAttempt({ lead: third, slots: [stale, after] })).resolves.toBe('started');
    await expect(store.getCallSlots(userId)).resolves.toEqual({ slots: [line(3)], version: 3 });
  });

  it('lets one run at a time look after the lines, and has it look again when it was asked to', async () => {
    const { store, userId } = await setup();
    const start = (owner: string, now = NOW) => store.startRun(userId, owner, { now, until: now + 60_000 });
    const tickets = await Promise.all(['a', 'b', 'c'].map((owner) => start(owner)));
    expect(tickets.filter((ticket) => ticket !== undefined)).toHaveLength(1);
    const owner = ['a', 'b', 'c'][tickets.findIndex((ticket) => ticket !== undefined)]!;
    await expect(store.endRun(userId, owner, 0)).resolves.toBe(3);
    await expect(store.endRun(userId, owner, 3)).resolves.toBeUndefined();
    await expect(start('d')).resolves.toBe(4);
    await expect(start('e', NOW + 59_999)).resolves.toBeUndefined();
    await expect(start('f', NOW + 60_000)).resolves.toBe(6);
  });

  it('lets a run end only its own lock, and start again only under it', async () => {
    const { store, userId } = await setup();
    const start = (owner: string, now: number) => store.startRun(userId, owner, { now, until: now + 60_000 });
    await expect(start('slow', NOW)).resolves.toBe(1);
    await expect(start('slow', NOW)).resolves.toBe(2);
    await expect(start('next', NOW + 60_000)).resolves.toBe(3);
    await expect(store.endRun(userId, 'slow', 3)).resolves.toBeUndefined();
    await expect(start('other', NOW + 60_000)).resolves.toBeUndefined();
    await expect(store.endRun(userId, 'next', 3)).resolves.toBe(4);
  });

  it('extends the lock of the run that has it, and knows which run was lost', async () => {
    const { store, userId } = await setup();
    const lease = (now: number) => ({ now, until: now + 1500 });
    const isLost = (owner: string, now: number) => store.isRunLost(userId, owner, now);
    await expect(isLost('one', NOW)).resolves.toBe(false);
    await expect(store.startRun(userId, 'one', lease(NOW))).resolves.toBe(1);
    await expect(store.extendRun(userId, 'one', lease(NOW + 1000))).resolves.toBe(true);
    await expect(store.extendRun(userId, 'other', lease(NOW + 1000))).resolves.toBe(false);
    await expect(store.startRun(userId, 'other', lease(NOW + 2499))).resolves.toBeUndefined();
    await expect(Promise.all([isLost('one', NOW + 2499), isLost('one', NOW + 2500)])).resolves.toEqual([false, true]);
    await expect(store.startRun(userId, 'other', lease(NOW + 2500))).resolves.toBe(3);
    await expect(store.extendRun(userId, 'one', lease(NOW + 2500))).resolves.toBe(false);
    await expect(isLost('one', NOW + 9000)).resolves.toBe(false);
    await expect(store.endRun(userId, 'other', 3)).resolves.toBeUndefined();
    await expect(store.extendRun(userId, 'other', lease(NOW + 2600))).resolves.toBe(false);
    await expect(isLost('other', NOW + 9000)).resolves.toBe(false);
  });

  it('adds the outcomes of calls up, of one campaign and from a moment on', async () => {
    const { store, userId } = await setup();
    const campaign = { userId, campaignId: 1 };
    await store.recordOutcome(campaign, 60_000, true);
    await store.recordOutcome(campaign, 120_000, true);
    await store.recordOutcome(campaign, 120_000, false);
    await store.recordOutcome(campaign, 180_000, false);
    await store.recordOutcome({ userId, campaignId: 2 }, 180_000, true);
    await expect(store.outcomesSince(campaign, 120_000)).resolves.toEqual({ calls: 3, failed: 1 });
    await expect(store.outcomesSince(campaign, 0)).resolves.toEqual({ calls: 4, failed: 2 });
    await expect(store.outcomesSince(campaign, 200_000)).resolves.toEqual({ calls: 0, failed: 0 });
  });
});
