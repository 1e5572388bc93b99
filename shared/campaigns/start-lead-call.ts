import type { Micros, User } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { speakingModelFor } from '#shared/assistants/choose-model.ts';
import { affordableSeconds } from '#shared/calls/call-cost.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { CallBeginning } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import type { LeadReason } from '#shared/calls/called-lead.ts';
import { wakePumps, type DialState } from '#shared/calls/dial-queue.ts';
import { accountsOf } from '#shared/calls/dial-rate.ts';
import { reportAcceptedCall, configureCall, newCall } from '#shared/calls/new-call.ts';
import { suspendCampaign, type StopReason } from '#shared/campaigns/campaign-status.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import { reschedule, tryNextNumber } from '#shared/campaigns/lead-life.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import type { CallRates } from '#shared/catalog/rate-card.ts';
import {
  marksOf,
  openDestination,
  ratesOf,
  rememberCountry,
  spendable,
  type Destination,
} from '#shared/destinations/destinations.ts';
import { inAccounts, selectCallerId, isSubscriptionActive, type PhoneNumber } from '#shared/numbers/phone-number.ts';
import { MAX_HALF_ITEM_BYTES } from '#shared/platform/http/fields.ts';

interface CalledNumber {
  phoneNumber: string;
  variables: Record<string, unknown>;
  contact?: SecondaryContact;
}

export interface CallerIdPool {
  assistant: Assistant;
  /** All of the user, oldest first. */
  numbers: readonly PhoneNumber[];
  /** Read again where it is missing. */
  user?: User | undefined;
}

/** Undefined: the contact was erased by its number, and the others are not called in its place. */
export async function calledNumber(lead: Lead, deps: Pick<DialerDeps, 'leads'>): Promise<CalledNumber | undefined> {
  const { contactId } = lead.dialing;
  if (contactId === null) return { phoneNumber: lead.phoneNumber, variables: lead.variables };
  const contact = (await deps.leads.listContacts(lead)).find(({ id }) => id === contactId);
  if (!contact) return undefined;
  return { phoneNumber: contact.phoneNumber, variables: { ...lead.variables, ...contact.variables }, contact };
}

/** Or why the campaign must be suspended. */
export async function loadCallerIdPool(campaign: Campaign, deps: DialerDeps): Promise<CallerIdPool | StopReason> {
  const { userId, assistantId } = campaign;
  const [assistant, owned] = await Promise.all([
    assistantId === null ? undefined : deps.assistants.get(userId, assistantId),
    deps.phoneNumbers.list(userId),
  ]);
  if (assistant?.type !== 'outbound' || assistant.status !== 'active') return 'assistant_unusable';
  if ((await speakingModelFor(assistant, deps)) === 'none') return 'no_language_model';
  const numbers = inAccounts(owned, accountsOf(deps.dialQueue.rate));
  return numbers.some((number) => isSubscriptionActive(number, deps.clock.now()))
    ? { assistant, numbers }
    : 'no_caller_number';
}

/**
 * Idempotent: the attempt has stored the call's id. `stopped`: suspended, or waiting for money that calls hold.
 * @param isReconciled the worker that started the attempt has crashed: several runs may continue it at once
 */
