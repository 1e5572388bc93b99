import { assistantRequest } from '#test/support/assistant-request.ts';

/** What a stored scene has to offer to requests. */
export interface SceneIds {
  outboundAssistant: number;
  inboundAssistant: number;
  foreignAssistant: number;
  call: number;
  lead: number;
  foreignLead: number;
  campaign: number;
  /** One that can be started. */
  readyCampaign: number;
  foreignCampaign: number;
  number: number;
  callerId: number;
  foreignNumber: number;
}

/** A request to one endpoint that would be answered well, for the properties to spoil. */
export interface Subject {
  body?: Record<string, unknown>;
  /** Parameters that the endpoint reads. */
  query?: Record<string, string>;
  /** The id in the path. */
  id?: number;
  /** The token in the path. */
  token?: string;
  /** The phone number in the path. */
  phoneNumber?: string;
}

const fullAssistant = {
  endpoint_type: 'ai',
  endpoint_sensitivity: 1,
  interrupt_sensitivity: 1,
  ambient_sound_volume: 0.5,
  post_call_evaluation: true,
  send_webhook_only_on_completed: false,
  include_recording_in_webhook: true,
  is_webhook_active: true,
  webhook_url: 'https://example.com/hook',
  variables: { shop: 'Ada' },
  use_min_interrupt_words: true,
  min_interrupt_words: 3,
  allow_interruptions: true,
  filler_audios: true,
  llm_temperature: 0.5,
  voice_stability: 0.5,
  voice_similarity: 0.5,
  speech_speed: 1,
  re_engagement_interval: 30,
  max_call_duration: 300,
  max_silence_duration: 30,
  end_call_on_voicemail: true,
  noise_cancellation: true,
  record_call: true,
  who_speaks_first: 'Customer',
  post_call_schema: [{ name: 'goal', type: 'bool', description: 'Whether it was reached.' }],
  end_call_tool: { description: 'Bye.' },
};

const fullCampaign = {
  name: 'Spring reminders',
  timezone: 'Europe/Berlin',
  max_calls_in_parallel: 3,
  max_retries: 2,
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
  allowed_days: ['monday', 'friday'],
  retry_interval: 30,
  retry_on_voicemail: true,
  retry_on_goal_incomplete: true,
  goal_completion_variable: 'status',
  mark_complete_when_no_leads: false,
  phone_number_ids: [],
};

const page = { page: '1', per_page: '10' };
const days = { date_from: '2026-01-01', date_to: '2027-12-31' };

/** By id of the manifest, so that an endpoint without a subject is noticed. */
export const subjects: Record<string, (ids: SceneIds) => Subject> = {
  'assistants/create-assistant': (ids) => ({
    body: assistantRequest({ ...fullAssistant, phone_number_id: ids.number }),
  }),
  'assistants/update-assistant': (ids) => ({
    id: ids.outboundAssistant,
    body: assistantRequest({ ...fullAssistant, phone_number_id: ids.number }),
  }),
  'assistants/delete-assistant': (ids) => ({ id: ids.outboundAssistant }),
  'assistants/list-assistants': () => ({ query: page }),
  'assistants/list-outbound-assistants': () => ({ query: page }),
  'assistants/enable-inbound-webhook': (ids) => ({
    body: { assistant_id: ids.inboundAssistant, webhook_url: 'https://example.com/hook' },
  }),
  'assistants/disable-inbound-webhook': (ids) => ({ body: { assistant_id: ids.inboundAssistant } }),
  'lookups/list-phone-numbers': () => ({ query: { type: 'inbound' } }),
  'lookups/list-voices': () => ({ query: { mode: 'pipeline' } }),
  'lookups/list-models': () => ({ query: page }),
  'lookups/list-languages': () => ({ query: page }),
  'calls/make-call': (ids) => ({
    body: { phone_number: '+12025550100', assistant_id: ids.outboundAssistant, variables: { customer_name: 'Ada' } },
  }),
  'calls/list-calls': (ids) => ({
    query: {
      status: 'initiated',
      type: 'outbound',
      phone_number: '+12025550100',
      assistant_id: String(ids.outboundAssistant),
      campaign_id: String(ids.campaign),
      ...days,
      ...page,
    },
  }),
  'leads/create-lead': (ids) => ({
    body: {
      phone_number: '+12025550170',
      campaign_id: ids.campaign,
      variables: { customer_name: 'Ada' },
      allow_dupplicate: true,
      secondary_contacts: [{ phone_number: '+12025550171', variables: { email: 'a@example.com' } }],
    },
  }),
  'leads/update-lead': (ids) => ({
    id: ids.lead,
    body: { campaign_id: ids.campaign, phone_number: '+12025550172', status: 'completed', variables: { a: 1 } },
  }),
  'leads/list-leads': (ids) => ({
    query: { status: 'created', campaign_id: String(ids.campaign), phone_number: '5550180', ...days, ...page },
  }),
  'leads/delete-lead': (ids) => ({ id: ids.lead }),
  'calls/get-call': (ids) => ({ id: ids.call }),
  'calls/delete-call': (ids) => ({ id: ids.call }),
  'campaigns/create-campaign': (ids) => ({ body: { ...fullCampaign, assistant_id: ids.outboundAssistant } }),
  'campaigns/list-campaigns': () => ({ query: page }),
  'campaigns/update-campaign-status': (ids) => ({ body: { campaign_id: ids.readyCampaign, action: 'start' } }),
  'campaigns/delete-campaign': (ids) => ({ id: ids.campaign }),
  'do-not-call/add-do-not-call-entry': () => ({ body: { phone_number: '+12025550180', reason: 'Asked us to.' } }),
  'do-not-call/list-do-not-call-entries': () => ({ query: page }),
  'do-not-call/remove-do-not-call-entry': () => ({ phoneNumber: '+12025550189' }),
  'users/show-user': () => ({ query: page }),
  'docs/get-openapi': () => ({}),
  'recordings/get-recording': (ids) => ({ token: `1.${ids.lead}.${'x'.repeat(43)}` }),
  'sms/send-sms': (ids) => ({ body: { from: ids.number, to: '+12025550199', body: 'Hello.' } }),
};
