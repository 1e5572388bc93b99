import * as v from 'valibot';
import type { McpTool, Session } from '#infra/local/openai-realtime/session-body.ts';

type Note = (type: string, data: Record<string, unknown>) => void;

/** The tool that ends the call, as the session names it: a function that a listener serves, or one at a server. */
export class ModelTools {
  readonly #note: Note;
  #session: Session | undefined;
  #server: McpTool | undefined;

  constructor(note: Note) {
    this.#note = note;
  }

  /** Asks the servers of a session what they have. Gives the event that a session tells of it, for each. */
  async find(session: Session): Promise<string[]> {
    this.#session = session;
    const servers = session.tools.filter((tool) => tool.type === 'mcp');
    return Promise.all(servers.map((server) => this.#ask(server)));
  }

  get canEndCall(): boolean {
    const isFunction = this.#session?.tools.some((tool) => tool.type === 'function' && tool.name === 'end_call');
    return this.#server !== undefined || isFunction === true;
  }

  /** Ends the call at its server; undefined where a listener has to. */
  async endCall(): Promise<string | undefined> {
    if (!this.#server) return undefined;
    const output = await callTool(this.#server, 'end_call').catch((error: unknown) => `failed: ${String(error)}`);
    this.#note('model-tool-call', { name: 'end_call', output });
    return output;
  }

  async #ask(server: McpTool): Promise<string> {
    try {
      const names = await listTools(server);
      this.#note('model-tools', { server: server.server_label, names });
      if (names.includes('end_call') && server.require_approval === 'never') this.#server = server;
      return 'mcp_list_tools.completed';
    } catch (error) {
      this.#note('model-tools', { server: server.server_label, failure: String(error) });
      return 'mcp_list_tools.failed';
    }
  }
}

const TIMEOUT_MS = 10_000;
const PROTOCOL_VERSION = '2025-06-18';

const Answer = v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.looseObject({}) });
const Tools = v.object({ tools: v.array(v.looseObject({ name: v.string(), inputSchema: v.looseObject({}) })) });
const Result = v.object({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  isError: v.optional(v.boolean(), false),
});

/** The tools of a server that the session was given; throws when the server does not speak the protocol. */
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
