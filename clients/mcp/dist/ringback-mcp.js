#!/usr/bin/env node

// clients/mcp/src/main.ts
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

// clients/mcp/src/http.ts
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

// clients/mcp/src/server.ts
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createClient } from "@ringback/client";

// clients/mcp/src/tools/account.ts
import { filters } from "@ringback/client/filters";
import * as operations from "@ringback/client/operations";
import { z as z2 } from "zod";

// clients/mcp/src/tool.ts
import { ApiError } from "@ringback/client";
import { z } from "zod";
var READS = { readOnlyHint: true, openWorldHint: false };
var CREATES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false
};
var CHANGES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false
};
var DELETES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false
};
var COSTS_MONEY = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true
};
function about({ summary: summary2, description }, { title = summary2, more } = {}) {
  return { title, description: more === void 0 ? description : `${description} ${more}` };
}
var id = (of) => z.number().int().positive().describe(`Id of ${of}.`);
var variables = z.record(z.string(), z.unknown());
var limit = z.number().int().min(1).max(100).default(20).describe("The largest number of records to answer with.");
var confirm = z.boolean().optional().describe(
  "Set it to true only after the user has agreed to this very action. Clients that can ask the user ignore it."
);
async function answer(work) {
  try {
    const structuredContent = await work();
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    return failure(explain(error));
  }
}
function failure(text) {
  return { isError: true, content: [{ type: "text", text }] };
}
function explain(error) {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const { status, message, detail, retryAfter, help } = error;
  const parts = [
    `The service refused with status ${status}: ${message}`,
    detail,
    retryAfter === void 0 ? void 0 : `Try again in ${Math.ceil(retryAfter)} s.`,
    help === void 0 ? void 0 : `See ${help}`
  ];
  return parts.filter((part) => part !== void 0).join("\n");
}
var ANSWER_WITHIN_MS = 10 * 6e4;
async function withoutConsent(server, action, { confirmed, signal }) {
  const canAsk = server.server.getClientCapabilities()?.elicitation?.form !== void 0;
  const refusal = canAsk ? await askUser(server, action, signal) : refusalWithout(confirmed, action);
  return signal.aborted ? failure(`Nothing was done: the request was cancelled. (${action})`) : refusal;
}
function refusalWithout(confirmed, action) {
  if (confirmed) return void 0;
  return failure(`Nothing was done. ${action} costs money. Ask the user, then call again with confirm: true.`);
}
async function askUser(server, action, signal) {
  const question = {
    message: `${action}? It costs money.`,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Yes, do it", default: false } },
      required: ["confirm"]
    }
  };
  try {
    const answered = await server.server.elicitInput(question, { signal, timeout: ANSWER_WITHIN_MS });
    if (answered.action === "accept" && answered.content?.["confirm"] === true) return void 0;
    return failure(`Nothing was done: the user has not agreed. (${action})`);
  } catch (error) {
    return failure(`Nothing was done: the user has not answered. (${action}: ${explain(error)})`);
  }
}
async function take(records, count) {
  const taken = [];
  for await (const record of records) {
    taken.push(record);
    if (taken.length >= count) break;
  }
  return taken;
}

