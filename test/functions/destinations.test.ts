import { describe, expect, it } from 'vitest';
import { handler as makeCall } from '#functions/http/calls/make-call.ts';
import { handler as createLead } from '#functions/http/leads/create-lead.ts';
import { handler as updateLead } from '#functions/http/leads/update-lead.ts';
import { handler as dialCampaign } from '#functions/queue/dial-campaign.ts';
import { DEFAULT_CALLS_ALLOWED, type User } from '#shared/accounts/account.ts';
import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import { importLead } from '#shared/campaigns/create-lead.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { acceptSms } from '#shared/sms/accept-sms.ts';
import {
  buildAssistant,
  buildCall,
  buildCampaign,
  buildLead,
  buildPhoneNumber,
  buildSecondaryContact,
  buildUser,
} from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { askerOf } from '#test/support/http-event.ts';
import { campaignKey, createCampaignWorld, memoryService } from '#test/support/in-memory/service.ts';

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 5, 30, 16);
const PREMIUM = '+449012345678';
const SOMALIA = '+252612345678';
const USA = '+12025550100';

interface Parts {
  user?: Partial<User>;
  destinations?: Parameters<typeof memoryService>[0] extends infer P
    ? NonNullable<P>['destinations' & keyof NonNullable<P>]
    : never;
  balance?: number;
}

function setup({ user = {}, destinations, balance = 100_000_000 }: Parts = {}) {
  const users = [buildUser({ createdAt: start - 365 * DAY_MS, callsAllowed: DEFAULT_CALLS_ALLOWED, ...user })];
  const service = memoryService({
    start,
    balance,
    users,
    assistants: [buildAssistant({ id: 501 })],
    numbers: [buildPhoneNumber({ id: 1001 })],
    campaigns: [buildCampaign()],
    leads: [buildLead({ id: 6001 })],
    ...(destinations && { destinations }),
  });
  let drawn = 0;
  const ids = { ...service.ids, recordId: () => createRecordId(service.clock.now() + (drawn += 1), () => 0.5) };
  const deps = { ...service, ids, waitingCallsPerUser: 900 };
  const call = askerOf(makeCall.with(deps));
  return {
    deps,
    users,
    call: (phone_number: string) => call({ body: { phone_number, assistant_id: 501 } }),
    post: (body: object) => askerOf(createLead.with(deps))({ body: { campaign_id: 4001, ...body } }),
    put: (body: object) => askerOf(updateLead.with(deps))({ body, parameters: { id: '6001' } }),
  };
}

const refused = (path: string, name = path.replaceAll('_', ' ')) => ({
  [path]: [`The ${name} is of a kind that is not called: premium rate.`],
});

