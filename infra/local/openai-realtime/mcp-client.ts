import * as v from 'valibot';
import type { McpTool } from './session-body.ts';

const TIMEOUT_MS = 10_000;
const PROTOCOL_VERSION = '2025-06-18';

const Answer = v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.looseObject({}) });
const Tools = v.object({ tools: v.array(v.looseObject({ name: v.string(), inputSchema: v.looseObject({}) })) });
const Result = v.object({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  isError: v.optional(v.boolean(), false),
});

/** The tools of a server that the session was given; throws when the server does not speak the protocol. */
export async function listTools(server: McpTool): Promise<string[]> {
  await request(server, 1, 'initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'openai-realtime-stand-in', version: '1' },
  });
  await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' });
  const { tools } = v.parse(Tools, await request(server, 2, 'tools/list', {}));
  return tools.map(({ name }) => name).filter((name) => server.allowed_tools?.includes(name) ?? true);
}

export async function callTool(server: McpTool, name: string): Promise<string> {
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
