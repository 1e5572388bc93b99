import { expect, it } from 'vitest';
import { handler } from '#functions/queue/dial-campaign.ts';
import { finalLeadStatuses, freshDialing } from '#shared/campaigns/lead.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildCampaign, buildDoNotCallEntry, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { campaignKey, createCampaignWorld } from '#test/support/in-memory/service.ts';

async function setup(...parts: Parameters<typeof createCampaignWorld>) {
  const world = createCampaignWorld(...parts);
  const dlq = createMemoryDeadLetters();
  const worker = handler.with(world.deps, dlq);
  const dial = (message: Record<string, unknown> = {}) => worker(sqsEvent({ ...campaignKey, ...message }));
  return { ...world, dlq, dial };
}

const people = (count: number) => Array.from({ length: count }, () => ({}));

it('calls the leads that are due, oldest first, in as many call slots as the campaign has', async () => {
  const { dial, deps, callsOf, lead } = await setup({ leads: people(5), campaign: { maxCallsInParallel: 3 } });
  await expect(dial()).resolves.toEqual({ batchItemFailures: [] });
  const calls = await callsOf();
  const numbers = ['+12025550100', '+12025550101', '+12025550102'];
  expect(calls.map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(numbers);
  expect(calls[0]).toMatchObject({ status: 'initiated', campaignId: 4001, campaignName: 'Spring', leadId: 6001 });
  const entries = calls.map(({ id }, fairnessRound) => ({
    userId: 7,
    callId: id,
    priority: 'campaign',
    carrierAccount: 'default',
    fairnessRound,
  }));
  expect(deps.calls.line.entries).toEqual(entries);
  const dialing = { callId: calls[0]?.id, attemptsBegun: 1 };
  await expect(lead()).resolves.toMatchObject({ status: 'processing', dialing });
  await expect(lead(3)).resolves.toMatchObject({ status: 'created' });
});

it('passes a call the variables of the assistant and the lead, and pins the lead and the goal', async () => {
  const { dial, deps, callsOf } = await setup({
    assistant: { variables: { customer_name: 'there', tone: 'kind' } },
    leads: [{ variables: { customer_name: 'Ada' } }],
    campaign: { goalCompletionVariable: 'booked' },
  });
  await dial();
  const [call] = await callsOf();
  await expect(deps.calls.getConfiguration({ userId: 7, callId: call?.id ?? 0 })).resolves.toMatchObject({
    variables: { customer_name: 'Ada', tone: 'kind' },
    lead: { id: 6001, phoneNumber: '+12025550100', variables: { customer_name: 'Ada' } },
    goal: 'booked',
  });
});

it('calls no lead of a campaign before its start', async () => {
  const { dial, callsOf, lead } = await setup({ leads: people(2), campaign: { status: 'draft' } });
  await expect(dial()).resolves.toEqual({ batchItemFailures: [] });
  expect(await callsOf()).toEqual([]);
  await expect(lead()).resolves.toMatchObject({ status: 'created' });
});

it('calls no lead a second time, however often it runs', async () => {
  const { dial, callsOf } = await setup({ leads: people(2) });
  await Promise.all([dial(), dial(), dial()]);
  await dial();
  expect(await callsOf()).toHaveLength(2);
});

it('calls the next one when a call slot is free', async () => {
  const { dial, callsOf } = await setup({ leads: people(3), campaign: { maxCallsInParallel: 1 } });
  await dial();
  await dial();
  expect(await callsOf()).toHaveLength(1);
  await dial({ endedCallId: (await callsOf())[0]?.id });
  expect(await callsOf()).toHaveLength(2);
});

it('keeps the call slot of a call that waits or talks, and frees that of a call whose end was not reported', async () => {
  const { dial, deps, callsOf, clock } = await setup({ leads: people(2), campaign: { maxCallsInParallel: 1 } });
  await dial();
  clock.move(1_600_000);
  await dial();
  const [call, ...others] = await callsOf();
  expect(others).toEqual([]);
  const key = { userId: 7, callId: call!.id };
  const { hold } = (await deps.calls.get(key))!;
  const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
  const free = { carrierCost: 0, totalCost: 0, entry: null, body, at: clock.now() };
  await deps.calls.change(key, { status: 'failed' }, clock.now());
  await deps.calls.settle({ key, status: 'failed', hold, ...free });
  await dial();
  expect(await callsOf()).toHaveLength(2);
});

it('keeps to the call slots of the user, and lets the campaigns take turns', async () => {
  const { dial, deps, leads } = await setup({ leads: people(30), campaign: { maxCallsInParallel: 50 } });
  const other = buildCampaign({ id: 4002, assistantId: 2001, status: 'in-progress', maxCallsInParallel: 50 });
  await deps.campaigns.add(other);
  for (const lead of leads.slice(15)) await deps.leads.replace(lead, { ...lead, campaignId: 4002, version: 2 });
  const slotsOf = async (campaignId: number) => {
    const { slots } = await deps.dialer.getCallSlots(7);
    return slots.filter((slot) => slot.campaignId === campaignId);
  };
  await dial();
  const [first] = [...(await slotsOf(4001)), ...(await slotsOf(4002))];
  for (let ended = 0; ended < 4; ended += 1)
    await dial({ endedCallId: (await slotsOf(first?.campaignId ?? 0))[0]?.callId });
  expect((await slotsOf(4001)).length + (await slotsOf(4002)).length).toBe(10);
  expect(await slotsOf(first?.campaignId === 4001 ? 4002 : 4001)).toHaveLength(2);
});

it.each([
  ['at night', Date.UTC(2026, 5, 30, 3, 0), Date.UTC(2026, 5, 30, 12, 0)],
  ['late in the evening', Date.UTC(2026, 6, 1, 1, 30), Date.UTC(2026, 6, 1, 12, 0)],
])('puts a lead off that must not be called now: %s', async (_, now, opensAt) => {
  const { dial, deps, clock, lead, callsOf } = await setup();
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  clock.move(now - clock.now());
  await dial();
  expect(await callsOf()).toEqual([]);
  await expect(lead()).resolves.toMatchObject({
    status: 'rescheduled',
    dialing: { reason: 'outside_hours', nextAttemptAt: opensAt, attempts: 0, attemptsBegun: 0 },
  });
  expect(deps.timer.timers).toEqual([{ dueAt: opensAt, queue: 'dial-campaign', message: campaignKey }]);
  clock.move(opensAt - clock.now());
  await dial();
  expect(await callsOf()).toHaveLength(1);
});

it('calls no lead whose time of day is unknown, and says so', async () => {
  // A toll-free number may be anywhere between Guam and Saint John's.
  const campaign = { allowedHoursStart: '09:00', allowedHoursEnd: '16:59' };
  const { dial, deps, lead, callsOf } = await setup({ leads: [{ phoneNumber: '+18005550100' }], campaign });
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  await dial();
  expect(await callsOf()).toEqual([]);
  const dialing = { reason: 'time_zone_undecided' };
  await expect(lead()).resolves.toMatchObject({ status: 'reached-max-retries', dialing });
});

it('stops a campaign whose hours are outside of those of the service, and keeps its leads', async () => {
  const campaign = { allowedHoursStart: '21:00', allowedHoursEnd: '22:30' };
  const { dial, deps, lead, callsOf } = await setup({ campaign });
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  await dial();
  expect(await callsOf()).toEqual([]);
  await expect(lead()).resolves.toMatchObject({ status: 'created' });
  const { userId, campaignId } = campaignKey;
  const stopped = { status: 'stopped', stoppedReason: 'calling_hours' };
  expect(await deps.campaigns.get(userId, campaignId)).toMatchObject(stopped);
});

it.each(['listed', 'erased'])('calls no lead whose number is %s in the do-not-call list', async (how) => {
  const { dial, deps, lead, callsOf } = await setup();
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: '+12025550100' }));
  if (how === 'erased') await deps.doNotCall.erase(7, '+12025550100');
  await dial();
  expect(await callsOf()).toEqual([]);
  await expect(lead()).resolves.toMatchObject({ status: 'blacklisted', dialing: { reason: 'do_not_call' } });
});

