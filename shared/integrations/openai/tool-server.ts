import middy from '@middy/core';
import * as v from 'valibot';
import type { CallKey } from '#shared/calls/call.ts';
import { once } from '#shared/platform/environment.ts';
import {
  callbackSize,
  errorAnswers,
  type HttpFunction,
  lambdaKeepsTime,
  observed,
} from '#shared/platform/http/errors.ts';
import {
  type EndpointAnswer,
  type HttpEvent,
  type HttpResponse,
  jsonResponse,
  rawBody,
} from '#shared/platform/http/http.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import { addLogContext, metrics } from '#shared/platform/observability/telemetry.ts';
import type { OutsideTool } from '#shared/tools/outside-tool.ts';
import type { RunnableTool, ToolArguments } from '#shared/tools/tool.ts';

type ServedTool = RunnableTool | OutsideTool;

export interface ToolServerDefinition<Deps> {
  id: string;
  deps: () => Deps;
  /** Returns undefined if the token is not valid for the call. */
  tools: (key: CallKey, token: string, deps: Deps) => Promise<ServedTool[] | undefined>;
  use: (key: CallKey, used: ToolUse, deps: Deps) => Promise<string>;
}

export interface ToolUse {
  tool: ServedTool;
  args: ToolArguments;
}

export interface ToolServer<Deps> extends HttpFunction {
  schemas: { body: typeof Rpc };
  with(deps: Deps): HttpFunction;
}

/** Offered to a client that names none. */
const PROTOCOL_VERSION = '2025-06-18';
const Rpc = v.looseObject({
  jsonrpc: v.literal('2.0'),
  // They are answered.
  id: v.optional(v.union([v.pipe(v.string(), v.maxLength(256)), v.number()])),
  method: v.string(),
  params: v.optional(
    v.looseObject({
      name: v.optional(v.pipe(v.string(), v.maxLength(256))),
      arguments: v.nullish(v.record(v.string(), v.unknown()), {}),
      protocolVersion: v.optional(v.pipe(v.string(), v.maxLength(64))),
    }),
    {},
  ),
});
type Rpc = v.InferOutput<typeof Rpc>;

/** https://www.jsonrpc.org/specification#error_object */
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** An MCP server (https://modelcontextprotocol.io), stateless. An invalid token gets 401. */
export function defineToolServer<Deps>(definition: ToolServerDefinition<Deps>): ToolServer<Deps> {
  const serverOn = (deps: () => Deps): HttpFunction =>
    observed(
      definition.id,
      middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
        .use(errorAnswers({ isCallback: true }))
        .use(callbackSize())
        .use(callToken(definition, deps))
        .handler<HttpEvent, HttpResponse>(async (event) =>
          jsonResponse(await answerRpc(event, (used) => definition.use(event.key, used, deps()))),
        ),
    );
  return Object.assign(serverOn(once(definition.deps)), {
    schemas: { body: Rpc },
    with: (deps: Deps) => serverOn(() => deps),
  });
}

interface HasTools {
  key: CallKey;
  tools: ServedTool[];
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

async function answerRpc(
  event: HttpEvent & HasTools,
  use: (used: ToolUse) => Promise<string>,
): Promise<EndpointAnswer> {
  const request = v.safeParse(v.pipe(v.string(), v.parseJson(), Rpc), rawBody(event));
  if (!request.success) return { status: 400, body: failure(null, INVALID_REQUEST, 'Invalid Request') };
  const { id } = request.output;
  // A request without an id is a notification, which expects no response.
  if (id === undefined) return { status: 202, body: {} };
  return { status: 200, body: await reply(request.output, id, event.tools, use) };
}

async function reply(
  { method, params }: Rpc,
  id: string | number,
  tools: ServedTool[],
  use: (used: ToolUse) => Promise<string>,
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
      return success({
        tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
      });
    case 'tools/call': {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) return failure(id, INVALID_PARAMS, `Unknown tool: ${params.name ?? ''}`);
      return success({
        content: [{ type: 'text', text: await use({ tool, args: params.arguments }) }],
        isError: false,
      });
    }
    default:
      return failure(id, METHOD_NOT_FOUND, 'Method not found');
  }
}

function failure(id: string | number | null, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
