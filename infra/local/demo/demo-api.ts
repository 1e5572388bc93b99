import * as v from 'valibot';

const CallRow = v.looseObject({
  id: v.number(),
  type: v.string(),
  client_phone_number: v.string(),
  status: v.string(),
  transcript: v.string(),
  duration: v.number(),
  carrier_cost: v.number(),
  total_cost: v.number(),
  answered_by: v.string(),
  evaluation: v.record(v.string(), v.unknown()),
  webhook_response: v.looseObject({ status: v.optional(v.number()) }),
});

export type CallRow = v.InferOutput<typeof CallRow>;

const Page = v.object({ data: v.array(CallRow) });
const Created = v.object({ data: v.object({ id: v.number() }) });
const Campaigns = v.array(v.object({ id: v.number(), status: v.string() }));
const LeadPage = v.object({ data: v.array(v.object({ phone_number: v.string(), status: v.string() })) });
const Started = v.object({ call_id: v.number(), status: v.string() });

export type DemoApi = ReturnType<typeof createDemoApi>;

/** A client of the public API. */
export function createDemoApi(baseUrl: string, token: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  const create = async (path: string, body: unknown) => v.parse(Created, await send('POST', path, body)).data.id;
  const findCalls = async (query: string) => v.parse(Page, await send('GET', `/user/calls?${query}`)).data;
  return {
    ...campaignRequests(send, create),
    createAssistant: (body: unknown) => create('/user/assistant', body),
    async deleteAssistant(assistantId: number): Promise<void> {
      await send('DELETE', `/user/assistant/${assistantId}`);
    },
    async makeCall(body: unknown): Promise<{ callId: number; status: string }> {
      const started = v.parse(Started, await send('POST', '/user/make_call', body));
      return { callId: started.call_id, status: started.status };
    },
    async enableInboundWebhook(assistantId: number, webhookUrl: string): Promise<void> {
      const body = { assistant_id: assistantId, webhook_url: webhookUrl };
      await send('POST', '/user/assistants/enable-inbound-webhook', body);
    },
    /** The newest inbound call of an assistant. */
    async findInboundCall(assistantId: number): Promise<CallRow | undefined> {
      return (await findCalls(`type=inbound&assistant_id=${assistantId}`))[0];
    },
    findCampaignCalls: (campaignId: number) => findCalls(`campaign_id=${campaignId}&per_page=100`),
    async findCall(callId: number): Promise<CallRow | undefined> {
      return (await findCalls('per_page=100')).find((call) => call.id === callId);
    },
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

function campaignRequests(send: Send, create: (path: string, body: unknown) => Promise<number>) {
  return {
    createCampaign: (body: unknown) => create('/user/campaigns', body),
    async startCampaign(campaignId: number): Promise<void> {
      await send('POST', '/user/campaigns/update-status', { campaign_id: campaignId, action: 'start' });
    },
    async campaignStatus(campaignId: number): Promise<string | undefined> {
      const campaigns = v.parse(Campaigns, await send('GET', '/user/campaigns'));
      return campaigns.find(({ id }) => id === campaignId)?.status;
    },
    async createLead(body: unknown): Promise<void> {
      await send('POST', '/user/leads', body);
    },
    async addDoNotCallNumber(phoneNumber: string): Promise<void> {
      await send('POST', '/user/do-not-call', { phone_number: phoneNumber });
    },
    /** The status of each lead, by its number. */
    async leadStatuses(campaignId: number): Promise<Map<string, string>> {
      const page = v.parse(LeadPage, await send('GET', `/user/leads?campaign_id=${campaignId}&per_page=100`));
      return new Map(page.data.map((lead) => [lead.phone_number, lead.status]));
    },
  };
}
