import { makeCall } from '#shared/call-life/make-call.ts';
import { stopCampaign, startCampaign } from '#shared/campaigns/campaign-status.ts';
import { defaultRules, type Campaign } from '#shared/campaigns/campaign.ts';
import { finalLeadStatuses, type Lead } from '#shared/campaigns/lead.ts';
import { AppError } from '#shared/platform/errors.ts';
import {
  buildAssistant,
  buildCampaign,
  buildLead,
  buildPhoneNumber,
  buildSecondaryContact,
  buildUser,
} from '#test/support/builders.ts';
import { EventLoop } from '#test/support/campaign-simulation/event-loop.ts';
import {
  createSimulatedCarrier,
  type Callee,
  type CarrierNews,
} from '#test/support/campaign-simulation/simulated-carrier.ts';
import { createSimulatedService, type BadLuck } from '#test/support/campaign-simulation/simulated-service.ts';
import { createRandom } from '#test/support/fakes.ts';

/** Three places, with the zones of their numbers as their people know them. */
export const places = [
  { prefix: '+4930', digits: 8, zone: 'Europe/Berlin' },
  { prefix: '+1212', digits: 7, zone: 'America/New_York' },
  { prefix: '+1213', digits: 7, zone: 'America/Los_Angeles' },
] as const;

export const rules = {
  ...defaultRules,
  timezone: 'Europe/Berlin',
  allowedHoursStart: '09:00',
  allowedHoursEnd: '19:59',
  maxCallsInParallel: 8,
  maxRetries: 2,
  retryIntervalMinutes: 30,
  retryOnVoicemail: true,
  retryOnGoalIncomplete: true,
  goalCompletionVariable: 'goal',
};

export const CALLS_ALLOWED = 10;
export const USER = 7;
const CAMPAIGN = 4001;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type SimulationInput = { seed: number; leads: number; start: number; callsPerSecond: number; luck: BadLuck };