// clients/mcp/src/tools/account.ts
var named = z2.object({ id: z2.number(), name: z2.string() });
function accountTools({ server, ringback }) {
  server.registerTool(
    "get_account",
    {
      ...about(operations.getCurrentUser, { more: "The phone numbers of the account are in the answer, too." }),
      outputSchema: {
        name: z2.string(),
        total_balance: z2.number(),
        calls_now: z2.number(),
        calls_allowed: z2.number(),
        phone_numbers: z2.array(z2.object({ id: z2.number(), phone_number: z2.string(), type_label: z2.string() }))
      },
      annotations: READS
    },
    () => answer(async () => {
      const [me, numbers] = await Promise.all([ringback.me(), ringback.lookups.numbers()]);
      const { name, total_balance, calls_now, calls_allowed } = me;
      const phone_numbers = numbers.map(({ id: id2, phone_number, type_label }) => ({ id: id2, phone_number, type_label }));
      return { name, total_balance, calls_now, calls_allowed, phone_numbers };
    })
  );
  server.registerTool(
    "list_lookups",
    {
      title: "List voices, models and languages",
      description: "Lists the voices of an engine, the language models and the languages, for create_assistant.",
      inputSchema: { engine: z2.enum(filters.listVoices.mode).default("pipeline").describe("Engine of the voices.") },
      outputSchema: { voices: z2.array(named), models: z2.array(named), languages: z2.array(named) },
      annotations: READS
    },
    ({ engine }) => answer(async () => {
      const { lookups } = ringback;
      const lists = await Promise.all([lookups.voices({ mode: engine }), lookups.models(), lookups.languages()]);
      const [voiceList, modelList, languageList] = lists.map((list) => list.map(({ id: id2, name }) => ({ id: id2, name })));
      return { voices: voiceList, models: modelList, languages: languageList };
    })
  );
  smsTool({ server, ringback });
}
function smsTool({ server, ringback }) {
  server.registerTool(
    "send_sms",
    {
      ...about(operations.sendSms, { more: "An SMS cannot be taken back, so the user must agree." }),
      inputSchema: {
        from: id("one of the phone numbers of get_account"),
        to: z2.string().describe("Number with country code, +12025550100."),
        body: z2.string().max(300),
        confirm
      },
      outputSchema: { id: z2.number(), status: z2.string(), segments: z2.number(), total_cost: z2.number() },
      annotations: COSTS_MONEY
    },
    async ({ confirm: confirmed, ...sms }, { signal }) => {
      const refusal = await withoutConsent(server, `Send to ${sms.to}: “${sms.body}”`, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { id: id2, status, segments, total_cost } = await ringback.sms.send(sms, { signal });
        return { id: id2, status, segments, total_cost };
      });
    }
  );
}

// clients/mcp/src/tools/assistants.ts
import { defined } from "@ringback/client";
import { filters as filters2 } from "@ringback/client/filters";
import * as operations2 from "@ringback/client/operations";
import { z as z3 } from "zod";
var summary = {
  id: z3.number(),
  name: z3.string(),
  type: z3.string(),
  mode: z3.string(),
  status: z3.string()
};
var details = {
  ...summary,
  language: z3.string().nullable(),
  timezone: z3.string(),
  phone_number_id: z3.number().nullable(),
  initial_message: z3.string(),
  system_prompt: z3.string(),
  variables,
  webhook_url: z3.string().nullable(),
  max_duration: z3.number().describe("Seconds."),
  post_call_schema: z3.array(z3.object({ name: z3.string(), type: z3.string(), description: z3.string() }))
};
var shortOf = ({ id: id2, name, type, mode, status }) => ({
  id: id2,
  name,
  type,
  mode,
  status
});
var fields = {
  name: z3.string().max(255).describe("Name of the assistant."),
  initial_message: z3.string().describe("First sentence of the assistant. A variable of the call replaces {customer_name}."),
  system_prompt: z3.string().describe("Role, goal and manner of speaking of the assistant."),
  language: z3.string().describe("Name of a language of list_lookups, such as English."),
  voice_id: id("a voice of list_lookups that fits the engine"),
  llm_model: z3.string().describe("Name of a model of list_lookups."),
  timezone: z3.string().describe("IANA name, such as Europe/Berlin."),
  other_settings: variables.describe('Further fields of the API, such as {"speech_speed": 1.1, "record_call": true}.')
};
function assistantTools({ server, ringback }) {
  server.registerTool(
    "list_assistants",
    {
      ...about(operations2.listAssistants, { more: "Only outbound assistants can make calls." }),
      inputSchema: { limit },
      outputSchema: { assistants: z3.array(z3.object(summary)) },
      annotations: READS
    },
    ({ limit: count }) => answer(async () => ({
      assistants: (await take(ringback.assistants.list({ per_page: count }), count)).map(shortOf)
    }))
  );
  server.registerTool(
    "get_assistant",
    {
      ...about(operations2.getAssistant),
      inputSchema: { assistant_id: id("the assistant") },
      outputSchema: details,
      annotations: READS
    },
    ({ assistant_id }) => answer(async () => {
      const assistant = await ringback.assistants.get(assistant_id);
      return Object.fromEntries(Object.entries(assistant).filter(([name]) => name in details));
    })
  );
  createTool({ server, ringback });
  changeTools({ server, ringback });
}
function createTool({ server, ringback }) {
  server.registerTool(
    "create_assistant",
    {
      ...about(operations2.createAssistant, { more: "An assistant costs nothing." }),
      inputSchema: {
        ...fields,
        direction: z3.enum(["outbound", "inbound"]).default("outbound").describe("Outbound assistants make calls, inbound ones answer them."),
        engine: z3.enum(filters2.listVoices.mode).default("pipeline").describe("multimodal is speech to speech."),
        other_settings: fields.other_settings.optional()
      },
      outputSchema: summary,
      annotations: CREATES
    },
    ({ name, direction, engine, other_settings: others, ...given }) => answer(
      async () => shortOf(
        await ringback.assistants.create({
          ...others,
          ...given,
          assistant_name: name,
          calls_direction: direction === "outbound" ? "make" : "receive",
          engine_type: engine
        })
      )
    )
  );
}
function changeTools({ server, ringback }) {
  server.registerTool(
    "update_assistant",
    {
      ...about(operations2.updateAssistant),
      inputSchema: { assistant_id: id("the assistant"), ...z3.object(fields).partial().shape },
      outputSchema: summary,
      annotations: CHANGES
    },
    ({ assistant_id, name, other_settings: others, ...given }) => answer(async () => {
      const changes = { ...others, ...given, ...defined({ assistant_name: name }) };
      return shortOf(await ringback.assistants.update(assistant_id, changes));
    })
  );
  server.registerTool(
    "delete_assistant",
    {
      ...about(operations2.deleteAssistant),
      inputSchema: { assistant_id: id("the assistant") },
      outputSchema: { deleted: z3.boolean() },
      annotations: DELETES
    },
    ({ assistant_id }) => answer(async () => {
      await ringback.assistants.delete(assistant_id);
      return { deleted: true };
    })
  );
}

