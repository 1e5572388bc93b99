import * as v from 'valibot';
import { toDecimal, type User } from '#shared/accounts/account.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import { leadReasons, type LeadReason } from '#shared/calls/called-lead.ts';
import { callingWindowFor } from '#shared/campaigns/call-lead.ts';
import { requireCampaign, type Campaign, type CampaignKey } from '#shared/campaigns/campaign.ts';
import type { CampaignDeps, RulesDeps } from '#shared/campaigns/dialler.ts';
import type { LeadStore, LeadWithContacts } from '#shared/campaigns/lead.ts';
import { readWithin } from '#shared/campaigns/missing-variables.ts';
import { ratesTo, refusalOf } from '#shared/destinations/destination-rules.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import { isoTime, money, phoneNumberText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** Of one answer: each number is looked up in the do-not-call list. */
const MOST_LEADS = 200;
/** The numbers are looked up besides. */
const MOST_BYTES = 1_000_000;
const LOOKUPS_AT_ONCE = 25;

const UncallableLead = v.pipe(
  v.strictObject({ id: recordId(), phone_number: phoneNumberText('+12025550100'), reason: v.picklist(leadReasons) }),
  v.title('UncallableLead'),
);

export const StartCheck = v.pipe(
  v.strictObject({
    total: v.pipe(
      wholeNumber(1200),
      v.minValue(0),
      v.description('The number of leads that are to be called, or of those that are older than `before_id`.'),
    ),
    checked: v.pipe(wholeNumber(200), v.minValue(0), v.description('The number of leads that were checked.')),
    never_called: v.pipe(
      v.array(UncallableLead),
      v.description('The checked leads that would not be called, with the reason, the newest first.'),
    ),
    opens_at: v.pipe(
      v.nullable(isoTime()),
      v.description(
        'The first time at which a checked lead may be called. It is the present time if a lead may be called now, and null if none may.',
      ),
    ),
    max_call_duration: v.pipe(wholeNumber(600), v.description('The longest duration of a call, in seconds.')),
    max_cost: v.pipe(
      money(12.5),
      v.description('The cost if each checked lead takes all its paid attempts with the longest calls.'),
    ),
    next_before_id: v.pipe(
      v.nullable(recordId()),
      v.description('The `before_id` of the next request, or null if no lead is left.'),
    ),
  }),
  v.title('StartCheck'),
);
export type StartCheck = v.InferOutput<typeof StartCheck>;

export type CheckStartDeps = RulesDeps &
  Pick<CampaignDeps, 'campaigns' | 'assistants' | 'users' | 'doNotCall' | 'callingHours' | 'clock'> & {
    leads: Pick<LeadStore, 'listWaitingIds' | 'getSome'>;
  };

/** By the rules of the dialler. @throws AppError campaign_not_found, campaign_without_assistant */
export async function checkStart(
  { userId, campaignId, beforeId }: CampaignKey & { beforeId: number | undefined },
  deps: CheckStartDeps,
): Promise<StartCheck> {
  const campaign = await requireCampaign(userId, campaignId, deps.campaigns);
  const [assistant, user] = await Promise.all([
    campaign.assistantId === null ? undefined : deps.assistants.get(userId, campaign.assistantId),
    deps.users.get(userId),
  ]);
  if (!assistant) throw new AppError('campaign_without_assistant');
  const page = { page: 1, perPage: MOST_LEADS, beforeId };
  const { ids, total } = await deps.leads.listWaitingIds(userId, campaignId, page);
  const { rows, read } = await readWithin(ids, (some) => deps.leads.getSome(userId, some), MOST_BYTES);
  const rules = { campaign, user, maxDuration: assistant.maxDuration };
  const checks: LeadCheck[] = [];
  for (let start = 0; start < rows.length; start += LOOKUPS_AT_ONCE) {
    const batch = rows.slice(start, start + LOOKUPS_AT_ONCE);
    checks.push(...(await Promise.all(batch.map((row) => checkLead(row, rules, deps)))));
  }
  const opensAt = Math.min(...checks.flatMap((check) => check.opensAt ?? []));
  return {
    total,
    checked: read.length,
    never_called: checks.flatMap(({ lead, reason }) =>
      reason === undefined ? [] : [{ id: lead.id, phone_number: lead.phoneNumber, reason }],
    ),
    opens_at: Number.isFinite(opensAt) ? toIsoMicroseconds(opensAt) : null,
    max_call_duration: assistant.maxDuration,
    max_cost: toDecimal(checks.reduce((sum, { maxCost }) => sum + maxCost, 0)),
    next_before_id: read.length < total ? (read.at(-1) ?? null) : null,
  };
}