/** A user with a campaign of many leads, in a world of bad luck, from its start to its end. */
export async function simulateCampaign({ seed, leads: count, start, callsPerSecond, luck }: SimulationInput) {
  const random = createRandom(seed);
  // Calls that were begun before the end of the evening in Europe are to be placed after it.
  const outages = luck.late > 0 ? [{ from: start + 26 * MINUTE, to: start + 34 * MINUTE }] : [];
  const loop = new EventLoop(start);
  const callees = new Map<string, Callee>();
  const others: Callee[] = ['busy', 'no-answer', 'failed', 'voicemail', 'refuses', 'late', 'late'];
  const kinds: Callee[] = ['talks', 'talks', 'talks', ...others];
  const told: Array<(news: CarrierNews) => void> = [];
  const carrierSide = createSimulatedCarrier({
    loop,
    random,
    // Who is late to answer does so when called again.
    calleeOf: (number, attempt) => {
      const callee = callees.get(number) ?? 'talks';
      return callee === 'late' ? (attempt === 0 ? random.pick(['busy', 'no-answer']) : 'talks') : callee;
    },
    tell: (news) => told.forEach((tell) => tell(news)),
  });
  const service = createSimulatedService({ loop, random, luck, carrier: carrierSide.carrier, callsPerSecond, outages });
  const { deps } = service;
  const listed = new Map<string, number>();
  told.push(service.tell, (news) => {
    if (news.status !== 'ended' || callees.get(news.call.to) !== 'refuses') return;
    // As the tool does in the middle of the call.
    const [phoneNumber, createdAt] = [news.call.to, loop.clock.now()];
    void deps.doNotCall.add({ userId: USER, phoneNumber, source: 'call', reason: null, createdAt });
    listed.set(phoneNumber, createdAt);
  });

  await deps.users.create({ ...buildUser(), callsAllowed: CALLS_ALLOWED });
  const [user] = await deps.users.list();
  const userId = user!.id;
  deps.calls.state.wallets.set(userId, { balance: 500_000_000, available: 500_000_000 });
  const postCallSchema = [{ name: 'goal', type: 'bool', description: 'Goal' } as const];
  await deps.assistants.create(buildAssistant({ id: 2001, userId, maxDuration: 300, postCallSchema }));
  for (const id of [1, 2])
    await deps.phoneNumbers.add(buildPhoneNumber({ id, userId, phoneNumber: `+1202555000${id}` }));
  await deps.campaigns.add(
    buildCampaign({ ...rules, id: CAMPAIGN, userId, assistantId: 2001, phoneNumberIds: [1, 2], updatedAt: start }),
  );

  const leads: Lead[] = [];
  const numberOf = (index: number, place = places[index % places.length]!) =>
    place.prefix + String(2_000_001 + index * 7).padStart(place.digits, '2');
  for (let index = 0; index < count; index += 1) {
    const phoneNumber = numberOf(index);
    callees.set(phoneNumber, random.pick(kinds));
    const hasContact = random.chance(0.1);
    const [id, contactId] = [10_000 + index, 50_000 + index];
    const at = { createdAt: start, updatedAt: start };
    const contactIds = hasContact ? [contactId] : [];
    const lead = buildLead({ id, userId, campaignId: CAMPAIGN, phoneNumber, variables: {}, contactIds, ...at });
    const contactNumber = numberOf(index + count);
    if (hasContact) callees.set(contactNumber, random.pick(kinds));
    const contact = { userId, leadId: id, phoneNumber: contactNumber, variables: {}, ...at };
    const contacts = contactIds.map((one) => buildSecondaryContact({ ...contact, id: one }));
    await deps.leads.create(lead, contacts);
    leads.push(lead);
  }

  const key = { userId, campaignId: CAMPAIGN };
  let isDone = false;
  const tryStart = async () => {
    // A campaign that is completed may be started again, too.
    if (isDone) return;
    try {
      await startCampaign(key, deps);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };
  loop.in(0, tryStart);
  // Its user stops it now and then, and starts it again whatever the reason is that it stands.
  const pause = async () => {
    await stopCampaign({ ...key, hangUp: false }, deps).catch(() => undefined);
    loop.in(4 * MINUTE, tryStart);
  };
  loop.in(9 * MINUTE, pause);
  loop.every(37 * MINUTE, pause);
  loop.every(HOUR, tryStart);
  // The balance runs out once, with what calls return of their holds, and is topped up later.
  const { wallets } = deps.calls.state;
  let taken = 0;
  const take = (amount: number) => {
    const { balance, available } = wallets.get(userId)!;
    wallets.set(userId, { balance: balance - amount, available: available - amount });
    taken += amount;
  };
  for (let minute = 70; minute < 115; minute += 1)
    loop.in(minute * MINUTE, () => take(Math.max(0, wallets.get(userId)!.available - 100_000)));
  loop.in(115 * MINUTE, () => take(-taken));
  // The user makes calls of their own meanwhile.
  const byHand: number[] = [];
  loop.every(11 * MINUTE, async () => {
    if (isDone) return;
    const phoneNumber = `+1202555${String(3000 + random.below(1000))}`;
    const request = { userId, phoneNumber, assistantId: 2001, variables: {} };
    const made = await makeCall(request, { ...deps, waitingCallsPerUser: 900 }).catch(() => undefined);
    if (made) byHand.push(made.call.id);
  });

  const stored = () => Promise.all(leads.map(({ id }) => deps.leads.get(userId, id)));
  loop.every(10 * MINUTE, async () => {
    const { isCalling, nextAttemptAt } = await deps.leads.campaignProgress(userId, CAMPAIGN);
    const lines = (await deps.dialer.getCallSlots(userId)).slots.length;
    if (!isCalling && nextAttemptAt === null && lines === 0) isDone = true;
  });
  await loop.run(start + 14 * 24 * HOUR, () => isDone);
  const endedAt = loop.clock.now();
  // Until the last of those calls is over too.
  await loop.run(endedAt + HOUR, () => false);
  const finalLeads = (await stored()).flatMap((lead) => lead ?? []);
  const campaign: Campaign | undefined = await deps.campaigns.get(userId, CAMPAIGN);
  return {
    ...carrierSide,
    service,
    userId,
    campaign,
    leads: finalLeads,
    listed,
    byHand: new Set(byHand),
    callees,
    endedAt,
    isFinal: (lead: Lead) => finalLeadStatuses.some((status) => status === lead.status),
  };
}

export type Simulation = Awaited<ReturnType<typeof simulateCampaign>>;
