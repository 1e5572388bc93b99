import middy from '@middy/core';
import * as v from 'valibot';
import type { CallKey } from '#shared/calls/call.ts';
import { parseRecordId } from '#shared/platform/ids.ts';
import { errorAnswers } from '#shared/platform/http/errors.ts';
import {
  jsonResponse,
  rawBody,
  type EndpointAnswer,
  type HttpEvent,
  type HttpResponse,
} from '#shared/platform/http/http.ts';
import { lambdaKeepsTime, observed, type HttpFunction } from '#shared/platform/http/middlewares/observability.ts';
import { addLogContext, metrics } from '#shared/platform/observability/telemetry.ts';
import { once } from '#shared/platform/environment.ts';

/** A tool without arguments. */
export interface CallTool {
  name: string;
  description: string;
}

export interface ToolServerDefinition<Deps> {
  /** The manifest row of this server. */
  id: string;
  /** Makes the real dependencies; called once, on the first request. */
  deps: () => Deps;
  /** The tools of a call; undefined for a token of another call. */
  tools: (key: CallKey, token: string, deps: Deps) => Promise<CallTool[] | undefined>;
  /** Uses a tool of a call whose token was checked; returns the text for the model. */
  use: (key: CallKey, tool: string, deps: Deps) => Promise<string>;
}

export interface ToolServer<Deps> extends HttpFunction {
  schemas: { body: typeof Rpc };
  /** The same server on other dependencies, for tests. */
  with(deps: Deps): HttpFunction;
}

const PROTOCOL_VERSION = '2025-06-18';
const Rpc = v.looseObject({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.union([v.string(), v.number()])),
  method: v.string(),
  params: v.optional(v.looseObject({ name: v.optional(v.string()), protocolVersion: v.optional(v.string()) }), {}),
});
type Rpc = v.InferOutput<typeof Rpc>;

const NO_SUCH_METHOD = -32_601;
const NO_SUCH_TOOL = -32_602;
const NO_REQUEST = -32_600;

/**
 * The tools of one call for the model that holds it: an MCP server (https://modelcontextprotocol.io) without sessions and
 * streams, so that every request stands alone. The token is checked before anything else: a wrong one gets 401.
 */
export function defineToolServer<Deps>(definition: ToolServerDefinition<Deps>): ToolServer<Deps> {
  const serverOn = (deps: () => Deps): HttpFunction =>
    observed(
      definition.id,
      middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
        .use(errorAnswers())
        .use(callToken(definition, deps))
        .handler<HttpEvent, HttpResponse>(async (event) =>
          jsonResponse(await answerRpc(event, (tool) => definition.use(event.key, tool, deps()))),
        ),
    );
  return Object.assign(serverOn(once(definition.deps)), {
    schemas: { body: Rpc },
    with: (deps: Deps) => serverOn(() => deps),
  });
}

interface HasTools {
  key: CallKey;
  tools: CallTool[];
}

function callToken<Deps>(
  { tools: toolsOf }: ToolServerDefinition<Deps>,
  deps: () => Deps,
): middy.MiddlewareObj<HttpEvent & HasTools, HttpResponse> {
  return {
    before: async ({ event }) => {
      const key = {
        userId: parseRecordId(event.pathParameters['user_id'] ?? '') ?? 0,
        callId: parseRecordId(event.pathParameters['call_id'] ?? '') ?? 0,
      };
      const token = (event.headers['authorization'] ?? '').replace(/^Bearer /i, '');
      const tools = await toolsOf(key, token, deps());
      if (!tools) {
        metrics.count('CarrierCallbackRefused', { reason: 'forged' });
        const headers = { 'www-authenticate': 'Bearer' };
        return jsonResponse({ status: 401, body: { message: 'Unauthorized' }, headers });
      }
      addLogContext(key);
      Object.assign(event, { key, tools });
      return undefined;
    },
  };
}

async function answerRpc(event: HttpEvent & HasTools, use: (tool: string) => Promise<string>): Promise<EndpointAnswer> {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), Rpc), rawBody(event));
  if (!request.success) return { status: 400, body: failure(null, NO_REQUEST, 'Invalid Request') };
  const { id } = request.output;
  // A notification expects no answer.
  if (id === undefined) return { status: 202, body: {} };
  return { status: 200, body: await reply(request.output, id, event.tools, use) };
}

async function reply(
  { method, params }: Rpc,
  id: string | number,
  tools: CallTool[],
  use: (tool: string) => Promise<string>,
) {
  const success = (result: unknown) => ({ jsonrpc: '2.0', id, result });
  switch (method) {
    case 'initialize':
      return success({
        protocolVersion: params.protocolVersion ?? PROTOCOL_VERSION,
        capabilities: { tools: {} },
        serverInfo: { name: 'ringback', version: '1' },
      });
    case 'ping':
      return success({});
    case 'tools/list':
      return success({ tools: tools.map((tool) => ({ ...tool, inputSchema: { type: 'object', properties: {} } })) });
    case 'tools/call': {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) return failure(id, NO_SUCH_TOOL, `Unknown tool: ${params.name ?? ''}`);
      return success({ content: [{ type: 'text', text: await use(tool.name) }], isError: false });
    }
    default:
      return failure(id, NO_SUCH_METHOD, 'Method not found');
  }
}

function failure(id: string | number | null, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
