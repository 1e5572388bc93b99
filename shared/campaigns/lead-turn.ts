import type { LeadReason } from '#shared/calls/called-lead.ts';
import { attemptsOn, callsOnLine, nameOfWaiter } from '#shared/calls/number-line.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import { reschedule } from '#shared/campaigns/lead-life.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { nextDayOfNumber } from '#shared/campaigns/number-day.ts';
import { inRounds } from '#shared/platform/table/table.ts';

/** Call seconds until the line of the number is looked at. */
const LOOK_SECONDS = 3;
/** Call seconds after which a lead is due again that nothing has woken. */
const RETRY_SECONDS = 120;

/** Why and how long a lead must wait, in epoch milliseconds. */
interface Wait {
  reason: LeadReason;
  until: number;
}

/** Undefined: its number is free, and may be called again today. The claim of the call holds both. */
export async function waitForNumber(
  lead: Lead,
  phoneNumber: string,
  attemptsPerDay: number | undefined,
  deps: DialerDeps,
): Promise<Wait | undefined> {
  const { clock, numberLines, attemptLimit } = deps;
  const { userId } = lead;
  const now = clock.now();
  const number = await numberLines.read(userId, phoneNumber);
  const most = attemptsPerDay ?? attemptLimit.most;
  if (attemptsOn(number, attemptLimit.dayOf(phoneNumber, now)).size >= most)
    return { reason: 'daily_limit', until: nextDayOfNumber(phoneNumber, now) };
  const [callId] = await callsOnLine(userId, number, deps.calls);
  if (callId === undefined) return undefined;
  await enterLine(lead, phoneNumber, callId, deps);
  return { reason: 'number_busy', until: now + clock.callMs(RETRY_SECONDS) };
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
