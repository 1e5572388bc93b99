import { expect, it } from 'vitest';
import { handler } from '#functions/queue/dial-campaign.ts';
import type { Call } from '#shared/calls/call.ts';
import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import { occupySlot } from '#shared/campaigns/dialler.ts';
import { startAttempt } from '#shared/campaigns/lead-life.ts';
import { requeueLead } from '#shared/campaigns/start-lead-call.ts';
import { updateLead } from '#shared/campaigns/update-lead.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { campaignKey, createCampaignWorld } from '#test/support/in-memory/service.ts';

async function setup(...parts: Parameters<typeof createCampaignWorld>) {
  const world = createCampaignWorld(...parts);
  const { deps, callsOf } = world;
  const dlq = createMemoryDeadLetters();
  const worker = handler.with(deps, dlq);
  const dial = (message: Record<string, unknown> = {}) => worker(sqsEvent({ ...campaignKey, ...message }));
  return {
    ...world,
    dlq,
    dial,
    /** The first calls of the campaign are dialled and answered, as CA1, CA2 and so on. */
    async answer(count: number) {
      const calls = (await callsOf()).slice(0, count);
      for (const [index, call] of calls.entries()) {
        await deps.calls.claimDialling(deps.calls.line.entries[0]!, { at: 1 });
        await deps.calls.assignCarrierId(keyOf(call), `CA${index + 1}`, 1);
        await deps.calls.change(keyOf(call), { status: 'in-progress', answeredAt: 1 }, 1);
      }
      return calls;
    },
  };
}

const people = (count: number) => Array.from({ length: count }, () => ({}));
const keyOf = (call: Call | undefined) => ({ userId: 7, callId: call?.id ?? 0 });

it('waits for money that a call holds, and lets the call be dialled', async () => {
  const { dial, deps, campaign, callsOf, lead } = await setup({ leads: people(3), balance: 800_000 });
  await dial();
  await expect(campaign()).resolves.toMatchObject({ status: 'in-progress', stoppedReason: null });
  const [call, ...others] = await callsOf();
  expect(others).toEqual([]);
  await expect(leadCallRefusal(call!, deps)).resolves.toBeUndefined();
  await expect(lead(1)).resolves.toMatchObject({ status: 'rescheduled', dialing: { attempts: 0, callId: null } });
  expect((await deps.dialer.getCallSlots(7)).slots.map(({ callId }) => callId)).toEqual([call?.id]);
});

it('calls on with the money that a settled call has not used, while the other one talks on', async () => {
  const { dial, deps, campaign, callsOf, answer, clock } = await setup({
    leads: people(5),
    balance: 1_000_000,
    campaign: { maxCallsInParallel: 2 },
  });
  await dial();
  const [one, two] = await answer(2);
  clock.move(20_000);
  await deps.calls.change(keyOf(one), { status: 'ended', endedAt: clock.now(), durationSeconds: 20 }, clock.now());
  // The slot of an ended call is released before its money is.
  await dial({ endedCallId: one!.id });
  expect(deps.carrier.hungUp).toEqual([]);
  await expect(campaign()).resolves.toMatchObject({ status: 'in-progress' });
  expect(await callsOf()).toHaveLength(2);
  const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
  const cost = { carrierCost: 14_000, totalCost: 44_000, entry: null };
  await deps.calls.settle({ key: keyOf(one), status: 'completed', hold: one!.hold, ...cost, body, at: clock.now() });
  await dial({ endedCallId: one!.id });
  expect(await callsOf()).toHaveLength(3);
  await expect(deps.calls.get(keyOf(two))).resolves.toMatchObject({ status: 'in-progress', endedBy: null });
});

it('suspends a campaign when another request was faster to hold the last money', async () => {
  const { dial, deps, campaign, lead } = await setup();
  const { createWithHold } = deps.calls;
  deps.calls.createWithHold = async (...call) => {
    deps.calls.state.wallets.set(7, { balance: 1000, available: 1000 });
    return createWithHold(...call);
  };
  await dial();
  await expect(campaign()).resolves.toMatchObject({ status: 'stopped', stoppedReason: 'insufficient_balance' });
  await expect(lead()).resolves.toMatchObject({ status: 'rescheduled', dialing: { callId: null } });
});

it('hangs up no call that has its money when the balance pays for no more, and cancels those that wait', async () => {
  const { dial, deps, callsOf, answer, change } = await setup({ leads: people(2) });
  await dial();
  await answer(1);
  await change({ status: 'stopped', stoppedReason: 'insufficient_balance' });
  await dial();
  const [talking, waiting] = await callsOf();
  expect(deps.carrier.hungUp).toEqual([]);
  expect(talking).toMatchObject({ status: 'in-progress', endedBy: null });
  expect(waiting).toMatchObject({ status: 'failed', notDialled: 'campaign_stopped' });
});

