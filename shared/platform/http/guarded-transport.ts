import { Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Clock } from '#shared/platform/clock.ts';
import { readStart } from '#shared/platform/http/answer-text.ts';
import { connectionProblem } from './connection-problem.ts';
import { readRetryAfter } from './http.ts';

export interface GuardedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `refused`: the URL is not called (private address, other scheme). `unreachable`: no response in time. */
export type GuardedAnswer =
  | { kind: 'answered'; status: number; body: string; retryAfterSeconds: number | null; durationMs: number }
  | { kind: 'unreachable' | 'refused'; problem: string; durationMs: number };

/** Posts to users' URLs: 15 s timeout, no redirects, responses read up to 64 KB, private addresses refused after resolution. */
export interface GuardedTransport {
  post(request: GuardedRequest): Promise<GuardedAnswer>;
}

/** Under the same rules, with another method and another timeout. A request without a body has an empty one. */
export interface GuardedSender {
  send(request: GuardedRequest & { method: string; deadlineMs: number }): Promise<GuardedAnswer>;
}

const DEADLINE_MS = 15_000;

interface GuardedTransportOptions {
  allowLoopback: boolean;
  clock: Clock;
  deadlineMs?: number;
  /** `host:port`. The default is those of the machine. */
  nameServers?: readonly string[];
}

export function createGuardedTransport(options: GuardedTransportOptions): GuardedTransport & GuardedSender {
  const { allowLoopback, clock, deadlineMs = DEADLINE_MS, nameServers } = options;
  // A developer's machine also has names in its hosts file.
  const lookup = allowLoopback && !nameServers ? undefined : lookupBy(createResolver(nameServers));
  const filter = { allowIPAddressList: allowLoopback ? ['127.0.0.1', '::1'] : [], ...(lookup && { lookup }) };
  const schemes = new Map([
    ['http:', { request: http.request, agent: new RequestFilteringHttpAgent(filter) }],
    ['https:', { request: https.request, agent: new RequestFilteringHttpsAgent(filter) }],
  ]);
  const send: GuardedSender['send'] = async (request) => {
    const startedAt = performance.now();
    const took = () => ({ durationMs: Math.round(performance.now() - startedAt) });
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    const scheme = schemes.get(url?.protocol ?? '');
    if (!url || !scheme) return { kind: 'refused', problem: 'not an http or https address', ...took() };
    const deadline = startDeadline(request.deadlineMs);
    try {
      const exchanged = exchange(url, request, { ...scheme, signal: deadline.signal });
      const { response, body } = await Promise.race([exchanged, deadline.passed]);
      const { statusCode: status, headers } = response;
      // A parser of HTTP accepts `000`, which an attempt stores for no answer.
      if (!status) return { kind: 'unreachable', problem: 'the answer is not valid HTTP', ...took() };
      const retryAfterSeconds = readRetryAfter(headers['retry-after'], clock.now());
      return { kind: 'answered', status, body, retryAfterSeconds, ...took() };
    } catch (error) {
      return { ...problemOf(error, deadline.signal, request.deadlineMs), ...took() };
    } finally {
      deadline.stop();
    }
  };
  return { send, post: (request) => send({ ...request, headers: postHeaders(request), method: 'POST', deadlineMs }) };
}

const postHeaders = ({ headers }: GuardedRequest) => ({
  ...headers,
  'content-type': 'application/json',
  'user-agent': 'Ringback-Webhooks/1',
});

/** A silent name server has two chances, 2 s and 4 s long: within the deadline. */
function createResolver(nameServers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  return resolver;
}

/** `dns.lookup` has four threads: four names with silent servers would delay every other webhook of the process. */
function lookupBy(resolver: Resolver): LookupFunction {
  const lookUp = async (...[hostname, options, callback]: Parameters<LookupFunction>) => {
    const { error, addresses } = await resolve(hostname, resolver);
    const [first] = addresses;
    if (options.all || !first) callback(error, addresses);
    else callback(null, first.address, first.family);
  };
  return (...query) => void lookUp(...query);
}

async function resolve(hostname: string, resolver: Resolver) {
  const [four, six] = isLocal(hostname)
    ? [{ value: ['127.0.0.1'] }, { value: ['::1'] }]
    : await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...('value' in four ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...('value' in six ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  const error: NodeJS.ErrnoException | null = addresses.length === 0 && 'reason' in four ? four.reason : null;
  return { error, addresses };
}

/** The name servers of the network need not know this name: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const isLocal = (hostname: string) => /(?:^|\.)localhost\.?$/i.test(hostname);

interface Scheme {
  request: typeof http.request;
  agent: http.Agent;
  signal: AbortSignal;
}

/** Aborts the request, and rejects by itself: no state of a connection can outlast the deadline. */
function startDeadline(deadlineMs: number) {
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error('the deadline has passed');
    controller.abort(error);
    reject(error);
  }, deadlineMs);
  return { signal: controller.signal, passed, stop: () => clearTimeout(timer) };
}

type Sent = Pick<Parameters<GuardedSender['send']>[0], 'method' | 'headers' | 'body'>;

async function exchange(url: URL, request: Sent, scheme: Scheme) {
  const response = await start(url, request, scheme);
  try {
    return { response, body: await readStart(response) };
  } finally {
    response.destroy();
  }
}

/** `node:http` does not follow redirects: a 3xx is an ordinary response. Of 1xx, only 101 ends the exchange. */
function start(url: URL, { method, headers, body }: Sent, { request: of, agent, signal }: Scheme) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // As bytes: Node writes a text together with the headers, which it would encode as UTF-8 again.
  const bytes = Buffer.from(body);
  // Node states no length for DELETE.
  const length = bytes.length === 0 ? {} : { 'content-length': String(bytes.length) };
  const request = of(url, { method, agent, signal, headers: { ...headers, ...length } });
  request.on('response', resolve);
  // Without this listener Node destroys the connection of a 101 and reports nothing.
  request.on('upgrade', (response, socket) => {
    socket.destroy();
    resolve(response);
  });
  request.on('error', reject);
  request.on('close', () => reject(new Error('the connection closed without a response')));
  if (bytes.length === 0) request.end();
  else request.end(bytes);
  return promise;
}

function problemOf(error: unknown, signal: AbortSignal, deadlineMs: number): Omit<UnansweredOf, 'durationMs'> {
  if (signal.aborted) return { kind: 'unreachable', problem: `no answer within ${deadlineMs / 1000} s` };
  // The filtering agent has no error class. Its message contains the private address, which users must not see.
  if (error instanceof Error && /IP address/.test(error.message))
    return { kind: 'refused', problem: 'not a public address' };
  return { kind: 'unreachable', problem: connectionProblem(error) };
}

type UnansweredOf = Extract<GuardedAnswer, { kind: 'unreachable' | 'refused' }>;
