import { expect, it } from 'vitest';
import { handler } from '#functions/http/campaigns/check-campaign.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { kindOf } from '#shared/destinations/number-kind.ts';
import { buildAssistant, buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignDeps, OUTBOUND, userId } from '#test/support/in-memory/service.ts';

const campaignId = 4001;
const [ADA, GRACE, EDSGER] = ['+12025550101', '+12025550102', '+12025550103'];
const PREMIUM = '+19002345678';

interface Setup {
  leads: Array<Partial<Lead>>;
  contacts?: SecondaryContact[];
  listed?: string[];
  rules?: Partial<Campaign>;
}

async function setup({ leads, contacts = [], listed = [], rules = {} }: Setup) {
  const deps = campaignDeps({
    campaigns: [buildCampaign({ assistantId: OUTBOUND, ...rules })],
    leads: leads.map((changes, index) => buildLead({ id: 6001 + index, ...changes })),
    contacts,
  });
  deps.doNotCall.has = async (_, number) => listed.includes(number);
  const before = (await deps.assistants.get(userId, OUTBOUND))!;
  await deps.assistants.replace(before, buildAssistant({ ...before, maxDuration: 120 }));
  const check = (query = '') => askerOf(handler.with(deps))({ id: campaignId, query });
  return { deps, check };
}

it('says how many are called, for how long at most, and from when', async () => {
  const { deps, check } = await setup({ leads: [{ phoneNumber: ADA }, { phoneNumber: GRACE }] });
  const { status, body } = await check();
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 2, checked: 2, never_called: [], max_call_duration: 120, next_before_id: null });
  const { opens_at: opensAt } = body as { opens_at: string };
  expect(Date.parse(opensAt)).toBeGreaterThanOrEqual(deps.clock.now());
});

it.each<[string, Setup, object[]]>([
  ['a listed number', { leads: [{ phoneNumber: ADA }], listed: [ADA] }, [{ phone_number: ADA, reason: 'do_not_call' }]],
  [
    'a number of a kind that is not called',
    { leads: [{ phoneNumber: PREMIUM }] },
    [{ phone_number: PREMIUM, reason: 'destination_refused' }],
  ],
  [
    'hours that never open',
    { leads: [{ phoneNumber: ADA }], rules: { allowedHoursStart: '01:00', allowedHoursEnd: '02:00' } },
    [{ phone_number: ADA, reason: 'time_zone_undecided' }],
  ],
  [
    'a listed main number, whose contacts are not called either',
    {
      leads: [{ phoneNumber: ADA, contactIds: [11] }],
      contacts: [buildSecondaryContact({ id: 11, leadId: 6001, phoneNumber: GRACE })],
      listed: [ADA],
    },
    [{ phone_number: ADA, reason: 'do_not_call' }],
  ],
  [
    'a contact that is listed: the main number is called',
    {
      leads: [{ phoneNumber: ADA, contactIds: [11] }],
      contacts: [buildSecondaryContact({ id: 11, leadId: 6001, phoneNumber: GRACE })],
      listed: [GRACE],
    },
    [],
  ],
])('names the leads that would not be called: %s', async (_, given, expected) => {
  expect(kindOf(PREMIUM)).toBeDefined();
  const { deps, check } = await setup(given);
  Object.assign(deps.callingHours, { start: 8 * 60, end: 21 * 60 });
  const { body } = await check();
  const nothing = expected.length > 0 && { opens_at: null, max_cost: 0 };
  expect(body).toMatchObject({ never_called: expected, ...nothing });
});

it('counts a paid attempt for each lead, and all of them where the campaign calls again after an answer', async () => {
  const costOf = async (rules: Partial<Campaign>) => {
    const { check } = await setup({ leads: [{ phoneNumber: ADA }, { phoneNumber: EDSGER }], rules });
    return (await check()).body as { max_cost: number };
  };
  const once = (await costOf({ maxRetries: 3 })).max_cost;
  expect(once).toBeGreaterThan(0);
  expect((await costOf({ maxRetries: 3, retryOnVoicemail: true })).max_cost).toBeCloseTo(4 * once);
  expect((await costOf({ maxRetries: 1, retryOnGoalIncomplete: true })).max_cost).toBeCloseTo(2 * once);
});

it('needs an assistant', async () => {
  const { check } = await setup({ leads: [], rules: { assistantId: null } });
  expect((await check()).status).toBe(400);
});

it('goes on with older leads', async () => {
  const { check } = await setup({
    leads: Array.from({ length: 203 }, (_, index) => ({ phoneNumber: `+1202555${1000 + index}` })),
  });
  const { body } = await check();
  const { next_before_id: next } = body as { next_before_id: number };
  expect(body).toMatchObject({ total: 203, checked: 200 });
  expect((await check(`before_id=${next}`)).body).toMatchObject({ checked: 3, next_before_id: null });
});
