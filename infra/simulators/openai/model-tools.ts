import * as v from 'valibot';
import type { OfferedTool } from '#openai/choose-tool.ts';
import type { McpTool, Session } from '#openai/session-body.ts';

type AddEvent = (type: string, data: Record<string, unknown>) => void;

/** The tools of a session: those of MCP servers, and the function `end_call`, which a sideband client executes. */
export function createModelTools(addEvent: AddEvent) {
  let hasFunction = false;
  const offered: OfferedTool[] = [];
  const serverOf = new Map<string, McpTool>();

  const listServerTools = async (candidate: McpTool): Promise<string> => {
    try {
      const tools = await listTools(candidate);
      addEvent('model-tools', { server: candidate.server_label, names: tools.map(({ name }) => name) });
      if (candidate.require_approval !== 'never') return 'mcp_list_tools.completed';
      offered.push(...tools);
      for (const { name } of tools) serverOf.set(name, candidate);
      return 'mcp_list_tools.completed';
    } catch (error) {
      addEvent('model-tools', { server: candidate.server_label, failure: String(error) });
      return 'mcp_list_tools.failed';
    }
  };
  return {
    /** Lists the tools of the session's servers. Returns the type of the session event for each server. */
    find({ tools }: Session): Promise<string[]> {
      hasFunction = tools.some((tool) => tool.type === 'function' && tool.name === 'end_call');
      return Promise.all(tools.filter((tool) => tool.type === 'mcp').map(listServerTools));
    },
    offered: (): readonly OfferedTool[] => offered,
    canEndCall: () => serverOf.has('end_call') || hasFunction,
    /** Calls a tool at its server. Undefined where a sideband client has to execute it. */
    call(name: string, args: Record<string, unknown> = {}): Promise<string> | undefined {
      const server = serverOf.get(name);
      if (!server) return undefined;
      const call = callTool(server, name, args).catch((error: unknown) => `failed: ${String(error)}`);
      return call.then((output) => {
        addEvent('model-tool-call', { name, output });
        return output;
      });
    },
  };
}

/** The servers of users take up to 22 s. */
const TIMEOUT_MS = 28_000;
const PROTOCOL_VERSION = '2025-06-18';

const Answer = v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.looseObject({}) });
const ListedTool = v.looseObject({
  name: v.string(),
  description: v.optional(v.string(), ''),
  inputSchema: v.looseObject({
    properties: v.optional(v.record(v.string(), v.looseObject({})), {}),
    required: v.optional(v.array(v.string()), []),
  }),
});
const Tools = v.object({ tools: v.array(ListedTool) });
const Result = v.object({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  isError: v.optional(v.boolean(), false),
});

/** The allowed tools of an MCP server. Throws when the server does not speak the protocol. */
async function listTools(server: McpTool): Promise<OfferedTool[]> {
  await request(server, 1, 'initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'openai-realtime-stand-in', version: '1' },
  });
  await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' });
  const { tools } = v.parse(Tools, await request(server, 2, 'tools/list', {}));
  return tools.filter(({ name }) => server.allowed_tools?.includes(name) ?? true);
}

async function callTool(server: McpTool, name: string, args: Record<string, unknown>): Promise<string> {
  const { content, isError } = v.parse(Result, await request(server, 3, 'tools/call', { name, arguments: args }));
  const text = content.map((part) => part.text ?? '').join(' ');
  if (isError) throw new Error(text);
  return text;
}

async function request(server: McpTool, id: number, method: string, params: Record<string, unknown>) {
  const response = await post(server, { jsonrpc: '2.0', id, method, params });
  if (!response.ok) throw new Error(`${method} answered ${response.status}`);
  return v.parse(Answer, await response.json()).result;
}

function post({ server_url: url, authorization, headers }: McpTool, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      ...(authorization === undefined ? {} : { authorization: `Bearer ${authorization}` }),
      ...headers,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: JSON.stringify(body),
  });
}
