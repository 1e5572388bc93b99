import * as v from 'valibot';
import {
  weekdays,
  campaignStatuses,
  defaultRules,
  type Campaign,
  type CampaignRules,
} from '#shared/campaigns/campaign.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { sentences } from '#shared/platform/errors.ts';
import {
  arrayOf,
  boolean,
  describedAs,
  integer,
  reference,
  integerBetween,
  objectOf,
  oneOf,
  optional,
  otherNameOf,
  renaming,
  required,
  text,
} from '#shared/platform/http/fields.ts';
import { isoTime, plainText, recordId, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { timezone } from '#shared/platform/http/time-zone-field.ts';

export const MAX_PHONE_NUMBERS = 100;

/** Records contain seconds, and clients send them back; they are dropped. */
function timeOfDay() {
  return v.pipe(
    v.string(sentences.string),
    v.trim(),
    v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, sentences.format),
    v.transform((time) => time.slice(0, 5)),
    describedAs({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$' }),
  );
}

const requiredFields = {
  name: required(text(255)),
  assistant_id: required(reference()),
};

const optionalFields = {
  timezone: optional(timezone()),
  /** `findCampaignProblems` checks the maximum, which depends on the user. */
  max_calls_in_parallel: optional(v.pipe(integer(), v.metadata({ minimum: 1 }))),
  allowed_hours_start_time: optional(timeOfDay()),
  allowed_hours_end_time: optional(timeOfDay()),
  allowed_days: optional(v.pipe(arrayOf(oneOf(weekdays)), v.minLength(1, sentences.selected))),
  max_retries: optional(integerBetween(1, 5)),
  retry_interval: optional(integerBetween(10, 4320)),
  retry_on_voicemail: optional(boolean()),
  retry_on_goal_incomplete: optional(boolean()),
  goal_completion_variable: optional(text(255)),
  mark_complete_when_no_leads: optional(boolean()),
  phone_number_ids: optional(
    v.pipe(arrayOf(reference()), v.maxLength(MAX_PHONE_NUMBERS, sentences.maxItems(MAX_PHONE_NUMBERS))),
  ),
};

export const CreateCampaignBody = objectOf({ ...requiredFields, ...optionalFields });
/** Undefined: not sent. Null: cleared. */
export type CampaignRequest = v.InferOutput<typeof CreateCampaignBody>;

/** A field that is not sent stays as it is, and null is its default. */
export const UpdateCampaignBody = objectOf({
  name: v.optional(requiredFields.name),
  assistant_id: v.optional(requiredFields.assistant_id),
  ...optionalFields,
  if_version: v.optional(
    v.pipe(
      integer(),
      v.description('The version that was read. The request answers 409 if the campaign has another one.'),
    ),
  ),
});
export type CampaignUpdate = v.InferOutput<typeof UpdateCampaignBody>;

const ifReadable = <const S extends v.GenericSchema>(field: S) => v.fallback(v.optional(field), undefined);

/** The valid fields of a body, even if other fields are invalid, for the checks outside the schema. */
export const ReadableCampaignBody = v.fallback(
  v.object({
    assistant_id: ifReadable(requiredFields.assistant_id),
    max_calls_in_parallel: ifReadable(optionalFields.max_calls_in_parallel),
    allowed_hours_start_time: ifReadable(optionalFields.allowed_hours_start_time),
    allowed_hours_end_time: ifReadable(optionalFields.allowed_hours_end_time),
    retry_on_goal_incomplete: ifReadable(optionalFields.retry_on_goal_incomplete),
    goal_completion_variable: ifReadable(optionalFields.goal_completion_variable),
    phone_number_ids: ifReadable(optionalFields.phone_number_ids),
  }),
  {},
) satisfies v.GenericSchema<unknown, Partial<CampaignRequest>>;

const actions = ['start', 'stop'] as const;

export const UpdateCampaignStatusBody = renaming(
  'status',
  'action',
  objectOf({
    campaign_id: required(reference()),
    action: required(oneOf(actions)),
    hang_up: optional(boolean()),
    status: otherNameOf('action', { type: 'string', enum: actions }),
  }),
);

export function requestedRules(request: Partial<CampaignRequest>, timezone: string): CampaignRules {
  const allowedDays = request.allowed_days ?? defaultRules.allowedDays;
  return {
    timezone: request.timezone ?? timezone,
    allowedHoursStart: request.allowed_hours_start_time ?? defaultRules.allowedHoursStart,
    allowedHoursEnd: request.allowed_hours_end_time ?? defaultRules.allowedHoursEnd,
    allowedDays: weekdays.filter((day) => allowedDays.includes(day)),
    maxCallsInParallel: request.max_calls_in_parallel ?? defaultRules.maxCallsInParallel,
    maxRetries: request.max_retries ?? defaultRules.maxRetries,
    retryIntervalMinutes: request.retry_interval ?? defaultRules.retryIntervalMinutes,
    retryOnVoicemail: request.retry_on_voicemail ?? defaultRules.retryOnVoicemail,
    retryOnGoalIncomplete: request.retry_on_goal_incomplete ?? defaultRules.retryOnGoalIncomplete,
    goalCompletionVariable: request.goal_completion_variable ?? defaultRules.goalCompletionVariable,
    markCompleteWhenNoLeads: request.mark_complete_when_no_leads ?? defaultRules.markCompleteWhenNoLeads,
    phoneNumberIds: request.phone_number_ids ?? [...defaultRules.phoneNumberIds],
  };
}

const timeOfDayText = (example: string) =>
  v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:00$/), v.examples([example]));

