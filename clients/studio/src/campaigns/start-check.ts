import type { Campaign } from '@ringback/client';
import { count, counted, sum } from '../format/money.ts';
import { moment, shortTime, span } from '../format/time.ts';
import { leadReason } from '../leads/lead-words.ts';

/** The answer of the service. */
interface Check {
  total: number;
  checked: number;
  never_called: ReadonlyArray<{ phone_number: string; reason: string }>;
  opens_at: string | null;
  max_call_duration: number;
  max_cost: number;
}

interface StartWords {
  /** Names and values. */
  facts: Array<readonly [string, string]>;
  /** Reasons, with the number of leads that would not be called. */
  never: Array<{ reason: string; leads: number }>;
  /** What speaks against a start. */
  warnings: string[];
  canStart: boolean;
}

interface Around {
  campaign: Pick<Campaign, 'max_calls_in_parallel' | 'max_retries'>;
  balance: number | undefined;
  now: Date;
  timeZone: string;
}

/** What a start would do, in words. */
export function startWords(check: Check, { campaign, balance, now, timeZone }: Around): StartWords {
  const people = check.checked - check.never_called.length;
  const parallel = campaign.max_calls_in_parallel;
  const seconds = Math.ceil(people / parallel) * check.max_call_duration;
  const isPart = check.checked < check.total;
  const ofThose = isPart ? `, of the newest ${count(check.checked)} leads` : '';
  const isDear = balance !== undefined && balance < check.max_cost;
  return {
    facts: [
      ['People', `${counted(people, 'lead')}${ofThose}, ${counted(parallel, 'call')} at the same time`],
      ['First call', firstCall(check.opens_at, now, timeZone)],
      ['Time', `at most ${span(seconds)} for one attempt each, with calls of ${span(check.max_call_duration)}`],
      ['Cost', `at most ${sum(check.max_cost)}${balance === undefined ? '' : ` of your balance of ${sum(balance)}`}`],
    ],
    never: [...Map.groupBy(check.never_called, ({ reason }) => reason)].map(([reason, leads]) => ({
      reason: leadReason(reason) ?? reason,
      leads: leads.length,
    })),
    warnings: [
      ...(isPart ? [`${counted(check.total - check.checked, 'older lead')} of the campaign were not checked.`] : []),
      ...(isDear ? ['The balance may not be enough. The campaign then pauses, and can be started again.'] : []),
    ],
    canStart: people > 0 || isPart,
  };
}

/** The times of an answer are those of the service: within a minute it is now. */
function firstCall(opensAt: string | null, now: Date, timeZone: string): string {
  const at = opensAt === null ? undefined : moment(opensAt);
  if (at === undefined) return 'never: no lead may be called';
  return at.getTime() - now.getTime() < 60_000 ? 'now' : shortTime(at, now, timeZone);
}

interface WayOut {
  text: string;
  href: string;
}

/** Where a user can remove the reason for which a start was refused; by the sentence of the service. */
export const wayOut = (sentence: string, campaignId: number): WayOut | undefined =>
  new Map<string, WayOut>([
    ['Insufficient balance', { text: 'See balance and charges', href: '/usage' }],
    [
      'The campaign has no active outbound assistant.',
      { text: 'Choose another assistant', href: `/campaigns/${campaignId}/edit` },
    ],
  ]).get(sentence);
