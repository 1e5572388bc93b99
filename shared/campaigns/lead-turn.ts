import type { User } from '#shared/accounts/account.ts';
import { hasEnded } from '#shared/calls/call-status.ts';
import type { LeadReason } from '#shared/calls/called-lead.ts';
import { attemptsOn, callsOnLine, isLetToAnother, nameOfWaiter, type CalledNumber } from '#shared/calls/number-line.ts';
import { slotNumber, type CallSlots, type DialerDeps } from '#shared/campaigns/dialler.ts';
import { reschedule } from '#shared/campaigns/lead-life.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { nextDayOfNumber } from '#shared/campaigns/number-day.ts';
import { inRounds } from '#shared/platform/table/table.ts';

/** Call seconds until the line of the number is looked at. */
const LOOK_SECONDS = 3;
/** Call seconds after which a lead is due again that nothing has woken. */
const RETRY_SECONDS = 120;
/** Call seconds in which a call that is on its way to the number is dialled, or is behind others in the dial queue. */
const PROMISED_SECONDS = 10;

/** Why and how long a lead must wait, in epoch milliseconds. */
interface Wait {
  reason: LeadReason;
  until: number;
}

interface Run {
  callerIds: { user?: Pick<User, 'attemptsPerDay'> | undefined };
  slots: Pick<CallSlots, 'slots'>;
}

/** Undefined: its number is free, and may be called again today. The claim of the call holds both. */
export async function waitForNumber(
  lead: Lead,
  phoneNumber: string,
  { callerIds, slots }: Run,
  deps: DialerDeps,
): Promise<Wait | undefined> {
  const { clock, numberLines, attemptLimit } = deps;
  const { userId } = lead;
  const now = clock.now();
  const number = await numberLines.read(userId, phoneNumber);
  const most = callerIds.user?.attemptsPerDay ?? attemptLimit.most;
  if (attemptsOn(number, attemptLimit.dayOf(phoneNumber, now)).size >= most)
    return { reason: 'daily_limit', until: nextDayOfNumber(phoneNumber, now) };
  const [callId] = await callsOnLine(userId, number, deps.calls);
  if (callId === undefined && !(await isPromised(lead, phoneNumber, { number, slots }, deps))) return undefined;
  if (callId === undefined) return { reason: 'number_busy', until: now + clock.callMs(PROMISED_SECONDS) };
  await enterLine(lead, phoneNumber, callId, deps);
  return { reason: 'number_busy', until: now + clock.callMs(RETRY_SECONDS) };
}

/** Whether another call is on its way to the number. A call that loses against it would have a record of a call that failed. */
async function isPromised(
  { userId, campaignId, id: leadId }: Lead,
  phoneNumber: string,
  { number, slots: { slots } }: { number: CalledNumber; slots: Pick<CallSlots, 'slots'> },
  { calls, clock }: DialerDeps,
): Promise<boolean> {
  const name = nameOfWaiter({ since: 0, lead: { campaignId, leadId } });
  if (isLetToAnother(number, name, clock.now())) return true;
  const same = slots.filter((slot) => slot.number === slotNumber(phoneNumber));
  const open = await Promise.all(same.map(async ({ callId }) => calls.get({ userId, callId })));
  return open.some((call) => call !== undefined && !hasEnded(call.status));
}

/** The message that looks after the line comes first: it names the call that is on the line. */
async function enterLine(lead: Lead, phoneNumber: string, callId: number, deps: DialerDeps): Promise<void> {
  const { userId, campaignId, id: leadId } = lead;
  const waiter = { since: deps.clock.now(), lead: { campaignId, leadId } };
  const message = { userId, callId, waiter: { name: nameOfWaiter(waiter), since: waiter.since } };
  await deps.timer.afterCallSeconds(LOOK_SECONDS, 'check-call', message);
  await deps.numberLines.enter(userId, phoneNumber, waiter);
}

/** The line has let the lead go on. */
export async function makeDue(userId: number, leadId: number, { leads, clock }: Pick<DialerDeps, 'leads' | 'clock'>) {
  await inRounds('lead', async () => {
    const lead = await leads.get(userId, leadId);
    if (lead?.status !== 'rescheduled' || lead.dialing.reason !== 'number_busy') return undefined;
    const now = clock.now();
    return (await leads.replace(lead, reschedule(lead, 'number_busy', now, now))) === 'replaced' ? undefined : 'again';
  });
}