// clients/mcp/src/tools/calls.ts
import { ApiError as ApiError2, ConnectionError, defined as defined3, RingbackError } from "@ringback/client";
import { filters as filters3 } from "@ringback/client/filters";
import * as operations3 from "@ringback/client/operations";
import { z as z5 } from "zod";

// clients/mcp/src/call-records.ts
import { defined as defined2, isOpen } from "@ringback/client";
import { z as z4 } from "zod";
var head = {
  id: z4.number(),
  type: z4.string(),
  status: z4.string(),
  outcome: z4.string().nullable().describe("Outcome of the call, in one word; null until the call is settled."),
  assistant_name: z4.string(),
  client_phone_number: z4.string(),
  duration: z4.number().describe("Seconds."),
  total_cost: z4.number(),
  answered_by: z4.string(),
  created_at: z4.string().describe("UTC.")
};
var reason = z4.object({ by: z4.string(), code: z4.string(), text: z4.string() });
var whole = {
  ...head,
  finished: z4.boolean(),
  end_reason: z4.string().nullable(),
  reason: reason.nullable().describe("The end of the call: who ended it, and why."),
  transcript: z4.string(),
  evaluation: variables.describe("Answers to the post-call schema of the assistant, by name."),
  variables,
  recording_url: z4.string().optional()
};
var headOf = (call) => ({
  id: call.id,
  type: call.type,
  status: call.status,
  outcome: call.outcome ?? null,
  assistant_name: call.assistant_name,
  client_phone_number: call.client_phone_number,
  duration: call.duration,
  total_cost: call.total_cost,
  answered_by: call.answered_by,
  created_at: call.created_at
});
var wholeOf = (call) => ({
  ...headOf(call),
  finished: !isOpen(call),
  end_reason: call.end_reason,
  reason: call.reason,
  transcript: call.transcript,
  evaluation: call.evaluation,
  variables: call.variables,
  ...defined2({ recording_url: call.recording_url })
});

