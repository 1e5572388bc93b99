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

/** The public API as a client uses it: over HTTP, with a bearer token. */
export class DemoApi {
  readonly #baseUrl: string;
  readonly #token: string;

  constructor(baseUrl: string, token: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  async createAssistant(body: unknown): Promise<number> {
    return v.parse(Created, await this.#send('POST', '/user/assistant', body)).data.id;
  }

  async deleteAssistant(assistantId: number): Promise<void> {
    await this.#send('DELETE', `/user/assistant/${assistantId}`);
  }

  async makeCall(body: unknown): Promise<{ callId: number; status: string }> {
    const started = v.parse(Started, await this.#send('POST', '/user/make_call', body));
    return { callId: started.call_id, status: started.status };
  }

  async enableInboundWebhook(assistantId: number, webhookUrl: string): Promise<void> {
    const body = { assistant_id: assistantId, webhook_url: webhookUrl };
    await this.#send('POST', '/user/assistants/enable-inbound-webhook', body);
  }

  /** The newest call that came in. */
  async findInboundCall(assistantId: number): Promise<CallRow | undefined> {
    const page = v.parse(Page, await this.#send('GET', `/user/calls?type=inbound&assistant_id=${assistantId}`));
    return page.data[0];
  }

  async findCall(callId: number): Promise<CallRow | undefined> {
    const page = v.parse(Page, await this.#send('GET', '/user/calls?per_page=100'));
    return page.data.find((call) => call.id === callId);
  }

  async createCampaign(body: unknown): Promise<number> {
    return v.parse(Created, await this.#send('POST', '/user/campaigns', body)).data.id;
  }

  async startCampaign(campaignId: number): Promise<void> {
    await this.#send('POST', '/user/campaigns/update-status', { campaign_id: campaignId, action: 'start' });
  }

  async campaignStatus(campaignId: number): Promise<string | undefined> {
    const campaigns = v.parse(Campaigns, await this.#send('GET', '/user/campaigns'));
    return campaigns.find(({ id }) => id === campaignId)?.status;
  }

  async createLead(body: unknown): Promise<void> {
    await this.#send('POST', '/user/leads', body);
  }

  async refuseCalls(phoneNumber: string): Promise<void> {
    await this.#send('POST', '/user/do-not-call', { phone_number: phoneNumber });
  }

  /** The status of each lead, by its number. */
  async leadStatuses(campaignId: number): Promise<Map<string, string>> {
    const page = v.parse(LeadPage, await this.#send('GET', `/user/leads?campaign_id=${campaignId}&per_page=100`));
    return new Map(page.data.map((lead) => [lead.phone_number, lead.status]));
  }

  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}