describe('a premium-rate number', () => {
  it('is refused as the number of a call, and nothing is held', async () => {
    const { call, deps } = setup();
    const body = { message: 'The given data was invalid.', errors: refused('phone_number') };
    expect(await call('+44 (0) 901 234 5678')).toMatchObject({ status: 422, body });
    expect(await deps.wallets.get(7)).toMatchObject({ available: 100_000_000 });
  });

  it('is refused as a number of a new lead, together with other errors of the body', async () => {
    const { post } = setup();
    expect(await post({ phone_number: PREMIUM, variables: 'none' })).toMatchObject({
      status: 422,
      body: { message: 'Validation failed', errors: { ...refused('phone_number'), variables: expect.any(Array) } },
    });
    const secondary_contacts = [{ phone_number: '+12025550103' }, { phone_number: PREMIUM }];
    const errors = refused('secondary_contacts.1.phone_number');
    expect(await post({ phone_number: USA, secondary_contacts })).toMatchObject({ status: 422, body: { errors } });
  });

  it('is refused as the new number of a lead, which may change in other ways while it has one', async () => {
    const { put, deps } = setup();
    expect(await put({ phone_number: PREMIUM })).toMatchObject({
      status: 422,
      body: { errors: refused('phone_number') },
    });
    const lead = (await deps.leads.get(7, 6001))!;
    await deps.leads.replace(lead, { ...lead, phoneNumber: PREMIUM, version: lead.version + 1 });
    expect((await put({ variables: { name: 'Ada' } })).status).toBe(200);
  });

  it('is a refused row of an import', async () => {
    const { deps } = setup();
    const contact = { phoneNumber: PREMIUM, variables: {} };
    const reasonOf = async (phoneNumber: string, secondaryContacts: Array<typeof contact>) =>
      importLead({ userId: 7, request: { campaignId: 4001, phoneNumber, variables: {}, secondaryContacts } }, deps);
    const [reason] = refused('phone_number')['phone_number']!;
    expect(await reasonOf(PREMIUM, [])).toEqual({ outcome: 'refused', reason });
    expect(await reasonOf('+12025550177', [contact])).toMatchObject({ outcome: 'refused' });
  });

  it('is not called for a lead that has it already: the next number is tried', async () => {
    const world = createCampaignWorld({
      leads: [{ phoneNumber: PREMIUM }, { phoneNumber: PREMIUM, contactIds: [7001] }],
    });
    const contact = buildSecondaryContact({ id: 7001, leadId: 6002, phoneNumber: '+12025550177' });
    world.deps.leads.listContacts = async ({ id }) => (id === 6002 ? [contact] : []);
    const dial = dialCampaign.with(world.deps, createMemoryDeadLetters());
    await dial(sqsEvent(campaignKey));
    const reason = 'destination_refused';
    expect(await world.lead(0)).toMatchObject({ status: 'reached-max-retries', dialing: { reason, attemptsBegun: 0 } });
    expect((await world.callsOf()).map(({ clientPhoneNumber }) => clientPhoneNumber)).toEqual(['+12025550177']);
  });

  it.each([{ campaignId: null }, { campaignId: 4001 }])('is not dialled for a call that waits, %o', async (origin) => {
    const { deps } = setup();
    const waiting = buildCall({ clientPhoneNumber: PREMIUM, ...origin });
    expect(await leadCallRefusal(waiting, deps)).toBe('destination_refused');
  });

  it('gets no SMS', async () => {
    const { deps } = setup();
    const messages = { ...({} as never as Parameters<typeof acceptSms>[1]['messages']), get: async () => undefined };
    const limits = { countSms: async () => undefined, startWaiting: async () => undefined };
    const sent = acceptSms({ userId: 7, phoneNumberId: 1001, to: PREMIUM, body: 'Hi' }, { ...deps, messages, limits });
    const errors = { to: ['The to number is of a kind that is not texted: premium rate.'] };
    await expect(sent).rejects.toMatchObject({ code: 'validation_failed', errors });
  });

  it('is called at the price of a stage that allows it, which the call keeps', async () => {
    const { call, deps } = setup({
      destinations: { kinds: { 'premium rate': { perMinute: 2 } }, expensivePerDay: 100 },
    });
    expect((await call(PREMIUM)).status).toBe(200);
    const [stored] = await deps.storedCalls();
    expect(stored).toMatchObject({ carrierPerMinute: 2_000_000, isExpensive: true, hold: 10 * 2_000_000 + 600_000 });
  });
});

describe('the countries of a user', () => {
  it('are those of the stage, less those that an operator has left out', async () => {
    const { call, users } = setup({ user: { allowedCountries: ['US'] } });
    const errors = { phone_number: ['The phone number is in a country that is not called: GB.'] };
    expect(await call('+447400123456')).toMatchObject({ status: 422, body: { errors } });
    expect((await call(USA)).status).toBe(200);
    users[0]!.allowedCountries = null;
    expect((await call('+447400123456')).status).toBe(200);
  });
});

