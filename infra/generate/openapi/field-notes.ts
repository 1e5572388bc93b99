/** Descriptions of request fields whose names and rules do not explain them. */
export const fieldNotes: Record<string, string> = {
  allow_restart:
    'If false, a lead for a campaign that the service has completed is refused. If true, the campaign starts again, which is the default.',
  allow_dupplicate: 'If true, the lead is added even if the campaign already has the number.',
  body: 'The text of the SMS. A long text is split into segments, and each segment is billed.',
  calls_direction: 'The assistant answers calls with `receive`, and makes calls with `make`.',
  endpoint_sensitivity:
    'With a higher value, the assistant waits longer for the customer to continue. With `vad`, the value is the silence in seconds.',
  filler_audios:
    'If true, the assistant says a short phrase as soon as an answer is slow. If false, the assistant says it a little later.',
  from: 'The id of one of your phone numbers that can send SMS.',
  interrupt_sensitivity: 'With a higher value, the customer interrupts the assistant more easily.',
  initial_message:
    'The assistant says this text when the call starts. The service replaces `{name}` and `{{name}}` with variables.',
  language: 'The name of a language.',
  llm_model: 'The name of a model that fits the engine.',
  max_call_duration: 'The longest duration of a call, in seconds.',
  max_silence_duration: 'After this many seconds of silence the assistant says goodbye and ends the call.',
  previous_expires_in_seconds:
    'The time in which the older secrets also sign, in seconds. The default is 86,400, which is a day.',
  phone_number: 'A phone number in international format.',
  action: 'The change of the campaign, either `start` or `stop`.',
  allowed_days: 'The days of the week on which the campaign calls. By default the campaign calls on all days.',
  allowed_hours_end_time:
    'The last minute in which the campaign calls, as `HH:MM`. If it is earlier than `allowed_hours_start_time`, the hours go over midnight and belong to the day on which they begin.',
  allowed_hours_start_time: 'The first minute in which the campaign calls, as `HH:MM`.',
  goal_completion_variable:
    'The name of the `bool` item in the post-call schema of the assistant that says whether the goal was reached.',
  mark_complete_when_no_leads: 'If true, the campaign becomes `completed` when no lead needs a call any more.',
  max_calls_in_parallel:
    'The most calls of the campaign at the same time. You may choose up to 10, or up to your own limit if that is higher.',
  hang_up:
    'If true, `stop` also hangs up answered calls. A campaign that was stopped without it can be stopped again with it. The default is ' +
    'false.',
  max_retries: 'The number of further attempts after the first one, for each number of a lead.',
  phone_number_ids:
    'The numbers that the campaign calls from, in turn. If it is left out, the campaign calls from the number of the assistant.',
  post_call_schema: 'The values that the service reads from the conversation after the call.',
  re_engagement_interval: 'After this many seconds of silence the assistant speaks again.',
  retry_interval: 'The minutes between two attempts.',
  retry_on_goal_incomplete: 'If true, the campaign calls a lead again that talked without reaching the goal.',
  retry_on_voicemail: 'If true, a voicemail counts as not reached, and the campaign calls the lead again.',
  system_prompt: 'The instructions of the model. The service replaces `{name}` and `{{name}}` with variables.',
  to: 'The number of the recipient in international format.',
  timezone: 'An IANA time zone, such as `Europe/Berlin`.',
  voice_id: 'The id of a voice that fits the engine.',
  webhook_url: 'The URL to which the service posts finished calls.',
};

/** Descriptions of parameters in paths and queries. */
export const parameterNotes: Record<string, string> = {
  id: 'The id of the record.',
  delivery_id: 'The id of the delivery, which is the `webhook-id` of its attempts.',
  token: 'The last part of the URL, which authorizes the request.',
  page: 'The number of the page. The first page is 1.',
  per_page: 'The number of records on a page.',
  before_id:
    'Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.',
  limit: 'The most versions that the answer contains.',
  before: 'If it is sent, the answer contains only versions below this one.',
  include:
    'The fields that the records have beside the others: `outcome` and `model` of calls, `description` of voices.',
  type: 'Only records of this type are returned.',
  mode: 'Only voices of this engine are returned.',
  language_id: 'Only voices that speak this language are returned.',
  status: 'Only records with this status are returned.',
  outcome: 'Only calls with this outcome are returned.',
  phone_number: 'A phone number, or a part of it in lists. Only its digits are compared.',
  assistant_id: 'Only calls of this assistant are returned.',
  campaign_id: 'Only records of this campaign are returned.',
  date_from: 'The first day of the list, in UTC.',
  date_to: 'The last day of the list, in UTC.',
  call_id: 'The id of the call.',
  sms_id: 'The id of the SMS.',
  direction: 'Only SMS of this direction are returned.',
  cascade: 'Whether the tokens that this token has created, and theirs, are revoked, too. By default they are.',
  keep: 'The token that stays: that of the request. A request without this parameter is refused.',
  month: 'The month as `YYYY-MM`. By default it is the present one.',
};

/** Values of query parameters that neither the sample event nor their schema has. */
export const queryExamples: Record<string, string> = {
  assistant_id: '63753420800123',
  campaign_id: '63753420800124',
  before: '3',
  before_id: '63753420800123',
  call_id: '63753420800125',
  sms_id: '63753420800126',
  language_id: '5',
  phone_number: '+12025550100',
  date_from: '2026-06-01',
  date_to: '2026-06-30',
};