it('hangs up all calls of a stopped campaign when the carrier refuses one, and tries that one again', async () => {
  const { dial, deps, dlq, answer, change, observers } = await setup({ leads: people(3) });
  await dial();
  await answer(3);
  await change({ status: 'stopped', hangsUp: true });
  const carrier = deps.carrier;
  const { hangUp } = carrier;
  const refusals = ['Twilio answered 429'];
  carrier.hangUp = async (carrierCallId) => {
    const refusal = refusals.pop();
    if (refusal !== undefined) throw new Error(refusal);
    await hangUp(carrierCallId);
  };
  await expect(dial()).resolves.toEqual({ batchItemFailures: [] });
  expect(carrier.hungUp).toEqual(['CA2', 'CA3']);
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 2 }]);
  expect(observers.lines).toContainEqual(expect.objectContaining({ message: 'hanging up a call failed' }));
  await dial();
  expect(carrier.hungUp).toContain('CA1');
});

it('lets the running call of a lead continue that its user has completed, when the campaign is completed, too', async () => {
  const { dial, deps, answer, campaign, leads } = await setup();
  await dial();
  const [call] = await answer(1);
  const complete = () => updateLead({ userId: 7, leadId: leads[0]!.id, change: { status: 'completed' } }, deps);
  await complete();
  await dial();
  await expect(campaign()).resolves.toMatchObject({ status: 'completed' });
  await complete();
  await dial();
  expect(deps.carrier.hungUp).toEqual([]);
  await expect(deps.calls.get(keyOf(call))).resolves.toMatchObject({ status: 'in-progress', endedBy: null });
});

it('reconciles the other attempts and fills the slots when one attempt fails', async () => {
  const { dial, deps, leads, clock, callsOf } = await setup({ leads: people(3) });
  for (const [index, lead] of leads.slice(0, 2).entries()) {
    const dialing = { ...lead.dialing, callId: createRecordId(clock.now(), () => index / 2), attemptsBegun: 1 };
    await deps.leads.replace(lead, { ...lead, status: 'processing', dialing, version: 2 });
  }
  const { createWithHold } = deps.calls;
  deps.calls.createWithHold = async (call, ...rest) => {
    if (call.leadId === leads[0]!.id) throw new Error('DynamoDB refused the item');
    return createWithHold(call, ...rest);
  };
  clock.move(120_000);
  await expect(dial({ reconcile: true })).resolves.toMatchObject({ batchItemFailures: [{}] });
  expect((await callsOf()).map(({ leadId }) => leadId)).toEqual([leads[1]!.id, leads[2]!.id]);
});

it.each([{ contactIds: [] }, { contactIds: [11] }])(
  'closes a lead whose variables do not fit in a call, after all its numbers: $contactIds',
  async ({ contactIds }) => {
    const many = '電'.repeat(45_000);
    const { dial, deps, callsOf, observers } = await setup({ assistant: { variables: { a: many } }, leads: [] });
    const lead = buildLead({ contactIds, variables: { b: many } });
    await deps.leads.create(
      lead,
      contactIds.map((id) => buildSecondaryContact({ id })),
    );
    await dial();
    expect(await callsOf()).toEqual([]);
    const closed = { status: 'reached-max-retries', dialing: { reason: 'failed', callId: null } };
    await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject(closed);
    expect((await deps.dialer.getCallSlots(7)).slots).toEqual([]);
    expect(observers.lines).toContainEqual(expect.objectContaining({ message: 'variables of a lead are too large' }));
  },
);

it('ends a run over many campaigns in time, and continues with the next message', async () => {
  const { dial, deps, dlq, clock, leads } = await setup({ leads: people(2500) });
  Object.assign(deps.callingHours, { start: 0, end: 1 });
  for (let campaign = 1; campaign < 25; campaign += 1) {
    await deps.campaigns.add(buildCampaign({ id: 4001 + campaign, assistantId: 2001, status: 'in-progress' }));
    for (const lead of leads.slice(campaign * 100, (campaign + 1) * 100))
      await deps.leads.replace(lead, { ...lead, campaignId: 4001 + campaign, version: 2 });
  }
  const { replace } = deps.leads;
  deps.leads.replace = async (...lead) => {
    clock.move(30);
    return replace(...lead);
  };
  const startedAt = clock.now();
  await dial();
  expect(clock.now() - startedAt).toBeLessThan(36_000);
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 0 }]);
  await dial();
  await dial();
  expect(dlq.sentAgain).toHaveLength(2);
  const waiting = await Promise.all(leads.map(({ id }) => deps.leads.get(7, id)));
  expect(waiting.filter((lead) => lead?.dialing.reason !== 'outside_hours')).toEqual([]);
});

