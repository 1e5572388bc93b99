import * as v from 'valibot';
import type { McpTool, Session } from '#openai/session-body.ts';

type AddEvent = (type: string, data: Record<string, unknown>) => void;

/** The tool `end_call` of a session: a function that a sideband client executes, or a tool of an MCP server. */
export function createModelTools(addEvent: AddEvent) {
  let hasFunction = false;
  let server: McpTool | undefined;

  const listServerTools = async (candidate: McpTool): Promise<string> => {
    try {
      const names = await listTools(candidate);
      addEvent('model-tools', { server: candidate.server_label, names });
      if (names.includes('end_call') && candidate.require_approval === 'never') server = candidate;
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
    canEndCall: () => server !== undefined || hasFunction,
    /** Calls the tool at its server. Undefined where a sideband client has to execute it. */
    endCall(): Promise<string> | undefined {
      if (!server) return undefined;
      const call = callTool(server, 'end_call').catch((error: unknown) => `failed: ${String(error)}`);
      return call.then((output) => {
        addEvent('model-tool-call', { name: 'end_call', output });
        return output;
      });
    },
  };
}

const TIMEOUT_MS = 10_000;
const PROTOCOL_VERSION = '2025-06-18';

const Answer = v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.looseObject({}) });
const Tools = v.object({ tools: v.array(v.looseObject({ name: v.string(), inputSchema: v.looseObject({}) })) });
const Result = v.object({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  isError: v.optional(v.boolean(), false),
});

/** The allowed tools of an MCP server. Throws when the server does not speak the protocol. */
async function listTools(server: McpTool): Promise<string[]> {
  await request(server, 1, 'initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'openai-realtime-stand-in', version: '1' },
  });
  await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' });
  const { tools } = v.parse(Tools, await request(server, 2, 'tools/list', {}));
  return tools.map(({ name }) => name).filter((name) => server.allowed_tools?.includes(name) ?? true);
}

async function callTool(server: McpTool, name: string): Promise<string> {
  const { content, isError } = v.parse(Result, await request(server, 3, 'tools/call', { name, arguments: {} }));
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
