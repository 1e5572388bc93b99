import type { JsonSchema } from '@valibot/to-json-schema';
import { settingEffect } from '#infra/generate/openapi/setting-notes.ts';
import { toolNotes } from '#infra/generate/openapi/tool-notes.ts';

/** Descriptions of fields that have none in their schema, by name, or by component and name where the meaning differs. */
const notes: Readonly<Record<string, string>> = {
  id: 'The id of the record.',
  uuid: 'The UUID of the assistant. It never changes.',
  user_id: 'The id of the user who owns the record.',
  name: 'The name of the record.',
  message: 'One sentence about the result.',
  data: 'The result of the request.',
  success: 'The value is always true.',
  created_at: 'The time when the record was created.',
  updated_at: 'The time of the last change.',
  deleted_at: 'The value is always null, because deleted assistants are removed.',
  status: 'The status of the record.',
  type: 'The type of the record.',
  phone_number: 'The number in E.164.',
  variables: 'The variables, which fill placeholders in the prompt.',
  reason: 'The reason as it was sent.',
  assistant_id: 'The id of the assistant.',
  assistant_name: 'The name of the assistant when the call began.',
  campaign_id: 'The id of the campaign.',
  call_id: 'The id of the call.',
  carrier_cost: 'The part of the cost that the carrier charges.',
  total_cost: 'The cost with all fees.',
  answered_by: 'The party that answered, which is a human, a machine or unknown.',
  event: 'The event that the webhook announces.',
  url: 'The address.',
  attempted_at: 'The time of the attempt.',
  duration_ms: 'The duration of the attempt in milliseconds.',
  expires_at: 'The time when the record expires, or null if it does not.',
  sender: 'The speaker, where `bot` is the assistant and `human` is the customer.',
  text: 'The words of the turn.',
  timestamp: 'The time when the turn began.',
  current_page: 'The number of this page.',
  first_page_url: 'The URL of the first page.',
  last_page: 'The number of the last page.',
  last_page_url: 'The URL of the last page.',
  links: 'The links to the pages, as a website shows them below a list.',
  next_page_url: 'The URL of the next page, or null on the last one.',
  path: 'The URL of the list without its parameters.',
  per_page: 'The number of records on a page.',
  prev_page_url: 'The URL of the page before, or null on the first one.',
  total: 'The number of records on all pages.',
  'AssistantVersion.created_at': 'The time when the version was made.',
  'AssistantTool.type': 'The tool, which is always `end_call`.',
  'AssistantTool.data': 'The description of the tool.',
  'FillerConfig.neutral': 'The fillers for words without a mood.',
  'FillerConfig.negative': 'The fillers for words with a negative mood.',
  'FillerConfig.positive': 'The fillers for words with a positive mood.',
  'FillerConfig.question': 'The fillers for questions.',
  'PostCallField.name': 'The key of the value in the evaluation.',
  'PostCallField.type': 'The type of the value.',
  'PostCallField.description': 'The description of the value, which the model reads.',
  'PageLink.url': 'The URL of the page, or null if it does not exist.',
  'PageLink.label': 'The text of the link.',
  'PageLink.active': 'If true, the link is this page.',
  language_id: 'The id of the language.',
  llm_model_id: 'The id of the language model, or null in multimodal mode.',
  multimodal_model_id: 'The id of the speech model, or null in pipeline mode.',
  'PhoneNumberRecord.country_code': 'The country of the number, as two letters.',
  'PhoneNumberRecord.type_label': 'The kind of the number.',
  'VoiceRecord.mode': 'The engine that can use the voice.',
  'LanguageRecord.iso_2': 'The language as a code of two letters.',
  'CallRecord.status': 'The status of the call. It moves forward only.',
  'CallRecord.type': 'The type, which is `inbound`, `outbound` or `web`.',
  'EndedCall.end_reason': 'The reason of the end, or null if the call has not ended.',
  'DeliveryRecord.attempts': 'The attempts, the oldest first.',
  'DeliveryRecord.status': 'The status of the delivery.',
  'WebhookEndpoint.origin': 'The origin of the URL.',
  'WebhookEndpoint.last_failure': 'The last failure, or null if there was none.',
  'DeliveryFailure.failed_at': 'The time of the failure.',
  'WebhookHeaders.webhook-id': 'The id of the event.',
  'WebhookHeaders.webhook-timestamp': 'The time of the attempt, in seconds since 1970.',
  'WebhookHeaders.webhook-signature': 'The signatures of the request, separated by spaces.',
  'PreviousWebhookSecret.secret': 'The older secret.',
  'UsageRecord.month': 'The month as `YYYY-MM`.',
  'UsageRecord.calls': 'The number, the seconds and the cost of the calls.',
  'UsageRecord.sms': 'The number, the segments and the cost of the SMS.',
  'UsageRecord.days': 'The days with charges, the oldest first.',
  'UsageDay.date': 'The day in UTC.',
  'UsageDay.calls': 'The number of calls that had a cost.',
  'UsageDay.seconds': 'The seconds of the calls that had a cost.',
  'UsageDay.calls_cost': 'The cost of the calls.',
  'UsageDay.sms': 'The number of SMS, less those that were refunded.',
  'UsageDay.sms_cost': 'The cost of the SMS, less the refunds.',
  'TokenRecord.revoked_at': 'The time of the revocation, or null if the token was not revoked.',
  'NewTokenRecord.revoked_at': 'The value is null, because the token is new.',
  'CampaignRecord.timezone': 'The time zone for numbers that do not show theirs.',
  'CampaignRecord.max_calls_in_parallel': 'The most calls of the campaign at the same time.',
  'CampaignRecord.mark_complete_when_no_leads':
    'If true, the campaign becomes `completed` when no lead needs a call any more.',
  'CampaignRecord.allowed_hours_start_time': 'The first minute in which the campaign calls.',
  'CampaignRecord.allowed_hours_end_time': 'The last minute in which the campaign calls.',
  'CampaignRecord.allowed_days': 'The days of the week on which the campaign calls.',
  'CampaignRecord.retry_on_voicemail': 'If true, a voicemail counts as not reached.',
  'CampaignRecord.retry_on_goal_incomplete': 'If true, leads that talked without reaching the goal are called again.',
  'CampaignRecord.goal_completion_variable': 'The item of the evaluation that says whether the goal was reached.',
  ...widgetSettingNotes('WidgetSettings'),
  ...widgetSettingNotes('WidgetSettingsRequest'),
  'WidgetRecord.theme': 'The theme of the widget.',
  'WidgetRecord.color': 'The color of the button.',
  'WidgetRecord.position': 'The corner of the page in which the widget is shown.',
  'WidgetRecord.language': 'The language of the widget, as a code of two letters.',
  'SmsRecord.to': 'The number of the recipient in E.164.',
  'SmsRecord.body': 'The text of the SMS.',
  'SmsRecord.segment_price': 'The price of one segment.',
  'ListedSmsRecord.body': 'The text of the SMS.',
  'ListedSmsRecord.segment_price': 'The price of one segment.',
  'ListedSmsRecord.direction': 'The direction of the SMS.',
  'SmsChangedPayload.id': 'The id of the SMS.',
  'SmsChangedPayload.direction': 'The direction of the SMS.',
  'SmsChangedPayload.from': 'The sender.',
  'SmsChangedPayload.to': 'The recipient.',
  'SmsChangedPayload.body': 'The text of the SMS.',
  'SmsChangedPayload.segments': 'The number of segments.',
  'SetSmsWebhookRequest.sms_webhook_url': 'The new address, or null for none.',
  'SetDefaultCountryRequest.default_country': 'The new country as a code of two letters, such as DE, or null for none.',
  'CallCompletedPayload.id': 'The id of the call.',
  'CallCompletedPayload.type': 'The type, which is `inbound`, `outbound` or `web`.',
  'CallCompletedPayload.status': 'The final status of the call.',
  'CallCompletedPayload.end_reason': 'The reason of the end, or null if it is not known who hung up.',
  'CallCompletedPayload.customer_phone': 'The number of the customer.',
  'CallCompletedPayload.assistant_phone': 'The number of the assistant.',
  'CallCompletedPayload.input_variables': 'The variables that the call started with.',
  'CallCompletedPayload.transcript': 'The transcript, with one line for each turn.',
  'CallCompletedPayload.latency': 'The latency of the answers, or null if none was measured.',
  'CallCompletedPayload.transcript_turns': 'The turns of the transcript.',
  'CallCompletedPayload.recording_url':
    'The link to the recording. The field is present if the call was recorded and the webhook may contain the link.',
  'CallCompletedPayload.finished_at': 'The time when the call ended.',
  'CallCompletedPayload.lead': 'The lead of a campaign call, or null for other calls.',
  'CallCompletedPayload.campaign': 'The campaign of the call, or null if it has none.',
  'CalledLead.status': 'The status of the lead after the call.',
  'CallDetailRecord.latency': 'The latency of the answers, or null if none was measured.',
  openapi: 'The version of OpenAPI.',
  paths: 'The operations of the API.',
  'MakeCallRequest.expires_in_seconds':
    'The seconds that the call may wait. After this time it is cancelled instead of dialled. The default is a day.',
  'MakeCallRequest.allow_parallel':
    'Whether the call is dialled although another call to the number is in progress. By default it waits until the other call has ended, for an hour at most.',
  'SendTestWebhookRequest.url': 'The server that gets the event. By default it is the webhook of the assistant.',
  'CreateTokenRequest.name': 'The name of the token.',
  'CreateTokenRequest.scopes': 'The scopes of the token.',
  'CreateTokenRequest.expires_at':
    'The time when the token expires. By default it expires with the token of the request.',
  'CreateCampaignRequest.name': 'The name of the campaign.',
  'CreateCampaignRequest.assistant_id': 'The id of an outbound assistant.',
  'CreateLeadRequest.secondary_contacts': 'Further numbers of the customer, in the order in which they are called.',
  'UpdateLeadRequest.campaign_id': 'The campaign that the lead moves to.',
  ...toolNotes,
  'UpdateCampaignRequest.name': 'The name of the campaign.',
  'UpdateCampaignRequest.assistant_id': 'The id of an outbound assistant.',
  'UpdateLeadRequest.status': 'The new status. `created` starts the attempts again, and `completed` ends them.',
};