describe('expensive destinations', () => {
  it('are held in what a user may spend there in a day; the last call is shorter, and the next one waits', async () => {
    const { call, deps } = setup();
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push((await call(SOMALIA)).status);
    expect(answers).toEqual([200, 200, 429]);
    const stored = await deps.storedCalls();
    expect(stored.map(({ allowedSeconds }) => allowedSeconds)).toEqual([120, 600]);
    const held = stored.reduce((sum, { hold }) => sum + hold, 0);
    expect(held).toBeLessThanOrEqual(5_000_000);
    expect(await deps.destinations.expensive.read(7)).toMatchObject({ held });
    const message = 'The daily limit of expensive destinations is reached.';
    expect(await call(SOMALIA)).toMatchObject({ status: 429, body: { message, retry_after: 60 } });
    expect((await call(USA)).status).toBe(200);
  });

  it('are called for more by a user for whom an operator has lifted the limit', async () => {
    const { call } = setup({ user: { expensivePerDay: 1_000_000_000 } });
    for (let count = 0; count < 5; count += 1) expect((await call(SOMALIA)).status).toBe(200);
  });

  it('refuse a seventh attempt within a minute to numbers that begin alike', async () => {
    const { call, deps } = setup({ user: { expensivePerDay: 1_000_000_000 } });
    const statuses = [];
    for (let last = 0; last < 7; last += 1) statuses.push((await call(`+25261234567${last}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await call(SOMALIA)).toMatchObject({ body: { message: 'Too Many Requests', retry_after: 10 } });
    expect((await call('+252712345678')).status).toBe(200);
    deps.clock.move(10_000);
    expect((await call(SOMALIA)).status).toBe(200);
  });

  it('delay the leads of a campaign until there is money again', async () => {
    const world = createCampaignWorld({
      leads: Array.from({ length: 4 }, (_, last) => ({ phoneNumber: `+25261234567${last}` })),
    });
    const dial = dialCampaign.with(world.deps, createMemoryDeadLetters());
    await dial(sqsEvent(campaignKey));
    expect(await world.callsOf()).toHaveLength(2);
    const dialing = { reason: 'destination_limit', nextAttemptAt: world.clock.now() + 60_000, attempts: 0 };
    for (const index of [2, 3]) expect(await world.lead(index)).toMatchObject({ status: 'rescheduled', dialing });
    expect(world.deps.timer.timers).toEqual([
      { dueAt: world.clock.now() + 60_000, queue: 'dial-campaign', message: campaignKey },
    ]);
    expect(await world.campaign()).toMatchObject({ status: 'in-progress' });
  });
});

describe('the first call to a country', () => {
  const countOf = (deps: Pick<ReturnType<typeof setup>['deps'], 'counts'>) =>
    deps.counts.filter(({ name }) => name === 'NewCountryReached').length;

  it('is counted for a user of more than 30 days, once, and not for the first country of all', async () => {
    const { call, deps, users } = setup();
    await call(USA);
    expect([countOf(deps), users[0]!.reachedCountries]).toEqual([0, new Set(['US'])]);
    for (const number of ['+447400123456', '+447400123457', USA]) await call(number);
    expect([countOf(deps), users[0]!.reachedCountries]).toEqual([1, new Set(['US', 'GB'])]);
  });

  it('is written once by a campaign that calls many of its numbers', async () => {
    const leads = Array.from({ length: 3 }, (_, last) => ({ phoneNumber: `+44740012345${last}` }));
    const world = createCampaignWorld({ leads });
    const user = buildUser({ createdAt: start - 365 * DAY_MS, reachedCountries: new Set(['US']) });
    const added: string[] = [];
    const users = { ...world.deps.users, get: async () => structuredClone(user) };
    const destinations = {
      ...world.deps.destinations,
      users: { ...users, addCountry: async (_: number, one: string) => void added.push(one) },
    };
    await dialCampaign.with({ ...world.deps, users, destinations }, createMemoryDeadLetters())(sqsEvent(campaignKey));
    expect(await world.callsOf()).toHaveLength(3);
    expect(added).toEqual(['GB']);
    expect(countOf(world.deps)).toBe(1);
  });

  it('is not counted for a new user', async () => {
    const { call, deps } = setup({ user: { createdAt: start - 29 * DAY_MS } });
    for (const number of [USA, '+447400123456']) await call(number);
    expect(countOf(deps)).toBe(0);
  });
});
