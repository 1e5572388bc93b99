import * as v from 'valibot';
import { weekdays } from '#shared/domain/campaign/campaign.ts';
import type { CampaignRequest } from '#shared/domain/campaign/campaign-request.ts';
import { sentences } from '#shared/domain/errors/sentences.ts';
import {
  arrayOf,
  boolean,
  describedAs,
  integer,
  integerBetween,
  objectOf,
  oneOf,
  optional,
  required,
  text,
  timezone,
} from '#shared/platform/http/fields.ts';

const MAX_NUMBERS = 100;

/** `HH:MM`; the seconds that campaigns are shown with may be sent back. */
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
  assistant_id: required(integer()),
};

const optionalFields = {
  timezone: optional(timezone()),
  /** The most is the user's own, so the use case knows it. */
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
  phone_number_ids: optional(v.pipe(arrayOf(integer()), v.maxLength(MAX_NUMBERS, sentences.between(0, MAX_NUMBERS)))),
};

export const CreateCampaignBody = objectOf({ ...requiredFields, ...optionalFields }) satisfies v.GenericSchema<
  unknown,
  CampaignRequest
>;

const ifReadable = <const S extends v.GenericSchema>(field: S) => v.fallback(v.optional(field), undefined);

/** Those fields of a body with other faults that rules outside the schema look at; what cannot be read is left out. */
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

export const UpdateCampaignStatusBody = objectOf({
  campaign_id: required(integer()),
  action: required(oneOf(['start', 'stop'])),
});