/** Fields of assistants whose values in the record differ from those of the request. */
const assistantNotes: Readonly<Record<string, string>> = {
  type: 'An `outbound` assistant makes calls. An `inbound` one answers its phone number.',
  language_id: 'The id of the language.',
};

const ASSISTANT_RECORD = /^(?:Outbound)?Assistant(?:Record|Detail|Version|Summary)$/;

/** The schema of a component, in which every field has a description. */
export function withRecordNotes(component: string, schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]) => {
    if (typeof part === 'boolean' || part.$ref !== undefined || part.description !== undefined) return [name, part];
    const effect = ASSISTANT_RECORD.test(component) ? (assistantNotes[name] ?? settingEffect(name)) : undefined;
    const ofRecord = notes[`${component.replace(/Detail$/, 'Record')}.${name}`];
    const description = notes[`${component}.${name}`] ?? ofRecord ?? effect ?? notes[name];
    return [name, description === undefined ? part : { ...part, description }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function widgetSettingNotes(component: string): Record<string, string> {
  return {
    [`${component}.theme`]: 'The theme of the widget.',
    [`${component}.color`]: 'The color of the button.',
    [`${component}.position`]: 'The corner of the page in which the widget is shown.',
    [`${component}.allowed_origins`]:
      'The origins whose pages may show the widget. Without the list, no page shows it.',
    [`${component}.calls_at_once`]: 'The most calls of the widget in progress. The default is 5.',
    [`${component}.visitor_variables`]:
      'The names of the variables that a visitor may give. Without the list, a visitor gives none.',
    [`${component}.max_call_seconds`]:
      'The longest call of a visitor, in seconds. The default is 300. A call is never longer than `max_call_duration`.',
    [`${component}.max_spend_per_hour`]:
      'The most that the calls of the widget cost in any hour, in USD. The default is 1.',
    [`${component}.max_spend_per_day`]:
      'The most that the calls of the widget cost in any day, in USD. The default is 10.',
  };
}
