import * as v from 'valibot';
import type { CallKey } from '#shared/domain/call/call.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';
import { errorResponse } from '#shared/http/error-response.ts';
import { HttpEvent } from '#shared/http/http-event.ts';
import { jsonResponse, type EndpointAnswer, type HttpResponse } from '#shared/http/http-response.ts';
import { rawBody } from '#shared/http/raw-body.ts';
import { addLogContext, withLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';

/** A tool without arguments. */
export interface CallTool {
  name: string;
  description: string;
}

export interface ToolServerDefinition<Deps> {
  /** The manifest row of this server. */
  id: string;
  deps: () => Deps;
  /** The tools of a call. Undefined: the token is none of this call. */
  tools: (key: CallKey, token: string, deps: Deps) => Promise<CallTool[] | undefined>;
  /** Uses a tool of a call whose token was checked; gives what the model is told. */
  use: (key: CallKey, tool: string, deps: Deps) => Promise<string>;
}

export interface ToolServer<Deps> {
  (event: unknown, context?: unknown): Promise<HttpResponse>;
  schemas: { body: typeof Rpc };
  /** The same server on other dependencies, for tests. */
  with(deps: Deps): (event: unknown) => Promise<HttpResponse>;
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
 * streams, so that every request is answered by itself. The token comes before anything else: a wrong one is 401.
 */
export function defineToolServer<Deps>(definition: ToolServerDefinition<Deps>): ToolServer<Deps> {
  let deps: Deps | undefined;
  const real = toolHandler(definition, () => (deps ??= definition.deps()));
  return Object.assign(real, {
    schemas: { body: Rpc },
    with: (other: Deps) => toolHandler(definition, () => other),
  });
}

function toolHandler<Deps>(definition: ToolServerDefinition<Deps>, deps: () => Deps) {
  const answer = async (event: HttpEvent): Promise<EndpointAnswer> => {
    const key = {
      userId: parseRecordId(event.pathParameters['user_id'] ?? '') ?? 0,
      callId: parseRecordId(event.pathParameters['call_id'] ?? '') ?? 0,
    };
    const token = (event.headers['authorization'] ?? '').replace(/^Bearer /i, '');
    const tools = await definition.tools(key, token, deps());
    if (!tools) {
      metrics.count('CarrierCallbackRefused', { reason: 'forged' });
      return { status: 401, body: { message: 'Unauthorized' }, headers: { 'www-authenticate': 'Bearer' } };
    }
    addLogContext(key);
    const request = v.safeParse(v.pipe(v.string(), v.parseJson(), Rpc), rawBody(event));
    if (!request.success) return { status: 400, body: failure(null, NO_REQUEST, 'Invalid Request') };
    const { id } = request.output;
    // A notification wants no answer.
    if (id === undefined) return { status: 202, body: {} };
    return { status: 200, body: await reply(request.output, id, tools, (tool) => definition.use(key, tool, deps())) };
  };
  return (input: unknown): Promise<HttpResponse> => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId: definition.id, requestId }, async () => {
      const response = jsonResponse(await answer(event).catch((error: unknown) => errorResponse(error, {}, logger)));
      if (response.statusCode >= 500) metrics.count('RequestFailed', { function: definition.id });
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
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
