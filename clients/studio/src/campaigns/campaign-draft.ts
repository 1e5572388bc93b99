import type { NewCampaign } from '@ringback/client';
import { type Weekday, weekdays } from './calling-hours.ts';

/** A campaign as it is typed. */
export interface CampaignDraft {
  name: string;
  assistantId: string;
  timezone: string;
  /** `HH:MM`. */
  start: string;
  end: string;
  days: Weekday[];
  parallel: string;
  retries: string;
  retryMinutes: string;
  onVoicemail: boolean;
  /** A yes/no field of the evaluation; empty: none. */
  goal: string;
  untilGoal: boolean;
  /** Ids of the numbers that it calls from; none: that of the assistant. */
  callers: number[];
  completes: boolean;
}

/** Working hours, so that a campaign that is only clicked through rings at no one's door at night. */
export const emptyDraft = (assistantId: number, timezone: string): CampaignDraft => ({
  name: '',
  assistantId: String(assistantId),
  timezone,
  start: '09:00',
  end: '18:00',
  days: weekdays.slice(0, 5).map(({ value }) => value),
  parallel: '3',
  retries: '3',
  retryMinutes: '60',
  onVoicemail: false,
  goal: '',
  untilGoal: false,
  callers: [],
  completes: true,
});

/** The days in their order, with one more or less. */
export const withDay = (days: readonly Weekday[], day: Weekday, isChosen: boolean): Weekday[] =>
  weekdays.map(({ value }) => value).filter((value) => (value === day ? isChosen : days.includes(value)));

/** The request. Numbers that were left empty get the default of the service. */
export function campaignOf(draft: CampaignDraft): NewCampaign {
  const figure = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    name: draft.name.trim(),
    assistant_id: Number(draft.assistantId),
    timezone: draft.timezone.trim() === '' ? null : draft.timezone.trim(),
    allowed_hours_start_time: draft.start === '' ? null : draft.start,
    allowed_hours_end_time: draft.end === '' ? null : draft.end,
    allowed_days: draft.days,
    max_calls_in_parallel: figure(draft.parallel),
    max_retries: figure(draft.retries),
    retry_interval: figure(draft.retryMinutes),
    retry_on_voicemail: draft.onVoicemail,
    retry_on_goal_incomplete: draft.untilGoal && draft.goal !== '',
    goal_completion_variable: draft.goal === '' ? null : draft.goal,
    phone_number_ids: draft.callers,
    mark_complete_when_no_leads: draft.completes,
  };
}

/** The yes/no questions of an assistant, with the goal of the campaign if it is not among them. */
export function goalsOf(
  fields: ReadonlyArray<{ name: string; type: string; description?: string | null }>,
  goal: string,
): Array<[string, string]> {
  const found = fields
    .filter(({ type }) => type === 'bool')
    .map(({ name, description }): [string, string] => [name, description ? `${name}: ${description}` : name]);
  const isKnown = goal === '' || found.some(([name]) => name === goal);
  return isKnown ? found : [...found, [goal, `${goal}: the assistant has no such question`]];
}