// clients/mcp/src/tools/calls.ts
function callTools({ server, ringback }) {
  server.registerTool(
    "list_calls",
    {
      ...about(operations3.listCalls, { more: "get_call has the conversation." }),
      inputSchema: {
        limit,
        type: z5.enum(filters3.listCalls.type).optional(),
        outcome: z5.enum(filters3.listCalls.outcome).optional().describe("Outcome of the call."),
        phone_number: z5.string().optional().describe("Number of the customer, +1…."),
        assistant_id: id("an assistant").optional(),
        campaign_id: id("a campaign").optional(),
        date_from: z5.iso.date().optional().describe("UTC day."),
        date_to: z5.iso.date().optional().describe("UTC day.")
      },
      outputSchema: { total: z5.number(), calls: z5.array(z5.object(head)) },
      annotations: READS
    },
    ({ limit: count, ...filters4 }) => answer(async () => {
      const page = await ringback.calls.list({ ...filters4, include: "outcome", per_page: count });
      return { total: page.total, calls: page.data.map(headOf) };
    })
  );
  server.registerTool(
    "get_call",
    {
      ...about(operations3.getCall),
      inputSchema: { call_id: id("the call") },
      outputSchema: whole,
      annotations: READS
    },
    ({ call_id }) => answer(async () => wholeOf(await ringback.calls.get(call_id)))
  );
  deliveriesTool({ server, ringback });
  makeCallTool({ server, ringback });
  waitForCallTool({ server, ringback });
  endCallTool({ server, ringback });
}
function deliveriesTool({ server, ringback }) {
  server.registerTool(
    "list_webhook_deliveries",
    {
      ...about(operations3.listDeliveries),
      inputSchema: { call_id: id("the call") },
      outputSchema: {
        deliveries: z5.array(
          z5.object({ id: z5.string(), event: z5.string(), url: z5.string(), status: z5.string(), attempts: z5.number() })
        )
      },
      annotations: READS
    },
    ({ call_id }) => answer(async () => ({
      deliveries: (await ringback.webhooks.deliveries(call_id)).map(({ id: id2, event, url, status, attempts }) => ({
        id: id2,
        event,
        url,
        status,
        attempts: attempts.length
      }))
    }))
  );
}
function makeCallTool({ server, ringback }) {
  server.registerTool(
    "make_call",
    {
      ...about(operations3.makeCall, {
        more: "A call reaches a person, so the user must agree. The tool answers immediately; wait_for_call waits for the end of the call."
      }),
      inputSchema: {
        phone_number: z5.string().describe("Number of the customer with country code, +12025550100."),
        assistant_id: id("an outbound assistant"),
        variables: variables.optional().describe('Values of the placeholders of the assistant: {"customer_name": "Ada"}.'),
        confirm
      },
      outputSchema: {
        call_id: z5.number(),
        status: z5.string(),
        missing_variables: z5.array(z5.string()).optional().describe("Placeholders without a value.")
      },
      annotations: COSTS_MONEY
    },
    async ({ confirm: confirmed, ...call }, { signal }) => {
      const action = `Call ${call.phone_number} with assistant ${call.assistant_id}`;
      const refusal = await withoutConsent(server, action, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { call_id, status, data } = await ringback.calls.make(call, { signal });
        return { call_id, status, ...defined3({ missing_variables: data.missing_variables }) };
      });
    }
  );
}
function endCallTool({ server, ringback }) {
  server.registerTool(
    "end_call",
    {
      ...about(operations3.endCall, { more: "Use this tool only when the user asks for it: it cuts the customer off." }),
      inputSchema: { call_id: id("the call") },
      outputSchema: {
        call_id: z5.number(),
        status: z5.string().describe("Status at this moment; a live call is over moments later.")
      },
      annotations: DELETES
    },
    ({ call_id }) => answer(async () => {
      const { id: ended, status } = await ringback.calls.end(call_id);
      return { call_id: ended, status };
    })
  );
}
var SHORTEST_LOOK_MS = 1e3;
function waitForCallTool({ server, ringback }) {
  server.registerTool(
    "wait_for_call",
    {
      title: "Wait for a call",
      description: "Waits until a call is over, and answers with its transcript. If finished is false, the call goes on: wait again.",
      inputSchema: {
        call_id: id("the call"),
        timeout_seconds: z5.number().int().min(1).max(600).default(50).describe("Seconds to wait.")
      },
      outputSchema: whole,
      annotations: READS
    },
    ({ call_id, timeout_seconds }, { signal, sendNotification, _meta: meta }) => answer(async () => {
      let steps = 0;
      let seen = await ringback.calls.get(call_id, { signal });
      const onStatus = (call) => {
        seen = call;
        const progressToken = meta?.progressToken;
        if (progressToken === void 0) return;
        steps += 1;
        const params = { progressToken, progress: steps, message: call.status };
        sendNotification({ method: "notifications/progress", params }).catch(() => void 0);
      };
      const timeout = timeout_seconds * 1e3;
      return wholeOf(
        await ringback.waitForCall(call_id, { signal, timeout, interval: SHORTEST_LOOK_MS, onStatus }).catch((error) => {
          if (error instanceof RingbackError && !(error instanceof ApiError2 || error instanceof ConnectionError))
            return seen;
          throw error;
        })
      );
    })
  );
}

