import * as v from 'valibot';
import { leastAssistant } from '#test/api/more-clients.ts';
import * as shapes from '#test/api/shapes.ts';
import type { World } from '#test/api/world.ts';

/** Records that the requests of a client name. */
export interface Ids {
  assistant: number;
  /** Of the assistant. */
  uuid: string;
  lead: number;
  campaign: number;
  number: number;
  call: number;
  /** A campaign that has not been started. */
  draft: number;
  /** A mid-call tool. */
  tool: number;
}

/** A request of a public client by its shape, and what the client needs of the answer. */
export interface ClientRequest {
  operation: string;
  /** Method and path below the API prefix. */
  request: string;
  body?: Record<string, unknown>;
  answer: v.GenericSchema;
}

const list = (record: v.GenericSchema) => v.pipe(v.array(record), v.minLength(1));
const named = v.looseObject({ id: v.number(), name: v.string() });
const page = (record: v.GenericSchema) =>
  v.looseObject({ data: list(record), current_page: v.number(), per_page: v.number(), total: v.number() });
const message = v.looseObject({ message: v.string() });
const summary = v.looseObject({ message: v.string(), data: named });
const reserved = v.looseObject({ message: v.string(), data: v.pipe(v.array(v.unknown()), v.maxLength(0)) });
const phone = '+12025550141';
const webhook_url = 'https://example.com/n8n/hook';

/** In the names of the record, as the newer documentation of the public service has them. */
const newerAssistant = {
  ...leastAssistant,
  allow_interruptions: true,
  fillers: true,
  enable_noise_cancellation: true,
  record: true,
  max_duration: 300,
  reengagement_interval: 20,
  wait_for_customer: false,
  post_call_evaluation: true,
  post_call_schema: [{ name: 'status', type: 'bool', description: 'Reached.' }],
  ambient_sound: 'off',
  secondary_language_ids: [],
  tools: [{ type: 'end_call', description: 'End the call when the customer says goodbye.' }],
};

const tool = v.looseObject({
  id: v.number(),
  name: v.string(),
  headers: v.array(v.looseObject({ value: v.string() })),
});

/** What a client does with mid-call tools, under its own path. */
const toolRequests = (path: string, update: string, ids: Ids): ClientRequest[] => [
  {
    operation: 'create_mid_call_tool',
    request: `POST ${path}`,
    body: {
      name: `check_order${path.includes('mid') ? '_status' : ''}`,
      description: 'Checks the status of an order.',
      endpoint: 'https://api.example.com/orders/{order_id}',
      method: 'GET',
      timeout: 10,
      headers: [{ name: 'Authorization', value: 'Bearer token-of-the-shop' }],
      schema: [{ name: 'order_id', type: 'string', description: 'The number of the order.' }],
    },
    answer: v.looseObject({ message: v.literal('Tool created successfully'), data: tool }),
  },
  { operation: 'list_mid_call_tools', request: `GET ${path}`, answer: list(tool) },
  { operation: 'get_mid_call_tool', request: `GET ${path}/${ids.tool}`, answer: tool },
  {
    operation: 'update_mid_call_tool',
    request: `${update} ${path}/${ids.tool}`,
    body: { timeout: 5, description: 'Checks an order.' },
    answer: v.looseObject({ message: v.literal('Tool updated successfully'), data: tool }),
  },
  {
    operation: 'attach the tool to an assistant',
    request: `PUT /user/assistant/${ids.assistant}`,
    body: { tool_ids: [ids.tool] },
    answer: summary,
  },
  { operation: 'delete_mid_call_tool', request: `DELETE ${path}/${ids.tool}`, answer: message },
];

const lookups = (of: string): ClientRequest[] =>
  ['languages', 'voices', 'voices?mode=pipeline', 'models', 'synthesizer-providers', 'transcriber-providers'].map(
    (path) => ({ operation: `${of} ${path}`, request: `GET /user/assistants/${path}`, answer: list(named) }),
  );

/**
 * The voice operations of the public clients of this API: an MCP server, three n8n nodes, an Activepieces piece, a Python client and an
 * agent plugin. Their other operations are out of scope, or of a later version (`docs/decisions/0037-existing-clients.md`).
 */
