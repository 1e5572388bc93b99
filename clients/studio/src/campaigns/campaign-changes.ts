import type { Campaign, CampaignChanges, NewCampaign } from '@ringback/client';
import { weekdays } from './calling-hours.ts';
import { type CampaignDraft, campaignOf } from './campaign-draft.ts';

const labels = {
  name: 'Name',
  assistant_id: 'Assistant',
  timezone: 'Time zone',
  allowed_hours_start_time: 'From',
  allowed_hours_end_time: 'To',
  allowed_days: 'Days',
  max_calls_in_parallel: 'Calls at the same time',
  max_retries: 'Attempts after the first',
  retry_interval: 'Minutes between attempts',
  retry_on_voicemail: 'Try again after a mailbox',
  goal_completion_variable: 'Goal',
  retry_on_goal_incomplete: 'Try again until the goal is reached',
  phone_number_ids: 'Calls from',
  mark_complete_when_no_leads: 'Complete when no lead is left to call',
} as const satisfies Partial<Record<keyof NewCampaign, string>>;

type Settings = Partial<Pick<NewCampaign, keyof typeof labels>>;
const fields = Object.keys(labels).filter((name): name is keyof typeof labels => name in labels);

/** A stored campaign as a form shows it. */
export const draftOf = (campaign: Campaign): CampaignDraft => ({
  name: campaign.name,
  assistantId: campaign.assistant_id === null ? '' : String(campaign.assistant_id),
  timezone: campaign.timezone,
  start: campaign.allowed_hours_start_time.slice(0, 5),
  end: campaign.allowed_hours_end_time.slice(0, 5),
  days: [...campaign.allowed_days],
  parallel: String(campaign.max_calls_in_parallel),
  retries: String(campaign.max_retries),
  retryMinutes: String(campaign.retry_interval),
  onVoicemail: campaign.retry_on_voicemail,
  goal: campaign.goal_completion_variable ?? '',
  untilGoal: campaign.retry_on_goal_incomplete,
  callers: [...campaign.phone_number_ids],
  completes: campaign.mark_complete_when_no_leads,
});

/** The settings that a form changes. */
export function changesOf(read: Campaign, draft: CampaignDraft): Settings {
  const [before, after] = [campaignOf(draftOf(read)), campaignOf(draft)];
  const { assistantId } = draft;
  const changed = fields.filter((field) => !isSame(before[field], after[field]));
  return Object.fromEntries(
    changed.filter((field) => field !== 'assistant_id' || assistantId !== '').map((field) => [field, after[field]]),
  );
}

/** The number with an id, as people read it. */
type NumberOf = (id: number) => string;

export interface ConflictRow {
  label: string;
  /** As the campaign is now. */
  stored: string;
  /** As the form has it; undefined where the form leaves it as it is. */
  mine: string | undefined;
}

/** The settings that were changed after they were read, beside those of the form. */
export function conflictRows(
  read: Campaign,
  stored: Campaign,
  mine: CampaignChanges,
  numberOf: NumberOf = String,
): ConflictRow[] {
  const [before, now] = [campaignOf(draftOf(read)), campaignOf(draftOf(stored))];
  return fields
    .filter((field) => !isSame(before[field], now[field]) && !isSame(now[field], mine[field]))
    .map((field) => ({
      label: labels[field],
      stored: text(now[field], numberOf),
      mine: mine[field] === undefined ? undefined : text(mine[field], numberOf),
    }));
}

/** The form with the stored value of each setting that was changed meanwhile. Other changes of the form stay. */
export function mergedDraft(read: Campaign, stored: Campaign, draft: CampaignDraft): CampaignDraft {
  const [before, now] = [draftOf(read), draftOf(stored)];
  const changed = Object.entries(now).filter(([name, value]) => !isSame(value, entryOf(before, name)));
  return { ...draft, ...Object.fromEntries(changed) };
}

const entryOf = (draft: CampaignDraft, name: string): unknown => new Map(Object.entries(draft)).get(name);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function text(value: NewCampaign[keyof typeof labels], numberOf: NumberOf): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (!Array.isArray(value)) return String(value ?? '–');
  const days = weekdays.filter((day) => value.some((one) => one === day.value)).map(({ short }) => short);
  const numbers = value.flatMap((one) => (typeof one === 'number' ? [numberOf(one)] : []));
  return [...days, ...numbers].join(', ') || '–';
}