export async function startLeadCall(
  lead: Lead,
  campaign: Campaign,
  callers: CallerIdPool,
  deps: DialerDeps,
  isReconciled = false,
): Promise<'started' | 'requeued' | 'stopped'> {
  const { userId } = lead;
  const { callId } = lead.dialing;
  if (callId === null) return 'requeued';
  const from = callerIdFor(lead, campaign, callers, deps.clock.now());
  if (!from) return requeueAndSuspend(lead, campaign, 'no_caller_number', deps);
  const { carrierAccount } = from;
  const [called, wallet, state] = await Promise.all([
    calledNumber(lead, deps),
    deps.wallets.get(userId),
    deps.dialQueue.readState(carrierAccount),
  ]);
  if (!called) return closeNumber(lead, 'secondary contact of a lead was erased', deps);
  const request = { userId, e164: called.phoneNumber, use: 'called', user: callers.user } as const;
  const destination = await openDestination(request, deps.destinations);
  if (destination.refusal !== undefined)
    return closeNumber(lead, 'number of a lead is not called', deps, 'destination_refused');
  const configuration = configurationOf(lead, { campaign, assistant: callers.assistant, called });
  if (!fitsInCall(configuration)) return closeNumber(lead, 'variables of a lead are too large', deps);
  const rates = ratesOf(destination, deps.destinations.rules);
  const available = wallet?.available ?? 0;
  const { assistant, user } = callers;
  const call = newLeadCall(callId, { lead, campaign, assistant, user, from, destination, available, rates });
  // The next run waits until the user may spend more on such destinations.
  const isAffordable = affordableSeconds(available, assistant.maxDuration, rates) !== undefined;
  if (!call && isAffordable) return requeueLead(lead, deps);
  if (!call) return waitForMoney(lead, campaign, { callers, rates }, deps);
  const begins = beginningOf(lead, destination, isReconciled);
  const outcome = await queueCall(call, { configuration, begins, state }, deps);
  if (outcome === 'insufficient_balance') return waitForMoney(lead, campaign, { callers, rates }, deps);
  if (outcome !== 'created' && (await requeueLead(lead, deps)) === 'requeued') return 'requeued';
  if (outcome === 'created') await reportAcceptedCall(call, configuration, deps);
  if (outcome === 'created') await rememberCountry(userId, destination, deps.destinations);
  await wakePumps(deps.queue, 'call');
  return 'started';
}

interface Calling {
  lead: Lead;
  campaign: Campaign;
  assistant: Assistant;
  user: User | undefined;
  from: PhoneNumber;
  destination: Destination;
  available: Micros;
  rates: CallRates;
}

/** Undefined: the money, or what may be spent there, does not pay for the shortest call. */
function newLeadCall(
  callId: number,
  { lead, campaign, assistant, user, from, destination, available, rates }: Calling,
): Call | undefined {
  const call = newCall({
    callId,
    type: 'outbound',
    assistant,
    clientPhoneNumber: destination.e164,
    assistantPhoneNumber: from.phoneNumber,
    carrierAccount: from.carrierAccount,
    available: spendable(destination, available),
    rates,
  });
  const attemptsPerDay = user?.attemptsPerDay ?? undefined;
  const limit = attemptsPerDay !== undefined && { attemptsPerDay };
  const ofCampaign = { campaignId: campaign.id, campaignName: campaign.name, leadId: lead.id, ...limit };
  return call && { ...call, ...marksOf(destination), ...ofCampaign };
}

function beginningOf(lead: Lead, { limit: spend }: Destination, isReconciled: boolean): CallBeginning | undefined {
  return isReconciled || spend ? { leadVersion: isReconciled ? lead.version : undefined, spend } : undefined;
}

interface QueuedCall {
  configuration: CallConfiguration;
  begins: CallBeginning | undefined;
  state: DialState;
}

async function queueCall(call: Call, { configuration, begins, state }: QueuedCall, deps: DialerDeps) {
  const { userId, id: callId, carrierAccount } = call;
  const priority = 'campaign';
  const fairnessRound = await deps.dialQueue.drawRound({ userId, carrierAccount, priority }, state, deps.clock.now());
  if (fairnessRound === 'full') throw new Error('the dial queue has no limit for campaigns');
  const entry = { userId, callId, carrierAccount, priority, fairnessRound } as const;
  return deps.calls.createWithHold({ ...call, fairnessRound }, configuration, entry, begins);
}

interface ConfiguredBy {
  campaign: Campaign;
  assistant: Assistant;
  called: CalledNumber;
}

function configurationOf(lead: Lead, { campaign, assistant, called }: ConfiguredBy): CallConfiguration {
  const goal = campaign.goalCompletionVariable;
  return {
    ...configureCall(assistant, { ...assistant.variables, ...called.variables }),
    lead: { id: lead.id, phoneNumber: lead.phoneNumber, variables: lead.variables },
    ...(goal !== null && { goal }),
  };
}

