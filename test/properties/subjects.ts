import { sampleRequest } from '#infra/generate/openapi/sample-request.ts';
import type { Setting } from '#shared/assistants/setting.ts';
import { settings } from '#shared/assistants/settings.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

/** What a stored scene has to offer to requests. */
export interface SceneIds {
  outboundAssistant: number;
  inboundAssistant: number;
  foreignAssistant: number;
  call: number;
  token: number;
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

type Fields = Record<string, unknown>;

/** A request to one endpoint that would be answered well, for the properties to spoil. */
export interface Subject {
  body?: Fields;
  /** Parameters that the endpoint reads. */
  query: Record<string, string>;
  /** The parameter in the path. */
  path?: string;
}

/** Every field of an assistant, most of them as they are by default. */
const fullAssistant = ({ number }: SceneIds) => ({
  body: assistantRequest({
    ...Object.fromEntries(
      Object.values<Setting>(settings)
        .filter((row) => row.request !== undefined && 'default' in row)
        .map((row) => [row.request, row.default]),
    ),
    phone_number_id: number,
    is_webhook_active: true,
    webhook_url: 'https://example.com/hook',
    min_interrupt_words: 3,
    who_speaks_first: 'Customer',
    post_call_schema: [{ name: 'goal', type: 'bool', description: 'Whether it was reached.' }],
    end_call_tool: { description: 'Bye.' },
  }),
});
const goal = { retry_on_goal_incomplete: true, goal_completion_variable: 'status' };
const filters = { date_from: '2026-01-01', date_to: '2027-12-31', page: '1', per_page: '10', status: 'created' };

/** What is sent beside the sample event of an endpoint, or in its place. */
const more: Record<string, (ids: SceneIds) => { body?: Fields; query?: Record<string, string>; path?: string }> = {
  'assistants/create-assistant': fullAssistant,
  'assistants/update-assistant': fullAssistant,
  'assistants/enable-inbound-webhook': (ids) => ({ body: { assistant_id: ids.inboundAssistant } }),
  'assistants/disable-inbound-webhook': (ids) => ({ body: { assistant_id: ids.inboundAssistant } }),
  'calls/list-calls': (ids) => ({
    query: {
      ...filters,
      status: 'initiated',
      type: 'outbound',
      phone_number: '+12025550100',
      assistant_id: String(ids.outboundAssistant),
      campaign_id: String(ids.campaign),
    },
  }),
  'campaigns/create-campaign': () => ({ body: { ...goal, mark_complete_when_no_leads: false } }),
  'campaigns/update-campaign-status': (ids) => ({ body: { campaign_id: ids.readyCampaign } }),
  'do-not-call/add-do-not-call-entry': () => ({ body: { phone_number: '+12025550180' } }),
  'do-not-call/remove-do-not-call-entry': () => ({ path: '+12025550189' }),
  'leads/list-leads': (ids) => ({ query: { ...filters, campaign_id: String(ids.campaign), phone_number: '5550180' } }),
  'leads/update-lead': (ids) => ({ body: { campaign_id: ids.campaign, phone_number: '+12025550172' } }),
};

/** The sample event of an endpoint, with the ids of the scene. */
export async function subjectOf(endpoint: string, ids: SceneIds): Promise<Subject> {
  const sample = await sampleRequest(endpoint);
  const own = more[endpoint]?.(ids) ?? {};
  const body = sample.body as Fields | undefined;
  const [path] = 'id' in sample.path ? [String(inPath(endpoint, ids))] : Object.values(sample.path);
  return {
    query: { ...sample.query, ...own.query },
    ...(body && { body: { ...body, ...knownIn(body, ids), ...own.body } }),
    ...(path && { path: own.path ?? path }),
  };
}

/** The ids that a body sends, by the names of their fields. */
function knownIn(body: Fields, ids: SceneIds): Fields {
  const { outboundAssistant: assistant_id, campaign: campaign_id, number } = ids;
  const known = { assistant_id, campaign_id, from: number, phone_number_ids: [number] };
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in body));
}

function inPath(endpoint: string, ids: SceneIds): number | undefined {
  const { outboundAssistant: assistants, call: calls, campaign: campaigns, lead: leads, token: tokens } = ids;
  const byFolder = { assistants, calls, campaigns, leads, tokens, 'web-calls': assistants };
  return new Map(Object.entries(byFolder)).get(endpoint.split('/')[0]!);
}
