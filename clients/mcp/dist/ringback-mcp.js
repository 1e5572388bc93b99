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
var id = (of) => z.number().int().positive().describe(`Id of ${of}.`);
var variables = z.record(z.string(), z.unknown());
var limit = z.number().int().min(1).max(100).default(20).describe("At most this number of records.");
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
async function withoutConsent(server, what, { confirmed, signal }) {
  const canAsk = server.server.getClientCapabilities()?.elicitation?.form !== void 0;
  const refusal = canAsk ? await askUser(server, what, signal) : refusalWithout(confirmed, what);
  return signal.aborted ? failure(`Nothing was done: the request was cancelled. (${what})`) : refusal;
}
function refusalWithout(confirmed, what) {
  if (confirmed) return void 0;
  return failure(`Nothing was done. ${what} costs money. Ask the user, then call again with confirm: true.`);
}
async function askUser(server, what, signal) {
  const question = {
    message: `${what}? It costs money.`,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Yes, do it", default: false } },
      required: ["confirm"]
    }
  };
  try {
    const { action, content } = await server.server.elicitInput(question, { signal, timeout: ANSWER_WITHIN_MS });
    if (action === "accept" && content?.["confirm"] === true) return void 0;
    return failure(`Nothing was done: the user has not agreed. (${what})`);
  } catch (error) {
    return failure(`Nothing was done: the user has not answered. (${what}: ${explain(error)})`);
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
      title: "Get the account",
      description: "Shows the balance, the calls at this moment, and the phone numbers of the account.",
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
      description: "Lists what create_assistant can be given: voices by engine, language models, languages.",
      inputSchema: { engine: z2.enum(["pipeline", "multimodal"]).default("pipeline").describe("Of the voices.") },
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
      title: "Send an SMS",
      description: "Sends a text message to a person. It costs money and cannot be taken back, so the user must agree.",
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
  name: z3.string().max(255).describe("What the assistant is called."),
  initial_message: z3.string().describe("What it says first. {customer_name} is replaced by a variable of the call."),
  system_prompt: z3.string().describe("Who it is, what it wants to achieve, and how it talks."),
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
      title: "List assistants",
      description: "Lists the voice assistants of the account, newest first. Only outbound ones can make calls.",
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
      title: "Get an assistant",
      description: "Shows what an assistant says and does: prompt, greeting, language, variables, data it extracts from calls.",
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
      title: "Create an assistant",
      description: "Creates a voice assistant that makes calls (outbound) or answers them (inbound). Creating it costs nothing.",
      inputSchema: {
        ...fields,
        direction: z3.enum(["outbound", "inbound"]).default("outbound"),
        engine: z3.enum(["pipeline", "multimodal"]).default("pipeline").describe("multimodal is speech to speech."),
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
      title: "Change an assistant",
      description: "Changes the given fields of an assistant. Calls that run keep the configuration that they started with.",
      inputSchema: { assistant_id: id("the assistant"), ...z3.object(fields).partial().shape },
      outputSchema: summary,
      annotations: CHANGES
    },
    ({ assistant_id, name, other_settings: others, ...given }) => answer(async () => {
      const changes = { ...others, ...given, ...name === void 0 ? {} : { assistant_name: name } };
      return shortOf(await ringback.assistants.update(assistant_id, changes));
    })
  );
  server.registerTool(
    "delete_assistant",
    {
      title: "Delete an assistant",
      description: "Deletes an assistant for good and frees its number. Its past calls stay.",
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
import { ApiError as ApiError2, ConnectionError, isOpen, RingbackError } from "@ringback/client";
import { filters } from "@ringback/client/filters";
import { z as z4 } from "zod";
var head = {
  id: z4.number(),
  type: z4.string(),
  status: z4.string(),
  outcome: z4.string().nullable().describe("What came of the call, in one word; null until it is settled."),
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
  reason: reason.nullable().describe("Who or what ended the call."),
  transcript: z4.string(),
  evaluation: variables.describe("What the assistant was to find out, by the names of its post-call schema."),
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
  ...call.recording_url === void 0 ? {} : { recording_url: call.recording_url }
});
function callTools({ server, ringback }) {
  server.registerTool(
    "list_calls",
    {
      title: "List calls",
      description: "Lists calls, newest first. get_call has the conversation.",
      inputSchema: {
        limit,
        type: z4.enum(filters.listCalls.type).optional(),
        outcome: z4.enum(filters.listCalls.outcome).optional().describe("What came of the call."),
        phone_number: z4.string().optional().describe("Number of the customer, +1…."),
        assistant_id: id("an assistant").optional(),
        campaign_id: id("a campaign").optional(),
        date_from: z4.iso.date().optional().describe("UTC day."),
        date_to: z4.iso.date().optional().describe("UTC day.")
      },
      outputSchema: { total: z4.number(), calls: z4.array(z4.object(head)) },
      annotations: READS
    },
    ({ limit: count, ...filters2 }) => answer(async () => {
      const page = await ringback.calls.list({ ...filters2, include: "outcome", per_page: count });
      return { total: page.total, calls: page.data.map(headOf) };
    })
  );
  server.registerTool(
    "get_call",
    {
      title: "Get a call",
      description: "Shows a call with its transcript and what the assistant found out.",
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
      title: "List webhook deliveries",
      description: "Shows whether the webhooks of a call have arrived, with each attempt.",
      inputSchema: { call_id: id("the call") },
      outputSchema: {
        deliveries: z4.array(
          z4.object({ id: z4.string(), event: z4.string(), url: z4.string(), status: z4.string(), attempts: z4.number() })
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
      title: "Make a phone call",
      description: "Calls a person: an outbound assistant talks to them. It costs money and cannot be taken back, so the user must agree. Answers at once; wait_for_call waits for the conversation.",
      inputSchema: {
        phone_number: z4.string().describe("Number of the customer with country code, +12025550100."),
        assistant_id: id("an outbound assistant"),
        variables: variables.optional().describe('Fill the placeholders of the assistant: {"customer_name": "Ada"}.'),
        confirm
      },
      outputSchema: {
        call_id: z4.number(),
        status: z4.string(),
        missing_variables: z4.array(z4.string()).optional().describe("Placeholders that stay unfilled.")
      },
      annotations: COSTS_MONEY
    },
    async ({ confirm: confirmed, ...call }, { signal }) => {
      const what = `Call ${call.phone_number} with assistant ${call.assistant_id}`;
      const refusal = await withoutConsent(server, what, { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const { call_id, status, data } = await ringback.calls.make(call, { signal });
        return { call_id, status, ...data.missing_variables ? { missing_variables: data.missing_variables } : {} };
      });
    }
  );
}
function endCallTool({ server, ringback }) {
  server.registerTool(
    "end_call",
    {
      title: "End a call",
      description: "Hangs up a live call, or cancels one that waits. The customer hears it: use it only when the user asks for it.",
      inputSchema: { call_id: id("the call") },
      outputSchema: {
        call_id: z4.number(),
        status: z4.string().describe("As it is now; a live call is over moments later.")
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
      description: "Waits until a call is over, and shows it with its transcript. When the time is up, finished is false: wait again.",
      inputSchema: {
        call_id: id("the call"),
        timeout_seconds: z4.number().int().min(1).max(600).default(50).describe("How long to wait.")
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
import { z as z5 } from "zod";
var campaign = {
  id: z5.number(),
  name: z5.string(),
  status: z5.string(),
  assistant_id: z5.number().nullable(),
  timezone: z5.string(),
  allowed_hours_start_time: z5.string(),
  allowed_hours_end_time: z5.string()
};
var lead = {
  id: z5.number(),
  campaign_id: z5.number(),
  phone_number: z5.string(),
  status: z5.string(),
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
var clock = z5.string().regex(/^\d\d:\d\d$/).optional();
function campaignTools({ server, ringback }) {
  server.registerTool(
    "list_campaigns",
    {
      title: "List campaigns",
      description: "Lists the campaigns. A campaign calls its leads one after another, within its hours.",
      outputSchema: { campaigns: z5.array(z5.object(campaign)) },
      annotations: READS
    },
    () => answer(async () => ({ campaigns: (await ringback.campaigns.list()).map(campaignOf) }))
  );
  server.registerTool(
    "create_campaign",
    {
      title: "Create a campaign",
      description: "Creates a campaign as a draft. It calls no one before start_campaign.",
      inputSchema: {
        name: z5.string(),
        assistant_id: id("an outbound assistant"),
        timezone: z5.string().optional().describe("IANA name, such as Europe/Berlin."),
        allowed_hours_start_time: clock.describe("HH:MM in its time zone."),
        allowed_hours_end_time: clock.describe("HH:MM in its time zone."),
        max_calls_in_parallel: z5.number().int().min(1).optional()
      },
      outputSchema: campaign,
      annotations: CREATES
    },
    (request) => answer(async () => campaignOf(await ringback.campaigns.create(request)))
  );
  switchTools({ server, ringback });
  leadTools({ server, ringback });
}
var state = { campaign_id: z5.number(), status: z5.string() };
function switchTools({ server, ringback }) {
  server.registerTool(
    "start_campaign",
    {
      title: "Start a campaign",
      description: "Starts to call all leads of a campaign. Each call costs money, so the user must agree.",
      inputSchema: { campaign_id: id("the campaign"), confirm },
      outputSchema: state,
      annotations: COSTS_MONEY
    },
    async ({ campaign_id, confirm: confirmed }, { signal }) => {
      const what = `Call all leads of campaign ${campaign_id}`;
      const refusal = await withoutConsent(server, what, { confirmed, signal });
      return refusal ?? answer(async () => ({ ...await ringback.campaigns.start(campaign_id, { signal }) }));
    }
  );
  server.registerTool(
    "stop_campaign",
    {
      title: "Stop a campaign",
      description: "Makes no more calls of a campaign, and takes back those that ring. Calls that were answered go on to their end.",
      inputSchema: { campaign_id: id("the campaign") },
      outputSchema: state,
      annotations: CHANGES
    },
    ({ campaign_id }) => answer(async () => ({ ...await ringback.campaigns.stop(campaign_id) }))
  );
  server.registerTool(
    "hang_up_campaign",
    {
      title: "Stop a campaign and hang up its calls",
      description: "Makes no more calls of a campaign, and hangs up on the customers who are talking. Ask the user first.",
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
      title: "List leads",
      description: "Lists the customers of campaigns, newest first, and how far their calls are.",
      inputSchema: { limit, campaign_id: id("a campaign").optional() },
      outputSchema: { leads: z5.array(z5.object(lead)) },
      annotations: READS
    },
    ({ limit: count, ...filters2 }) => answer(async () => ({
      leads: (await take(ringback.leads.list({ ...filters2, per_page: count }), count)).map(leadOf)
    }))
  );
  server.registerTool(
    "create_lead",
    {
      title: "Create a lead",
      description: "Adds a customer to a campaign. If the campaign runs, they are called soon, and that costs money: the user must agree.",
      inputSchema: {
        campaign_id: id("the campaign"),
        phone_number: z5.string().describe("Number with country code, +12025550100."),
        variables: variables.optional(),
        confirm
      },
      outputSchema: lead,
      annotations: COSTS_MONEY
    },
    async ({ confirm: confirmed, ...request }, { signal }) => {
      const what = `Add ${request.phone_number} to campaign ${request.campaign_id}, which may call it`;
      const refusal = await withoutConsent(server, what, { confirmed, signal });
      return refusal ?? answer(async () => leadOf(await ringback.leads.create(request, { signal })));
    }
  );
  updateLeadTool({ server, ringback });
}
function updateLeadTool({ server, ringback }) {
  server.registerTool(
    "update_lead",
    {
      title: "Change a lead",
      description: "Changes a lead. Variables are merged into those that it has. The status completed ends its calls.",
      inputSchema: {
        lead_id: id("the lead"),
        phone_number: z5.string().optional(),
        status: z5.literal("completed").optional(),
        variables: variables.optional()
      },
      outputSchema: { updated: z5.boolean() },
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