// clients/mcp/src/tools/campaigns.ts
import * as operations4 from "@ringback/client/operations";
import { z as z6 } from "zod";
var campaign = {
  id: z6.number(),
  name: z6.string(),
  status: z6.string(),
  assistant_id: z6.number().nullable(),
  timezone: z6.string(),
  allowed_hours_start_time: z6.string(),
  allowed_hours_end_time: z6.string()
};
var lead = {
  id: z6.number(),
  campaign_id: z6.number(),
  phone_number: z6.string(),
  status: z6.string(),
  variables
};
var campaignOf = (record) => ({
  id: record.id,
  name: record.name,
  status: record.status,
  assistant_id: record.assistant_id,
  timezone: record.timezone,
  allowed_hours_start_time: record.allowed_hours_start_time,
  allowed_hours_end_time: record.allowed_hours_end_time
});
var leadOf = (record) => ({
  id: record.id,
  campaign_id: record.campaign_id,
  phone_number: record.phone_number,
  status: record.status,
  variables: record.variables
});
var clock = z6.string().regex(/^\d\d:\d\d$/).optional();
function campaignTools({ server, ringback }) {
  server.registerTool(
    "list_campaigns",
    {
      ...about(operations4.listCampaigns),
      outputSchema: { campaigns: z6.array(z6.object(campaign)) },
      annotations: READS
    },
    () => answer(async () => ({ campaigns: (await ringback.campaigns.list()).map(campaignOf) }))
  );
  server.registerTool(
    "create_campaign",
    {
      ...about(operations4.createCampaign, { more: "It calls no customer before start_campaign." }),
      inputSchema: {
        name: z6.string(),
        assistant_id: id("an outbound assistant"),
        timezone: z6.string().optional().describe("IANA name, such as Europe/Berlin."),
        allowed_hours_start_time: clock.describe("HH:MM in its time zone."),
        allowed_hours_end_time: clock.describe("HH:MM in its time zone."),
        max_calls_in_parallel: z6.number().int().min(1).optional()
      },
      outputSchema: campaign,
      annotations: CREATES
    },
    (request) => answer(async () => campaignOf(await ringback.campaigns.create(request)))
  );
  switchTools({ server, ringback });
  leadTools({ server, ringback });
}
var state = { campaign_id: z6.number(), status: z6.string() };
function switchTools({ server, ringback }) {
  server.registerTool(
    "start_campaign",
    {
      ...about(operations4.updateCampaignStatus, {
        title: "Start a campaign",
        more: "This tool starts it. Each call costs money, so the user must agree."
      }),
      inputSchema: { campaign_id: id("the campaign"), confirm },
      outputSchema: state,
      annotations: COSTS_MONEY
    },
    async ({ campaign_id, confirm: confirmed }, { signal }) => {
      const action = `Call all leads of campaign ${campaign_id}`;
      const refusal = await withoutConsent(server, action, { confirmed, signal });
      return refusal ?? answer(async () => ({ ...await ringback.campaigns.start(campaign_id, { signal }) }));
    }
  );
  server.registerTool(
    "stop_campaign",
    {
      ...about(operations4.updateCampaignStatus, {
        title: "Stop a campaign",
        more: "This tool stops it, without `hang_up`."
      }),
      inputSchema: { campaign_id: id("the campaign") },
      outputSchema: state,
      annotations: CHANGES
    },
    ({ campaign_id }) => answer(async () => ({ ...await ringback.campaigns.stop(campaign_id) }))
  );
  server.registerTool(
    "hang_up_campaign",
    {
      ...about(operations4.updateCampaignStatus, {
        title: "Stop a campaign and hang up its calls",
        more: "This tool stops it with `hang_up`: it cuts off customers who are talking. Ask the user first."
      }),
      inputSchema: { campaign_id: id("the campaign") },
      outputSchema: state,
      annotations: DELETES
    },
    ({ campaign_id }) => answer(async () => ({ ...await ringback.campaigns.stop(campaign_id, { hangUp: true }) }))
  );
}
function leadTools({ server, ringback }) {
  server.registerTool(
    "list_leads",
    {
      ...about(operations4.listLeads),
      inputSchema: { limit, campaign_id: id("a campaign").optional() },
      outputSchema: { leads: z6.array(z6.object(lead)) },
      annotations: READS
    },
    ({ limit: count, ...filters4 }) => answer(async () => ({
      leads: (await take(ringback.leads.list({ ...filters4, per_page: count }), count)).map(leadOf)
    }))
  );
  server.registerTool(
    "create_lead",
    {
      ...about(operations4.createLead, {
        more: "Each call costs money, so the user must agree."
      }),
      inputSchema: {
        campaign_id: id("the campaign"),
        phone_number: z6.string().describe("Number with country code, +12025550100."),
        variables: variables.optional(),
        confirm
      },
      outputSchema: lead,
      annotations: COSTS_MONEY
    },
    async ({ confirm: confirmed, ...request }, { signal }) => {
      const action = `Add ${request.phone_number} to campaign ${request.campaign_id}, which may call it`;
      const refusal = await withoutConsent(server, action, { confirmed, signal });
      return refusal ?? answer(async () => leadOf(await ringback.leads.create(request, { signal })));
    }
  );
  updateLeadTool({ server, ringback });
}
function updateLeadTool({ server, ringback }) {
  server.registerTool(
    "update_lead",
    {
      ...about(operations4.updateLead, {
        more: "With the status completed the campaign does not call the lead any more."
      }),
      inputSchema: {
        lead_id: id("the lead"),
        phone_number: z6.string().optional(),
        status: z6.literal("completed").optional(),
        variables: variables.optional()
      },
      outputSchema: { updated: z6.boolean() },
      annotations: CHANGES
    },
    ({ lead_id, ...changes }) => answer(async () => {
      await ringback.leads.update(lead_id, changes);
      return { updated: true };
    })
  );
}