/** Assistant, lead and contact together may exceed the limit of each, in scripts whose characters take three bytes. */
function fitsInCall({ variables }: CallConfiguration): boolean {
  return Buffer.byteLength(JSON.stringify(variables)) <= MAX_HALF_ITEM_BYTES;
}

type EndAttemptDeps = Pick<DialerDeps, 'leads' | 'dialer' | 'calls' | 'clock' | 'isTakingOver'>;

/** The attempt does not count. `started`: see `endAttempt`. */
export function requeueLead(lead: Lead, deps: EndAttemptDeps): Promise<'requeued' | 'started'> {
  const now = deps.clock.now();
  return endAttempt(lead, reschedule(lead, null, now, now), deps);
}

/** No call to this number can be stored. */
function closeNumber(
  lead: Lead,
  why: string,
  deps: DialerDeps,
  reason: LeadReason = 'failed',
): Promise<'requeued' | 'started'> {
  const { userId, campaignId, id: leadId } = lead;
  deps.logger.warn(why, { userId, campaignId, leadId });
  const now = deps.clock.now();
  return endAttempt(lead, tryNextNumber(lead, reason, now, now), deps);
}

/** For an attempt without a call. `started`: another run has made it, or may make it, and nothing was changed. */
async function endAttempt(before: Lead, after: Lead, deps: EndAttemptDeps): Promise<'requeued' | 'started'> {
  if (deps.isTakingOver === true) return 'started';
  const { userId, dialing } = before;
  const { callId } = dialing;
  if (callId !== null && (await isOurs(before, callId, deps))) return 'started';
  const isReplaced = (await deps.leads.replace(before, after)) === 'replaced';
  if (callId === null) return 'requeued';
  // The other run may have made the call since it was looked for.
  if (!isReplaced && (await isOurs(before, callId, deps))) return 'started';
  await deps.dialer.releaseCallSlot(userId, callId);
  return 'requeued';
}

/** Another call of the same millisecond has the same id with a probability of 1 in 4,096. */
async function isOurs(lead: Lead, callId: number, { calls }: Pick<DialerDeps, 'calls'>): Promise<boolean> {
  const call = await calls.get({ userId: lead.userId, callId });
  return call?.leadId === lead.id;
}

async function requeueAndSuspend(
  lead: Lead,
  campaign: Campaign,
  reason: StopReason,
  deps: DialerDeps,
): Promise<'started' | 'stopped'> {
  if ((await requeueLead(lead, deps)) === 'started') return 'started';
  await suspendCampaign(campaign, reason, deps);
  return 'stopped';
}

/** Waits until settlements return held money. Suspends only if the whole balance does not pay for the shortest call. */
async function waitForMoney(
  lead: Lead,
  campaign: Campaign,
  { callers, rates }: { callers: CallerIdPool; rates: CallRates },
  deps: DialerDeps,
): Promise<'started' | 'stopped'> {
  const wallet = await deps.wallets.get(lead.userId);
  const seconds = affordableSeconds(wallet?.balance ?? 0, callers.assistant.maxDuration, rates);
  if (seconds === undefined) return requeueAndSuspend(lead, campaign, 'insufficient_balance', deps);
  return (await requeueLead(lead, deps)) === 'started' ? 'started' : 'stopped';
}

function callerIdFor(lead: Lead, campaign: Campaign, callers: CallerIdPool, now: number): PhoneNumber | undefined {
  const { numbers, assistant } = callers;
  const own = campaign.phoneNumberIds.flatMap((id) => numbers.find((number) => number.id === id) ?? []);
  const usable = own.filter((number) => isSubscriptionActive(number, now));
  if (usable.length > 0) return usable[(lead.id + lead.dialing.attemptsBegun) % usable.length];
  return campaign.phoneNumberIds.length > 0 ? undefined : selectCallerId(assistant.phoneNumberId, numbers, now);
}