it.each([
  { contactIds: [11, 12], called: ['+12025550212'], status: 'processing', dialing: { contactId: 12 }, how: 'listed' },
  { contactIds: [11, 12], called: ['+12025550212'], status: 'processing', dialing: { contactId: 12 }, how: 'erased' },
  { contactIds: [11], called: [], status: 'reached-max-retries', dialing: { reason: 'do_not_call' }, how: 'listed' },
  { contactIds: [11], called: [], status: 'reached-max-retries', dialing: { reason: 'do_not_call' }, how: 'erased' },
])('passes over a secondary contact $how in the do-not-call list, in its turn: of $contactIds', async (row) => {
  const { dial, deps, callsOf, clock } = await setup({ leads: [] });
  const contacts = row.contactIds.map((id) => buildSecondaryContact({ id, phoneNumber: `+120255502${id}` }));
  const dialing = { ...freshDialing, contactId: 11, nextAttemptAt: clock.now() };
  const lead = buildLead({ status: 'rescheduled', contactIds: row.contactIds, dialing });
  await deps.leads.create(lead, contacts);
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: '+12025550211' }));
  if (row.how === 'erased') await deps.doNotCall.erase(7, '+12025550211');
  await dial();
  expect((await callsOf()).map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(row.called);
  const { status, dialing: after } = row;
  await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject({ status, dialing: after });
});