// clients/mcp/package.json
var package_default = {
  name: "ringback-mcp",
  version: "0.1.0",
  description: "MCP server of Ringback: lets a model make and watch phone calls, and manage assistants, leads, campaigns and SMS.",
  license: "Apache-2.0",
  bin: {
    "ringback-mcp": "dist/ringback-mcp.js"
  },
  files: [
    "dist"
  ],
  type: "module",
  dependencies: {
    "@modelcontextprotocol/sdk": "1.32.2",
    "@ringback/client": "0.1.0",
    zod: "4.6.7"
  },
  engines: {
    node: ">=20"
  }
};

// clients/mcp/src/server.ts
var INSTRUCTIONS = `Ringback makes phone calls by voice assistants. To call a person: list_assistants, make_call, wait_for_call.
To call many people: create_campaign, create_lead for each, start_campaign. Ids are numbers of up to 16 digits: copy them exactly.
Calls, SMS and campaigns reach real people and cost money: get the user's consent for each.`;
function createServer(access) {
  const server = new McpServer(
    { name: "ringback", title: "Ringback", version: package_default.version },
    { instructions: INSTRUCTIONS }
  );
  const tools = { server, ringback: createClient(access) };
  accountTools(tools);
  assistantTools(tools);
  callTools(tools);
  campaignTools(tools);
  return server;
}

