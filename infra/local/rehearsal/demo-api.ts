import {
  type Call,
  createClient,
  type NewAssistant,
  type NewCampaign,
  type NewLead,
  type NewTool,
} from '@ringback/client';
import * as v from 'valibot';

export type CallRow = Call;

/** An assistant of a demo or a rehearsal's file. The service checks its fields: a mistake in a file gets its sentences. */
const Assistant = v.custom<NewAssistant>((value) => typeof value === 'object' && value !== null);

const Tool = v.custom<NewTool>((value) => typeof value === 'object' && value !== null);

export type DemoApi = ReturnType<typeof createDemoApi>;

/** What demos, rehearsals and benchmarks do with the API, by the client that users have. */
export function createDemoApi(baseUrl: string, token: string) {
  const client = createClient({ baseUrl, token });
  return {
    ...campaignRequests(client),
    async createAssistant(assistant: unknown): Promise<number> {
      return (await client.assistants.create(v.parse(Assistant, assistant))).id;
    },
    createTool: async (tool: unknown) => (await client.tools.create(v.parse(Tool, tool))).id,
    deleteTool: (toolId: number) => client.tools.delete(toolId),
    deleteAssistant: (assistantId: number) => client.assistants.delete(assistantId),
    async makeCall(call: Parameters<typeof client.calls.make>[0]): Promise<{ callId: number; status: string }> {
      const { call_id: callId, status } = await client.calls.make(call);
      return { callId, status };
    },
    enableInboundWebhook: (assistantId: number, webhookUrl: string) =>
      client.webhooks.enableInbound(assistantId, webhookUrl),
    /** The newest inbound call of an assistant. */
    async findInboundCall(assistantId: number): Promise<CallRow | undefined> {
      return (await client.calls.list({ type: 'inbound', assistant_id: assistantId, include: 'model' })).data[0];
    },
    toolCallsOf: async (callId: number) => (await client.calls.get(callId)).tool_calls,
    async findCampaignCalls(campaignId: number): Promise<CallRow[]> {
      return (await client.calls.list({ campaign_id: campaignId, per_page: 100 })).data;
    },
    async findCall(callId: number): Promise<CallRow | undefined> {
      return (await client.calls.list({ per_page: 100, include: 'model' })).data.find((call) => call.id === callId);
    },
  };
}

function campaignRequests({ campaigns, doNotCall, leads }: ReturnType<typeof createClient>) {
  return {
    createCampaign: async (campaign: NewCampaign) => (await campaigns.create(campaign)).id,
    async startCampaign(campaignId: number): Promise<void> {
      await campaigns.start(campaignId);
    },
    async campaignStatus(campaignId: number): Promise<string | undefined> {
      return (await campaigns.list()).find(({ id }) => id === campaignId)?.status;
    },
    async createLead(lead: NewLead): Promise<void> {
      await leads.create(lead);
    },
    async addDoNotCallNumber(phoneNumber: string): Promise<void> {
      await doNotCall.add(phoneNumber);
    },
    /** The status of each lead, by its number. */
    async leadStatuses(campaignId: number): Promise<Map<string, string>> {
      const page = await leads.list({ campaign_id: campaignId, per_page: 100 });
      return new Map(page.data.map((lead) => [lead.phone_number, lead.status]));
    },
  };
}