it.each([
  { case: 'the main number of another lead', other: { phoneNumber: '+12025550211' }, isCounted: false },
  { case: 'counted for another lead', other: { contact: '+12025550211' }, isCounted: true },
])('passes over a secondary contact of an older release that is $case', async ({ other, isCounted }) => {
  const { dial, deps, callsOf, clock } = await setup({ leads: [] });
  const { contact, ...main } = { phoneNumber: '+12025550299', contact: undefined, ...other };
  const added = contact === undefined ? [] : [buildSecondaryContact({ id: 77, phoneNumber: contact, countedIn: 4001 })];
  const changes = { status: 'completed' as const, contactIds: added.map(({ id }) => id), ...main };
  await deps.leads.create(buildLead({ id: 6002, ...changes }), added);
  expect(isCounted).toBe(added.length > 0);
  const dialing = { ...freshDialing, contactId: 11, nextAttemptAt: clock.now() };
  const older = [11, 12].map((id) => buildSecondaryContact({ id, phoneNumber: `+120255502${id}` }));
  await deps.leads.create(buildLead({ status: 'rescheduled', contactIds: [11, 12], dialing }), older);
  await dial();
  expect((await callsOf()).map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(['+12025550212']);
  await expect(deps.leads.get(7, 6001)).resolves.toMatchObject({ status: 'processing', dialing: { contactId: 12 } });
});

it('calls one of the leads of an older release that have the same secondary contact', async () => {
  const { dial, deps, callsOf, clock } = await setup({ leads: [] });
  const dialing = { ...freshDialing, contactId: null, nextAttemptAt: clock.now() };
  for (const id of [1, 2, 3]) {
    const contact = buildSecondaryContact({ id: id * 10, leadId: id, phoneNumber: '+12025550290' });
    const lead = buildLead({ id, phoneNumber: `+1202555020${id}`, contactIds: [contact.id], status: 'rescheduled' });
    await deps.leads.create({ ...lead, dialing: { ...dialing, contactId: contact.id } }, [contact]);
  }
  await dial();
  expect((await callsOf()).map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(['+12025550290']);
  const rest = await Promise.all([1, 2, 3].map((id) => deps.leads.get(7, id)));
  expect(rest.filter((one) => one?.status === 'reached-max-retries')).toHaveLength(2);
  expect(rest.filter((one) => one?.dialing.reason === 'duplicate_number')).toHaveLength(2);
});

it.each([
  { left: [12], called: ['+12025550212'], status: 'processing', dialing: { contactId: 12 } },
  { left: [], called: [], status: 'reached-max-retries', dialing: { reason: 'busy' } },
])('passes over a secondary contact that was erased, and does not call the others again: $left', async (row) => {
  const { dial, deps, callsOf, clock } = await setup({ leads: [] });
  const contacts = row.left.map((id) => buildSecondaryContact({ id, phoneNumber: `+120255502${id}` }));
  const dialing = { ...freshDialing, contactId: 11, nextAttemptAt: clock.now(), reason: 'busy' as const };
  const lead = buildLead({ status: 'rescheduled', contactIds: [11, ...row.left], dialing });
  await deps.leads.create(lead, contacts);
  await dial();
  expect((await callsOf()).map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(row.called);
  const { status, dialing: after } = row;
  await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject({ status, dialing: after });
});

it.each([
  ['insufficient_balance', { balance: 1000 }],
  ['assistant_unusable', { assistant: { status: 'inactive' as const } }],
  ['assistant_unusable', { campaign: { assistantId: 999 } }],
  ['no_caller_number', { campaign: { phoneNumberIds: [99] } }],
  ['no_language_model', { assistant: { llmModelId: 999 } }],
])('stops the campaign that cannot go on, and loses nothing: %s', async (reason, parts) => {
  const { dial, campaign, callsOf, lead, deps, observers } = await setup({ leads: people(3), ...parts });
  await dial();
  await expect(campaign()).resolves.toMatchObject({ status: 'stopped', stoppedReason: reason });
  expect(await callsOf()).toEqual([]);
  expect(finalLeadStatuses).not.toContain((await lead())?.status);
  await expect(lead()).resolves.toMatchObject({ dialing: { attempts: 0, callId: null } });
  expect((await deps.dialer.getCallSlots(7)).slots).toEqual([]);
  expect(observers.counts).toContainEqual({ name: 'CampaignStopped', dimensions: { reason } });
  expect(observers.counts.filter(({ name }) => name === 'CampaignFailed')).toEqual([]);
});

it.each([
  { markCompleteWhenNoLeads: true, status: 'completed' },
  { markCompleteWhenNoLeads: false, status: 'in-progress' },
])('calls no lead that is completed, and leaves its campaign $status, as it wants', async ({ status, ...rules }) => {
  const { dial, campaign, callsOf } = await setup({ leads: [{ status: 'completed' }], campaign: rules });
  await dial();
  expect(await callsOf()).toEqual([]);
  await expect(campaign()).resolves.toMatchObject({ status, stoppedReason: null });
});

it.each([
  { what: 'from before it was completed, by a run that was killed then', later: 0, status: 'in-progress', calls: 1 },
  { what: 'that came later', later: 1, status: 'in-progress', calls: 1 },
])('calls a lead of a completed campaign $what: $calls', async ({ later, status, calls }) => {
  const { dial, deps, campaign, callsOf, lead, clock } = await setup({ campaign: { markCompleteWhenNoLeads: true } });
  const at = clock.now();
  const [before, added] = [await campaign(), await lead()];
  const completed = { status: 'completed', updatedAt: at, version: before!.version + 1 } as const;
  await deps.campaigns.replace(before!, { ...before!, ...completed });
  await deps.leads.replace(added!, { ...added!, updatedAt: at + later, version: added!.version + 1 });
  await dial();
  await expect(campaign()).resolves.toMatchObject({ status });
  expect(await callsOf()).toHaveLength(calls);
});

it.each([
  [{}, 'campaign_stopped'],
  [{ stoppedReason: 'carrier_failures' as const }, 'campaign_suspended'],
])('ends the calls of a campaign that was stopped: those that wait and those that ring (%j)', async (stop, code) => {
  const { dial, deps, callsOf, change } = await setup({ leads: people(2) });
  await dial();
  const [ringing, waiting] = await callsOf();
  const keyOf = (call: typeof ringing) => ({ userId: 7, callId: call?.id ?? 0 });
  await deps.calls.claimDialling(deps.calls.line.entries[0]!, { at: 1 });
  await deps.calls.assignCarrierId(keyOf(ringing), 'CA1', 1);
  await deps.calls.change(keyOf(ringing), { status: 'ringing' }, 1);
  await change({ status: 'stopped', ...stop });
  await dial();
  expect(deps.carrier.hungUp).toEqual(['CA1']);
  await expect(deps.calls.get(keyOf(ringing))).resolves.toMatchObject({ endedBy: 'assistant', reason: code });
  const stopped = { status: 'failed', notDialled: 'campaign_stopped' };
  await expect(deps.calls.get(keyOf(waiting))).resolves.toMatchObject(stopped);
  expect(deps.queue.sent).toContainEqual(expect.objectContaining({ queue: 'finish-call', message: keyOf(waiting) }));
});

it.each([
  ['that the service has stopped because the models fail', { stoppedReason: 'model_failures' }, 'models_failing'],
  ['that its user has stopped with a hang-up', { hangsUp: true }, 'campaign_stopped'],
  ['that the service has stopped for another reason', { stoppedReason: 'carrier_failures' }, undefined],
  ['that has no money left', { stoppedReason: 'insufficient_balance' }, undefined],
  ['that its user has stopped', {}, undefined],
  ['that was deleted', undefined, undefined],
])('lets an answered call of a campaign go on, or hangs it up for a reason: %s, %j, %s', async (_, stop, reason) => {
  const { dial, deps, callsOf, campaign } = await setup();
  await dial();
  const [call] = await callsOf();
  const key = { userId: 7, callId: call?.id ?? 0 };
  await deps.calls.claimDialling(deps.calls.line.entries[0]!, { at: 1 });
  await deps.calls.assignCarrierId(key, 'CA1', 1);
  await deps.calls.change(key, { status: 'in-progress', answeredAt: 1 }, 1);
  const before = (await campaign())!;
  if (stop) await deps.campaigns.replace(before, { ...before, status: 'stopped', ...stop, version: 2 });
  else await deps.campaigns.markDeleted(before.userId, before.id);
  await dial();
  expect(deps.carrier.hungUp).toEqual(reason === undefined ? [] : ['CA1']);
  const { endedBy, reason: recorded } = (await deps.calls.get(key))!;
  expect({ endedBy, recorded }).toEqual({ endedBy: reason === undefined ? null : 'assistant', recorded: reason });
});

it('finishes a waiting call of a stopped campaign although the answer to its cancellation was lost', async () => {
  const { dial, deps, callsOf, change, dlq } = await setup();
  await dial();
  await change({ status: 'stopped' });
  const { cancelDialling } = deps.calls;
  deps.calls.cancelDialling = async (...input) => {
    await cancelDialling(...input);
    return undefined;
  };
  deps.queue.sent.length = 0;
  await dial();
  const [call] = await callsOf();
  const message = { userId: 7, callId: call?.id ?? 0 };
  expect(deps.queue.sent).toContainEqual(expect.objectContaining({ queue: 'finish-call', message }));
  expect(dlq.sentAgain).toEqual([]);
});

it('looks again at a call of a stopped campaign that is just being dialled', async () => {
  const { dial, deps, change, dlq } = await setup();
  await dial();
  await deps.calls.claimDialling(deps.calls.line.entries[0]!, { at: 1 });
  await change({ status: 'stopped' });
  await dial();
  expect(dlq.sentAgain).toMatchObject([{ delaySeconds: 2 }]);
});

it('makes the call of an attempt whose worker died before it was made, under the same id', async () => {
  const { dial, deps, leads, clock, callsOf } = await setup();
  const callId = createRecordId(clock.now(), () => 0.5);
  const [lead] = leads;
  const dialing = { ...lead!.dialing, callId, attemptsBegun: 1 };
  await deps.leads.replace(lead!, { ...lead!, status: 'processing', dialing, version: 2 });
  await dial({ reconcile: true });
  expect(await callsOf()).toEqual([]);
  clock.move(120_000);
  await dial({ reconcile: true });
  await dial({ reconcile: true });
  expect((await callsOf()).map(({ id }) => id)).toEqual([callId]);
});

it.each([
  { agreed: true, status: 'completed' },
  { agreed: false, status: 'rescheduled' },
])('concludes an attempt whose worker died when the call was settled, by its evaluation: $agreed', async (row) => {
  const rules = { retryOnGoalIncomplete: true, goalCompletionVariable: 'agreed' };
  const { dial, deps, callsOf, clock, lead } = await setup({ campaign: rules });
  await dial();
  const [call] = await callsOf();
  const key = { userId: 7, callId: call!.id };
  await deps.calls.change(key, { status: 'ended', answeredBy: 'human', answeredAt: 1 }, clock.now());
  const body = { variables: {}, turns: [], evaluation: { agreed: row.agreed }, webhookResponse: null };
  const cost = { carrierCost: 0, totalCost: 0, entry: null };
  await deps.calls.settle({ key, status: 'completed', hold: call!.hold, ...cost, body, at: clock.now() });
  clock.move(120_000);
  await dial({ reconcile: true });
  await expect(lead()).resolves.toMatchObject({ status: row.status });
});

it('takes the slots that are left when another run has taken one in between', async () => {
  const { dial, deps, callsOf } = await setup({ leads: people(2) });
  const { startAttempt } = deps.dialer;
  deps.dialer.startAttempt = async () => {
    deps.dialer.startAttempt = startAttempt;
    return 'conflict';
  };
  await dial();
  expect(await callsOf()).toHaveLength(2);
});

it('puts back a lead whose call was not made before its campaign was stopped, once nobody makes it any more', async () => {
  const { dial, deps, leads, lead, clock, change } = await setup();
  const dialing = { ...freshDialing, callId: createRecordId(clock.now(), () => 0.5), attemptsBegun: 1 };
  await deps.leads.replace(leads[0]!, { ...leads[0]!, status: 'processing', dialing, version: 2 });
  await change({ status: 'stopped' });
  await dial();
  await expect(lead()).resolves.toMatchObject({ status: 'processing' });
  clock.move(120_000);
  await dial();
  await expect(lead()).resolves.toMatchObject({ status: 'rescheduled', dialing: { callId: null, attempts: 0 } });
});

it('does not call a lead whose last call is not settled', async () => {
  const { dial, deps, callsOf, lead } = await setup();
  await dial();
  const [call] = await callsOf();
  const running = (await lead())!;
  await deps.leads.replace(running, { ...running, status: 'created', version: running.version + 1 });
  await dial();
  expect((await callsOf()).map(({ id }) => id)).toEqual([call!.id]);
});