// clients/mcp/src/http.ts
var MAX_SESSIONS = 200;
async function serveHttp({ baseUrl, token: ownToken, port }) {
  const sessions = /* @__PURE__ */ new Map();
  const server = createHttpServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const allowedHosts = () => {
    const address = server.address();
    const number = typeof address === "object" && address !== null ? address.port : port;
    return [`127.0.0.1:${number}`, `localhost:${number}`];
  };
  async function open(token) {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      // A page of a browser must not reach this server under a name of its own.
      enableDnsRebindingProtection: true,
      allowedHosts: allowedHosts(),
      onsessioninitialized: (id2) => {
        sessions.set(id2, { transport, token });
        const [oldest] = sessions.values();
        if (sessions.size > MAX_SESSIONS) oldest?.transport.close().catch(() => void 0);
      }
    });
    transport.onclose = () => {
      if (transport.sessionId !== void 0) sessions.delete(transport.sessionId);
    };
    await createServer({ baseUrl, token }).connect(transport);
    return transport;
  }
  async function handle(request, response) {
    if (request.url?.split("?")[0] !== "/mcp") return refuse(response, 404, "MCP is at /mcp");
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? ownToken;
    if (token === void 0) return refuse(response, 401, "Send Authorization: Bearer <access token>");
    const id2 = request.headers["mcp-session-id"];
    const session = typeof id2 === "string" ? sessions.get(id2) : void 0;
    if (id2 !== void 0 && session?.token !== token) return refuse(response, 404, "No such session");
    return (session?.transport ?? await open(token)).handleRequest(request, response);
  }
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://${allowedHosts()[0]}/mcp`,
    async stop() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      server.close();
      server.closeAllConnections();
    }
  };
}
function refuse(response, status, message) {
  const body = { jsonrpc: "2.0", error: { code: -32e3, message }, id: null };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

// clients/mcp/src/main.ts
var HELP = `ringback-mcp [--http <port>]

The MCP server of Ringback, over standard input and output, or with --http as streamable HTTP at http://127.0.0.1:<port>/mcp.

  RINGBACK_URL    address of the API, such as https://calls.example.com/api
  RINGBACK_TOKEN  access token; with --http, clients may send their own as Authorization: Bearer
`;
var WRONG_USAGE = 2;
var LAST_WORK_MS = 2e3;
function fail(message, exitCode) {
  process.stderr.write(`error: ${message}
`);
  process.exitCode = exitCode;
}
function parseOptions() {
  try {
    return parseArgs({
      options: {
        http: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "V" }
      }
    }).values;
  } catch (error) {
    fail(messageOf(error), WRONG_USAGE);
    return void 0;
  }
}
async function main({ http, help, version }) {
  const { RINGBACK_URL: baseUrl, RINGBACK_TOKEN: token } = process.env;
  if (help) process.stdout.write(HELP);
  else if (version) process.stdout.write(`${package_default.version}
`);
  else if (baseUrl === void 0 || token === void 0 && http === void 0) {
    fail(`set RINGBACK_URL and RINGBACK_TOKEN

${HELP.trimEnd()}`, WRONG_USAGE);
  } else if (http === void 0) await overStdio({ baseUrl, token: token ?? "" });
  else if (/^\d{1,5}$/.test(http) && Number(http) <= 65535) await overHttp({ baseUrl, token, port: Number(http) });
  else fail("--http takes a port from 0 to 65535", WRONG_USAGE);
}
async function overStdio(access) {
  process.stdin.once("end", () => setTimeout(() => process.exit(0), LAST_WORK_MS).unref());
  process.stdout.once("error", () => process.exit(0));
  await createServer(access).connect(new StdioServerTransport());
}
async function overHttp(options2) {
  try {
    const { url } = await serveHttp(options2);
    process.stderr.write(`Ringback MCP is at ${url}
`);
  } catch (error) {
    const isBusy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    fail(isBusy ? `port ${options2.port} is in use` : messageOf(error), 1);
  }
}
var messageOf = (error) => error instanceof Error ? error.message : String(error);
var options = parseOptions();
if (options) await main(options);
