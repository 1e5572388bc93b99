import { expect, it } from 'vitest';
import type { Call } from '#shared/calls/call.ts';
import { concludeAttempt } from '#shared/campaigns/attempts.ts';
import { freshDialing, type Lead } from '#shared/campaigns/lead.ts';
import { buildCall, buildDoNotCallEntry, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { campaignKey, createCampaignWorld } from '#test/support/in-memory/service.ts';

const contact = buildSecondaryContact({ id: 11, phoneNumber: '+12025550211' });
const notDialled = { status: 'failed', notDialled: 'do_not_call' } as const;
const passedOver = (attempts: number, reason: string) => ({
  status: 'rescheduled',
  dialing: { contactId: 11, attempts, reason },
});

it.each<[string, number | null, Partial<Call>, object]>([
  ['the main number, unanswered', null, { status: 'busy' }, { status: 'blacklisted' }],
  ['the main number, not dialled any more', null, notDialled, { status: 'blacklisted' }],
  ['a contact, not dialled any more: passed over when the lead is due', 11, notDialled, passedOver(0, 'do_not_call')],
  ['a contact, unanswered: passed over when the lead is due', 11, { status: 'busy' }, passedOver(1, 'busy')],
  ['a contact who has talked with us', 11, { status: 'ended_by_assistant', answeredAt: 1 }, { status: 'blacklisted' }],
])('the end of an attempt on a number on the do-not-call list: %s', async (_, contactId, ending, expected) => {
  const { deps } = createCampaignWorld({ leads: [] });
  const dialing = { ...freshDialing, contactId, attemptsBegun: 1, callId: 9001 };
  const lead = buildLead({ status: 'processing', contactIds: [11], dialing });
  await deps.leads.create(lead, [contact]);
  const clientPhoneNumber = contactId === null ? lead.phoneNumber : contact.phoneNumber;
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: clientPhoneNumber }));
  const call = { ...campaignKey, id: 9001, leadId: lead.id, clientPhoneNumber, answeredAt: null, ...ending };
  await concludeAttempt(buildCall(call), {}, deps);
  await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject(expected);
});

type World = ReturnType<typeof createCampaignWorld>;

it.each<[string, Partial<Lead>, ((world: World, lead: Lead) => unknown) | undefined, object]>([
  [
    'another attempt has begun',
    { dialing: { ...freshDialing, callId: 9002 } },
    undefined,
    { dialing: { callId: 9002 } },
  ],
  ['its user has completed it', { status: 'completed' }, undefined, { status: 'completed', dialing: { callId: null } }],
  [
    'its campaign is deleted',
    {},
    ({ deps }) => deps.campaigns.markDeleted(7, campaignKey.campaignId),
    { status: 'rescheduled', dialing: { reason: 'campaign_stopped', attempts: 0 } },
  ],
  [
    'it is changed meanwhile',
    {},
    ({ deps }, lead) => {
      const { replace } = deps.leads;
      deps.leads.replace = async (before, after) => {
        deps.leads.replace = replace;
        await replace(before, { ...lead, variables: { changed: true }, version: 2 });
        return replace(before, after);
      };
    },
    { status: 'rescheduled', variables: { changed: true }, dialing: { reason: 'busy', attempts: 1 } },
  ],
])('the end of an attempt on a lead when %s', async (_, changes, happen, expected) => {
  const world = createCampaignWorld({ leads: [] });
  const dialing = { ...freshDialing, attemptsBegun: 1, callId: 9001 };
  const lead = buildLead({ status: 'processing', dialing, ...changes });
  await world.deps.leads.create(lead, []);
  await happen?.(world, lead);
  const call = buildCall({ ...campaignKey, id: 9001, leadId: lead.id, status: 'busy' });
  await concludeAttempt(call, {}, world.deps);
  await expect(world.deps.leads.get(7, lead.id)).resolves.toMatchObject(expected);
});

it.each([
  { ending: { status: 'ended_by_customer', answeredBy: 'human' }, status: 'completed', nextInMs: null },
  { ending: { status: 'busy' }, status: 'rescheduled', nextInMs: 3_600_000 },
] as const)('the end of an attempt that is $ending.status leaves its lead $status', async (row) => {
  const dialing = { ...freshDialing, attemptsBegun: 1, callId: 9001 };
  const { deps, clock, leads } = createCampaignWorld({
    leads: [{ status: 'processing', dialing }],
    campaign: { retryIntervalMinutes: 60 },
  });
  const leadId = leads[0]!.id;
  await concludeAttempt(buildCall({ ...campaignKey, id: 9001, leadId, ...row.ending }), {}, deps);
  const nextAttemptAt = row.nextInMs === null ? null : clock.now() + row.nextInMs;
  const after = { status: row.status, dialing: { nextAttemptAt, callId: null } };
  await expect(deps.leads.get(7, leadId)).resolves.toMatchObject(after);
  expect(deps.timer.timers.map(({ dueAt }) => dueAt)).toEqual(nextAttemptAt === null ? [] : [nextAttemptAt]);
});

it.each([
  ['20 failures since its start', 20, 'stopped'],
  ['19 failures since its start, and 20 before', 19, 'in-progress'],
])('the circuit breaker in the minute of a start: %s', async (_, failures, status) => {
  const { deps, clock, campaign } = createCampaignWorld({ leads: [] });
  const fail = async (id: number) => {
    const dialing = { ...freshDialing, attemptsBegun: 1, callId: id };
    const lead = buildLead({ id, status: 'processing', dialing, phoneNumber: `+1202555${id}` });
    await deps.leads.create(lead, []);
    await concludeAttempt(buildCall({ ...campaignKey, id, leadId: id, status: 'failed' }), {}, deps);
  };
  const stopped = (await campaign())!;
  await deps.campaigns.replace(stopped, { ...stopped, status: 'stopped', version: 2 });
  for (let id = 1000; id < 1020; id += 1) await fail(id);
  clock.move(30_000);
  const started = { ...stopped, status: 'in-progress', updatedAt: clock.now(), version: 3 } as const;
  await deps.campaigns.replace({ ...stopped, version: 2 }, started);
  for (let id = 2000; id < 2000 + failures; id += 1) await fail(id);
  await expect(campaign()).resolves.toMatchObject({ status });
});

it('an outage of the language model stops the campaign at the twentieth call, loses no lead and marks none as reached', async () => {
  const leads = Array.from({ length: 25 }, (_, index) => ({
    status: 'processing' as const,
    dialing: { ...freshDialing, attemptsBegun: 1, callId: 9001 + index },
  }));
  const { deps, campaign, observers, ...world } = createCampaignWorld({ leads });
  let concluded = 0;
  for (const [index, { id: leadId }] of world.leads.entries()) {
    if ((await campaign())?.status !== 'in-progress') break;
    const ending = { status: 'ended_by_assistant', endReason: 'model_failed', answeredBy: 'human' } as const;
    await concludeAttempt(buildCall({ ...campaignKey, id: 9001 + index, leadId, ...ending }), {}, deps);
    await expect(deps.leads.get(7, leadId)).resolves.toMatchObject({
      status: 'rescheduled',
      dialing: { attempts: 1, reason: 'model_failed' },
    });
    concluded += 1;
  }
  expect(concluded).toBe(20);
  await expect(campaign()).resolves.toMatchObject({ status: 'stopped', stoppedReason: 'model_failures' });
  for (const name of ['CampaignStopped', 'CampaignFailed'])
    expect(observers.counts).toContainEqual({ name, dimensions: { reason: 'model_failures' } });
});