it.each([
  { sees: 'no money', stale: { wallets: { available: 0, balance: 0 } } },
  { sees: 'money that is held', stale: { wallets: { available: 0, balance: 800_000 } } },
  { sees: 'no assistant', stale: { assistants: undefined } },
])('keeps the call that another run has made for an attempt when this one sees $sees', async ({ stale }) => {
  const { deps, dial, dlq, leads, lead, clock, callsOf, campaign } = await setup({ balance: 800_000 });
  const callId = createRecordId(clock.now(), () => 0.5);
  const dialing = { ...leads[0]!.dialing, callId, attemptsBegun: 1 };
  await deps.leads.replace(leads[0]!, { ...leads[0]!, status: 'processing', dialing, version: 2 });
  clock.move(120_000);
  const beforeLate = (name: string, store: object) =>
    name in stale
      ? Object.assign(Object.create(store) as object, {
          get: async () => {
            // The other run makes the call in between.
            await dial({ reconcile: true });
            return stale[name as keyof typeof stale];
          },
        })
      : store;
  const [wallets, assistants] = [beforeLate('wallets', deps.wallets), beforeLate('assistants', deps.assistants)];
  await handler.with(
    { ...deps, wallets, assistants } as typeof deps,
    dlq,
  )(sqsEvent({ ...campaignKey, reconcile: true }));
  expect((await callsOf()).map(({ id }) => id)).toEqual([callId]);
  await expect(lead()).resolves.toMatchObject({ status: 'processing', dialing: { callId } });
  expect((await campaign())?.status).toBe('in-progress');
});

/** An attempt without call that two runs reconcile. The second one acts between the last read and the write of the first. */
async function reconcileTwice(parts: { balance?: number } = {}) {
  const world = await setup(parts);
  const { deps, leads, clock, dlq } = world;
  const callId = createRecordId(clock.now(), () => 0.5);
  const [lead] = leads;
  const slots = await deps.dialer.getCallSlots(7);
  const started = startAttempt(lead!, callId, clock.now());
  const slot = { callId, campaignId: lead!.campaignId, expiresAt: clock.now() + 900_000 };
  await deps.dialer.startAttempt({ lead: [lead!, started], slots: [slots, occupySlot(slots, slot)] });
  clock.move(120_000);
  const first = (changed: Partial<typeof deps>) =>
    handler.with({ ...deps, ...changed }, dlq)(sqsEvent({ ...campaignKey, reconcile: true }));
  const slotsNow = async () => (await deps.dialer.getCallSlots(7)).slots.map((one) => one.callId);
  return { ...world, first, callId, slotsNow };
}

it('does not call a lead again whose call another run makes while this one requeues it', async () => {
  const { deps, first, dial, callId, callsOf, lead, slotsNow } = await reconcileTwice({ balance: 800_000 });
  const { replace } = deps.leads;
  const wallets = { ...deps.wallets, get: async () => ({ available: 0, balance: 800_000 }) };
  const leads = {
    ...deps.leads,
    replace: async (...given: Parameters<typeof replace>) => {
      await dial({ reconcile: true });
      return replace(...given);
    },
  };
  await first({ wallets, leads });
  await dial();
  expect((await callsOf()).map(({ id }) => id)).toEqual([callId]);
  await expect(lead()).resolves.toMatchObject({ status: 'processing', dialing: { callId } });
  expect(await slotsNow()).toEqual([callId]);
});

it('makes no call for an attempt that another run has requeued in the meantime', async () => {
  const { deps, first, callId, callsOf, lead, slotsNow } = await reconcileTwice();
  const { createWithHold } = deps.calls;
  let made = 0;
  const calls = {
    ...deps.calls,
    createWithHold: async (...given: Parameters<typeof createWithHold>) => {
      if ((made += 1) === 1) await requeueLead((await lead())!, deps);
      return createWithHold(...given);
    },
  };
  await first({ calls });
  const [call, ...others] = await callsOf();
  expect(others).toEqual([]);
  expect(call?.id).not.toBe(callId);
  await expect(lead()).resolves.toMatchObject({ status: 'processing', dialing: { callId: call?.id } });
  expect(await slotsNow()).toEqual([call?.id]);
});