/** The settings of a campaign as a request has them. */
export function toCampaignRequest(campaign: Campaign) {
  return {
    name: campaign.name,
    ...(campaign.assistantId !== null && { assistant_id: campaign.assistantId }),
    timezone: campaign.timezone,
    allowed_hours_start_time: campaign.allowedHoursStart,
    allowed_hours_end_time: campaign.allowedHoursEnd,
    allowed_days: campaign.allowedDays,
    max_calls_in_parallel: campaign.maxCallsInParallel,
    max_retries: campaign.maxRetries,
    retry_interval: campaign.retryIntervalMinutes,
    retry_on_voicemail: campaign.retryOnVoicemail,
    retry_on_goal_incomplete: campaign.retryOnGoalIncomplete,
    goal_completion_variable: campaign.goalCompletionVariable,
    mark_complete_when_no_leads: campaign.markCompleteWhenNoLeads,
    phone_number_ids: campaign.phoneNumberIds,
  };
}

const record = v.strictObject({
  id: recordId(),
  name: plainText('Spring reminders'),
  status: v.picklist(campaignStatuses),
  stopped_reason: v.pipe(
    v.nullable(plainText('insufficient_balance')),
    v.description('The reason why the service stopped the campaign, or null if it did not.'),
  ),
  assistant_id: v.pipe(
    v.nullable(recordId()),
    v.description('The id of the assistant that calls, or null if none was chosen.'),
  ),
  timezone: plainText('Europe/Berlin'),
  max_calls_in_parallel: wholeNumber(3),
  mark_complete_when_no_leads: v.boolean(),
  allowed_hours_start_time: timeOfDayText('09:00:00'),
  allowed_hours_end_time: timeOfDayText('18:00:00'),
  allowed_days: v.pipe(v.array(v.picklist(weekdays)), v.examples([['monday', 'tuesday', 'wednesday']])),
  max_retries: v.pipe(
    wholeNumber(3),
    v.description('The number of further attempts after the first one, for each number.'),
  ),
  retry_interval: v.pipe(wholeNumber(60), v.description('The minutes between two attempts.')),
  retry_on_voicemail: v.boolean(),
  retry_on_goal_incomplete: v.boolean(),
  goal_completion_variable: v.nullable(plainText('appointment_confirmed')),
  phone_number_ids: v.pipe(
    v.array(recordId(1)),
    v.description(
      'The numbers that the campaign calls from, in turn. If there are none, it calls from the number of the assistant.',
    ),
  ),
  created_at: isoTime(),
  updated_at: isoTime(),
});

export const CampaignRecord = v.pipe(record, v.title('CampaignRecord'));
export type CampaignRecord = v.InferOutput<typeof CampaignRecord>;

export const CampaignDetail = v.pipe(
  v.strictObject({
    ...record.entries,
    version: v.pipe(
      wholeNumber(3),
      v.minValue(1),
      v.description('The number of the version. It grows with each change of a setting or of the status.'),
    ),
  }),
  v.title('CampaignDetail'),
);
export type CampaignDetail = v.InferOutput<typeof CampaignDetail>;

export const toCampaignDetail = (campaign: Campaign): CampaignDetail => ({
  ...toCampaignRecord(campaign),
  version: campaign.version,
});

export function toCampaignRecord(campaign: Campaign): CampaignRecord {
  return {
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    stopped_reason: campaign.stoppedReason,
    assistant_id: campaign.assistantId,
    timezone: campaign.timezone,
    max_calls_in_parallel: campaign.maxCallsInParallel,
    mark_complete_when_no_leads: campaign.markCompleteWhenNoLeads,
    allowed_hours_start_time: `${campaign.allowedHoursStart}:00`,
    allowed_hours_end_time: `${campaign.allowedHoursEnd}:00`,
    allowed_days: campaign.allowedDays,
    max_retries: campaign.maxRetries,
    retry_interval: campaign.retryIntervalMinutes,
    retry_on_voicemail: campaign.retryOnVoicemail,
    retry_on_goal_incomplete: campaign.retryOnGoalIncomplete,
    goal_completion_variable: campaign.goalCompletionVariable,
    phone_number_ids: campaign.phoneNumberIds,
    created_at: toIsoMicroseconds(campaign.createdAt),
    updated_at: toIsoMicroseconds(campaign.updatedAt),
  };
}