export const clients: Record<string, (ids: Ids, world: World) => ClientRequest[]> = {
  'the MCP server': (ids) => [
    { operation: 'get_assistants', request: 'GET /user/assistants/get?page=1&per_page=10', answer: page(named) },
    { operation: 'get_outbound_assistants', request: 'GET /user/assistants/outbound', answer: list(named) },
    {
      operation: 'get_phone_numbers',
      request: 'GET /user/assistants/phone-numbers?type=inbound',
      answer: list(shapes.phoneNumberRecord),
    },
    { operation: 'get_models', request: 'GET /user/assistants/models?type=dualplex', answer: list(named) },
    {
      operation: 'get_voices',
      request: 'GET /user/assistants/voices?mode=dualplex&language_id=5',
      answer: list(named),
    },
    ...lookups('get'),
    { operation: 'create_assistant', request: 'POST /user/assistant', body: newerAssistant, answer: summary },
    {
      operation: 'update_assistant',
      request: `PUT /user/assistant/${ids.assistant}`,
      body: { name: 'Erika', language_id: 5, max_duration: 120, fillers: false, record: false },
      answer: summary,
    },
    {
      operation: 'enable_assistant_webhook',
      request: 'POST /user/assistants/enable-webhook',
      body: { assistant_id: ids.assistant, webhook_url },
      answer: reserved,
    },
    {
      operation: 'disable_assistant_webhook',
      request: 'POST /user/assistants/disable-webhook',
      body: { assistant_id: ids.assistant },
      answer: reserved,
    },
    {
      operation: 'enable_assistant_inbound_webhook',
      request: 'POST /user/assistants/enable-inbound-webhook',
      body: { assistant_id: ids.assistant, webhook_url },
      answer: reserved,
    },
    {
      operation: 'disable_assistant_inbound_webhook',
      request: 'POST /user/assistants/disable-inbound-webhook',
      body: { assistant_id: ids.assistant },
      answer: reserved,
    },
    {
      operation: 'make_call',
      request: 'POST /user/make_call',
      body: { assistant_id: String(ids.assistant), phone_number: phone, variables: { customer_name: 'Ada' } },
      answer: message,
    },
    {
      operation: 'get_call',
      request: `GET /user/calls/${ids.call}`,
      answer: v.looseObject({ id: v.literal(ids.call) }),
    },
    {
      operation: 'list_calls',
      request: `GET /user/calls?assistant_id=${ids.assistant}&page=1&per_page=10`,
      answer: v.looseObject({ total: v.number() }),
    },
    { operation: 'delete_call', request: `DELETE /user/calls/${ids.call}`, answer: message },
    { operation: 'list_leads', request: 'GET /user/leads?page=1&per_page=10', answer: page(shapes.leadRecord) },
    {
      operation: 'create_lead',
      request: 'POST /user/lead',
      body: {
        phone_number: '+12025550142',
        campaign_id: ids.campaign,
        variables: {},
        secondary_contacts: [{ phone_number: phone }],
      },
      answer: v.looseObject({ data: shapes.leadRecord }),
    },
    { operation: 'update_lead', request: `PUT /leads/${ids.lead}`, body: { variables: { a: 1 } }, answer: message },
    { operation: 'list_campaigns', request: 'GET /user/campaigns', answer: list(named) },
    {
      operation: 'create_campaign',
      request: 'POST /user/campaigns',
      body: {
        name: 'Spring',
        assistant_id: ids.assistant,
        max_calls_in_parallel: 3,
        allowed_hours_start_time: '09:00',
      },
      answer: v.looseObject({ data: named }),
    },
    {
      operation: 'list_all_phone_numbers',
      request: 'GET /user/phone-numbers/all',
      answer: v.looseObject({ data: list(v.looseObject({ id: v.number(), sms_capable: v.boolean() })) }),
    },
    ...toolRequests('/user/tools', 'PUT', ids),
    {
      operation: 'send_sms',
      request: 'POST /user/sms',
      body: { from: ids.number, to: phone, body: 'Hello.' },
      answer: v.looseObject({ data: shapes.smsRecord }),
    },
    { operation: 'get_me', request: 'GET /user/me', answer: v.looseObject({ name: v.string(), email: v.string() }) },
    { operation: 'delete_lead', request: `DELETE /user/leads/${ids.lead}`, answer: message },
    { operation: 'delete_assistant', request: `DELETE /user/assistant/${ids.assistant}`, answer: message },
  ],
  'the n8n nodes': (ids) => [
    { operation: 'the options of a call', request: 'GET /user/assistants/outbound', answer: list(named) },
    { operation: 'get assistants', request: 'GET /user/assistants', answer: list(named) },
    {
      operation: 'make a call',
      request: 'POST /user/make_call',
      body: { assistant_id: ids.assistant, phone_number: phone, variables: {} },
      answer: message,
    },
  ],
  'the Activepieces piece': (ids) => [
    {
      operation: 'list assistants',
      request: 'GET /user/assistants/get?per_page=100&page=1&type=outbound',
      answer: page(named),
    },
    {
      operation: 'list phone numbers',
      request: 'GET /user/assistants/phone-numbers',
      answer: list(shapes.phoneNumberRecord),
    },
    { operation: 'list campaigns', request: 'GET /user/campaigns', answer: list(named) },
    {
      operation: 'create campaign',
      request: 'POST /user/campaigns',
      body: { name: 'Autumn', assistant_id: ids.assistant, allowed_days: ['monday'], phone_number_ids: [ids.number] },
      answer: v.looseObject({ message: v.string(), data: named }),
    },
    {
      operation: 'update lead',
      request: `PATCH /user/leads/${ids.lead}`,
      body: { campaign_id: ids.campaign, phone_number: '+12025550143', status: 'created', variables: { a: 1 } },
      answer: message,
    },
    {
      operation: 'list calls',
      request:
        'GET /user/calls?status=completed&type=outbound&date_from=2026-01-01&date_to=2026-12-31&per_page=15&page=1',
      answer: v.looseObject({ data: v.array(v.unknown()), last_page: v.number() }),
    },
    {
      operation: 'get the user',
      request: 'GET /user/me',
      answer: v.looseObject({ name: v.string(), email: v.string(), total_balance: v.number() }),
    },
  ],
  'the Python client and the agent plugin': (ids) => [
    { operation: 'create_assistant', request: 'POST /user/assistant', body: newerAssistant, answer: summary },
    {
      operation: 'create_assistant in mode dualplex',
      request: 'POST /user/assistant',
      body: { ...newerAssistant, mode: 'dualplex', voice_id: 101, llm_model_id: undefined, multimodal_model_id: 101 },
      answer: v.looseObject({ data: v.looseObject({ mode: v.literal('multimodal') }) }),
    },
    {
      operation: 'update_assistant',
      request: `PATCH /user/assistants/${ids.assistant}`,
      body: { system_prompt: 'Be brief.', name: 'Max', type: 'inbound' },
      answer: summary,
    },
    { operation: 'list_assistants', request: 'GET /user/assistants?per_page=100&page=1', answer: list(named) },
    { operation: 'get_assistant', request: `GET /user/assistants/${ids.assistant}`, answer: named },
    ...lookups('get'),
    { operation: 'list_phone_numbers', request: 'GET /user/phone-numbers', answer: list(shapes.phoneNumberRecord) },
    ...toolRequests('/user/mid-call-tools', 'PATCH', ids),
    ...['webhook', 'inbound-webhook'].map((kind) => ({
      operation: `disable_${kind}`,
      request: `DELETE /user/assistants/${ids.uuid}/${kind}`,
      answer: message,
    })),
  ],
  // PHP writes an empty array for an empty map; forms and spreadsheets send ids as text.
  'clients in PHP': (ids) => [
    {
      operation: 'make a call',
      request: 'POST /user/make_call',
      body: { assistant_id: String(ids.assistant), phone_number: phone, variables: [] },
      answer: message,
    },
    {
      operation: 'send an SMS',
      request: 'POST /user/sms',
      body: { from: String(ids.number), to: phone, body: 'Hello.' },
      answer: message,
    },
    {
      operation: 'create a lead',
      request: 'POST /user/lead',
      body: { campaign_id: String(ids.campaign), phone_number: '+12025550144', variables: [], allow_dupplicate: '1' },
      answer: v.looseObject({ data: v.looseObject({ variables: v.strictObject({}) }) }),
    },
    {
      operation: 'create an assistant',
      request: 'POST /user/assistant',
      body: {
        ...newerAssistant,
        voice_id: '1',
        language_id: '5',
        llm_model_id: '1',
        variables: [],
        phone_number_id: String(ids.number),
      },
      answer: summary,
    },
  ],
};
