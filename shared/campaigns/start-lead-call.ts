import { toDecimal } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { newCall } from '#shared/calls/call-cost.ts';
import type { Call } from '#shared/calls/call.ts';
import { suspendCampaign, type StopReason } from '#shared/campaigns/campaign-status.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import { reschedule } from '#shared/campaigns/lead-life.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { selectCallerId, isSubscriptionActive, type PhoneNumber } from '#shared/numbers/phone-number.ts';

/** Call seconds until the first look at a call that may have been lost; as of every call. */
const FIRST_WATCHDOG_SECONDS = 320;

/** Whom an attempt calls: the number that is tried, and what the assistant is told about it. */
export interface CalledNumber {
  phoneNumber: string;
  variables: Record<string, unknown>;
}

/** Who calls for a campaign. */
export interface CallerIdPool {
  assistant: Assistant;
  /** All numbers of the user, oldest first. */
  numbers: readonly PhoneNumber[];
}

/** The number that is tried now: the main one, or that of a secondary contact, whose variables come on top of the lead's. */
export async function calledNumber(lead: Lead, deps: Pick<DialerDeps, 'leads'>): Promise<CalledNumber> {
  const { contactId } = lead.dialing;
  const contact =
    contactId === null ? undefined : (await deps.leads.listContacts(lead)).find(({ id }) => id === contactId);
  if (!contact) return { phoneNumber: lead.phoneNumber, variables: lead.variables };
  return { phoneNumber: contact.phoneNumber, variables: { ...lead.variables, ...contact.variables } };
}

/** The assistant and the numbers of a campaign, or why it cannot call. */
export async function loadCallerIdPool(campaign: Campaign, deps: DialerDeps): Promise<CallerIdPool | StopReason> {
  const { userId, assistantId } = campaign;
  const [assistant, numbers] = await Promise.all([
    assistantId === null ? undefined : deps.assistants.get(userId, assistantId),
    deps.phoneNumbers.list(userId),
  ]);
  if (assistant?.type !== 'outbound' || assistant.status !== 'active') return 'assistant_unusable';
  return numbers.some((number) => isSubscriptionActive(number, deps.clock.now()))
    ? { assistant, numbers }
    : 'no_caller_number';
}

/** Sees to it that a call is looked after from before it exists, so that no crash can leave one that nobody looks at. */
export async function startCallWatchdog(userId: number, callId: number, { timer }: DialerDeps): Promise<void> {
  const waitedSeconds = FIRST_WATCHDOG_SECONDS;
  await timer.afterCallSeconds(waitedSeconds, 'check-call', { userId, callId, waitedSeconds });
}

/**
 * Makes the call of an attempt that has begun, and queues it. The call has the id that the attempt has named, so that
 * whoever does this again after a crash finds the call and makes no second one.
 */
export async function startLeadCall(
  lead: Lead,
  campaign: Campaign,
  callers: CallerIdPool,
  deps: DialerDeps,
): Promise<'started' | 'requeued' | 'stopped'> {
  const { userId } = lead;
  const { callId } = lead.dialing;
  if (callId === null) return 'requeued';
  const [called, wallet] = await Promise.all([calledNumber(lead, deps), deps.wallets.get(userId)]);
  const from = callerIdFor(lead, campaign, callers, deps.clock.now());
  if (!from) return requeueAndSuspend(lead, campaign, 'no_caller_number', deps);
  const call = newCall({
    callId,
    type: 'outbound',
    assistant: callers.assistant,
    clientPhoneNumber: called.phoneNumber,
    assistantPhoneNumber: from.phoneNumber,
    available: wallet?.available ?? 0,
    rates: ratesFor(called.phoneNumber),
  });
  if (!call) return requeueAndSuspend(lead, campaign, 'insufficient_balance', deps);
  const outcome = await deps.calls.createWithHold(
    { ...call, campaignId: campaign.id, campaignName: campaign.name, leadId: lead.id },
    {
      assistant: { ...callers.assistant, variables: {} },
      variables: { ...callers.assistant.variables, ...called.variables },
      lead: { id: lead.id, phoneNumber: lead.phoneNumber, variables: lead.variables },
    },
  );
  if (outcome === 'insufficient_balance') return requeueAndSuspend(lead, campaign, 'insufficient_balance', deps);
  if (outcome !== 'created' && !(await isOurs(lead, callId, deps))) {
    await requeueLead(lead, deps);
    return 'requeued';
  }
  if (outcome === 'created') {
    deps.metrics.count('CallAccepted');
    deps.metrics.count('MoneyHeld', {}, toDecimal(call.hold));
  }
  await queueLeadCall({ userId, id: callId }, deps);
  return 'started';
}

export async function queueLeadCall({ userId, id }: Pick<Call, 'userId' | 'id'>, { queue }: Pick<DialerDeps, 'queue'>) {
  await queue.send('place-call', { userId, callId: id, lane: 'campaign' }, { groupId: String(userId) });
}

/** The lead is due again at once, as if nothing had been begun, and its line is free. */
export async function requeueLead(lead: Lead, deps: Pick<DialerDeps, 'leads' | 'dialer' | 'clock'>): Promise<void> {
  const { callId } = lead.dialing;
  const now = deps.clock.now();
  await deps.leads.replace(lead, reschedule(lead, null, now, now));
  if (callId !== null) await deps.dialer.releaseCallSlot(lead.userId, callId);
}

async function requeueAndSuspend(
  lead: Lead,
  campaign: Campaign,
  reason: StopReason,
  deps: DialerDeps,
): Promise<'stopped'> {
  await requeueLead(lead, deps);
  await suspendCampaign(campaign, reason, deps);
  return 'stopped';
}

/** A call of the same millisecond may have drawn the same id, 1 in 4,096; an earlier run of this one has it for certain. */
async function isOurs(lead: Lead, callId: number, deps: DialerDeps): Promise<boolean> {
  const call = await deps.calls.get({ userId: lead.userId, callId });
  return call?.leadId === lead.id;
}

/** The campaign's numbers in turn, another one on every attempt; without any the assistant's. */
function callerIdFor(lead: Lead, campaign: Campaign, callers: CallerIdPool, now: number): PhoneNumber | undefined {
  const { numbers, assistant } = callers;
  const own = campaign.phoneNumberIds.flatMap((id) => numbers.find((number) => number.id === id) ?? []);
  const usable = own.filter((number) => isSubscriptionActive(number, now));
  if (usable.length > 0) return usable[(lead.id + lead.dialing.attemptsBegun) % usable.length];
  return campaign.phoneNumberIds.length > 0 ? undefined : selectCallerId(assistant.phoneNumberId, numbers, now);
}
