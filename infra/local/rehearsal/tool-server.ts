import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import * as v from 'valibot';
import { mockAnswers, type MockAnswer, type MockedTool } from '#infra/local/rehearsal/mocked-tool.ts';

export interface ToolRequests {
  /** How many requests each tool got. */
  counts: Map<string, number>;
  /** Requests that no mock has an answer for. */
  problems: string[];
}

export interface MockedRequest {
  name: string;
  args: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  answer: MockAnswer;
}

export type ToolServer = Awaited<ReturnType<typeof startToolServer>>;

interface Served extends ToolRequests {
  answerOf: Map<string, ReturnType<typeof mockAnswers>>;
}

const Arguments = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** Serves the mocked tools of rehearsals. The service sends them its requests as it sends them to servers of users. */
export async function startToolServer(speed: number, onRequest?: (request: MockedRequest) => void) {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://tools');
    const [, key = '', name = ''] = pathname.split('/');
    const tools = served.get(key);
    const answerOf = tools?.answerOf.get(name);
    if (!tools || !answerOf) {
      response.writeHead(404).end();
      return;
    }
    const body = v.safeParse(Arguments, await text(request));
    const args = { ...Object.fromEntries(searchParams), ...(body.success ? body.output : {}) };
    tools.counts.set(name, (tools.counts.get(name) ?? 0) + 1);
    const mocked = answerOf(args);
    const answer = mocked ?? NO_MOCK;
    onRequest?.({ name, args, headers: request.headers, answer });
    if (!mocked) tools.problems.push(`tools: no mock of ${name} has these arguments: ${JSON.stringify(args)}`);
    await send(response, answer, speed);
  };
  const { url, stop } = await listen(server);
  return {
    /** Serves the tools of one rehearsal, from their first answers. */
    serve(tools: readonly MockedTool[]): ToolRequests & { endpointOf: (name: string) => string; end: () => void } {
      const key = randomUUID();
      const answerOf = new Map(tools.map((tool) => [tool.name, mockAnswers(tool)]));
      const own: Served = { counts: new Map(), problems: [], answerOf };
      served.set(key, own);
      return { ...own, endpointOf: (name) => `${url}/${key}/${name}`, end: () => served.delete(key) };
    },
    stop,
  };
}

const NO_MOCK: MockAnswer = { wait: 0, status: 404, body: 'no such mock' };

async function send(
  response: ServerResponse,
  { wait, status, body, breaks, hangs }: MockAnswer,
  speed: number,
): Promise<void> {
  await sleep((wait * 1000) / speed);
  if (breaks) response.destroy();
  if (breaks || hangs) return;
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