interface LeadCheck {
  lead: LeadWithContacts['lead'];
  reason: LeadReason | undefined;
  /** Epoch milliseconds. */
  opensAt: number | undefined;
  maxCost: number;
}

interface Rules {
  campaign: Campaign;
  user: User | undefined;
  maxDuration: number;
}

async function checkLead({ lead, contacts }: LeadWithContacts, rules: Rules, deps: CheckStartDeps): Promise<LeadCheck> {
  const numbers = numbersLeft({ lead, contacts });
  const checks = await Promise.all(numbers.map((number) => checkNumber(lead.userId, number, rules, deps)));
  const [first] = checks;
  const isClosed = lead.dialing.contactId === null && first?.reason === 'do_not_call';
  const callable = isClosed ? [] : checks.filter(({ reason }) => reason === undefined);
  if (callable.length === 0) return { lead, reason: first?.reason ?? 'failed', opensAt: undefined, maxCost: 0 };
  const { retryOnVoicemail, retryOnGoalIncomplete, maxRetries } = rules.campaign;
  const isPaidAgain = retryOnVoicemail || retryOnGoalIncomplete;
  const costs = callable.map(({ cost }) => cost);
  // Only an answered call is paid, and it is the last one, unless the campaign calls again after a mailbox or without the goal.
  const maxCost = isPaidAgain ? costs.reduce((sum, cost) => sum + cost, 0) * (1 + maxRetries) : Math.max(...costs);
  const opensAt = Math.min(...callable.flatMap((check) => check.opensAt ?? []));
  return { lead, reason: undefined, opensAt: Math.max(opensAt, lead.dialing.nextAttemptAt ?? 0), maxCost };
}

/** The present number, and those after it. */
function numbersLeft({ lead, contacts }: LeadWithContacts): string[] {
  const { contactId } = lead.dialing;
  const later = contactId === null ? 0 : lead.contactIds.indexOf(contactId);
  const secondary = lead.contactIds
    .slice(later)
    .flatMap((id) => contacts.find((contact) => contact.id === id)?.phoneNumber ?? []);
  return contactId === null ? [lead.phoneNumber, ...secondary] : secondary;
}

interface NumberCheck {
  reason: LeadReason | undefined;
  opensAt: number | undefined;
  cost: number;
}

async function checkNumber(
  userId: number,
  e164: string,
  { campaign, user, maxDuration }: Rules,
  { doNotCall, destinations, callingHours, clock }: CheckStartDeps,
): Promise<NumberCheck> {
  const never = (reason: LeadReason): NumberCheck => ({ reason, opensAt: undefined, cost: 0 });
  if (await doNotCall.has(userId, e164)) return never('do_not_call');
  const { rules } = destinations;
  if (refusalOf(e164, 'called', { rules, countries: user?.allowedCountries ?? null }) !== undefined) {
    return never('destination_refused');
  }
  const now = clock.now();
  const window = callingWindowFor(e164, campaign, callingHours, now);
  if (window.kind === 'never') return never('time_zone_undecided');
  const opensAt = window.kind === 'open' ? now : window.opensAt;
  return { reason: undefined, opensAt, cost: holdFor(maxDuration, ratesTo(e164, rules)) };
}
