import * as v from 'valibot';
import { campaignStatuses, weekdays } from '#shared/domain/campaign/campaign.ts';
import { isoTime, recordId, text, wholeNumber } from '#shared/http/records/wire-fields.ts';

const timeOfDay = (example: string) =>
  v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d:00$/), v.examples([example]));

/** A campaign as the API shows it. */
export const CampaignRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    name: text('Spring reminders'),
    status: v.picklist(campaignStatuses),
    stopped_reason: v.pipe(
      v.nullable(text('insufficient_balance')),
      v.description('Why the service itself stopped it; null otherwise.'),
    ),
    assistant_id: v.pipe(v.nullable(recordId()), v.description('Who talks; null where nobody has been chosen.')),
    timezone: text('Europe/Berlin'),
    max_calls_in_parallel: wholeNumber(3),
    mark_complete_when_no_leads: v.boolean(),
    allowed_hours_start_time: timeOfDay('09:00:00'),
    allowed_hours_end_time: timeOfDay('18:00:00'),
    allowed_days: v.pipe(v.array(v.picklist(weekdays)), v.examples([['monday', 'tuesday', 'wednesday']])),
    max_retries: v.pipe(wholeNumber(3), v.description('Attempts after the first one, for each number.')),
    retry_interval: v.pipe(wholeNumber(60), v.description('Minutes.')),
    retry_on_voicemail: v.boolean(),
    retry_on_goal_incomplete: v.boolean(),
    goal_completion_variable: v.nullable(text('appointment_confirmed')),
    phone_number_ids: v.pipe(
      v.array(recordId(1)),
      v.description("The numbers to call from, in turn; none means the assistant's."),
    ),
    created_at: isoTime(),
    updated_at: isoTime(),
  }),
  v.title('CampaignRecord'),
);
