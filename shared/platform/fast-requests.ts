import { finished, Readable } from 'node:stream';
import { InvokeStore } from '@aws/lambda-invoke-store';
import { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import type { StandardRetryStrategy } from '@smithy/core/retry';
import type {
  AwsCredentialIdentity,
  FinalizeRequestMiddleware,
  Handler,
  HttpHandlerOptions,
  MiddlewareStack,
} from '@smithy/types';
import type { JsonForm } from '#shared/platform/aws-json.ts';
import { signatureOf } from '#shared/platform/aws-signature.ts';

/** What this file needs of the configuration of a client of the SDK. */
interface ClientConfig {
  requestHandler: { handle(request: HttpRequest, options?: HttpHandlerOptions): Promise<{ response: unknown }> };
  credentials: () => Promise<AwsCredentialIdentity>;
  /** What the SDK adds to the clock, in milliseconds, once AWS has called it wrong. */
  systemClockOffset: number;
}

/** How requests of a client are sent, as learned from one that the SDK has sent. */
interface Route {
  sent: HttpRequest;
  headers: Record<string, string>;
  service: string;
  /** `region/service/aws4_request` */
  scope: string;
}

interface Sender {
  routes: Map<string, Route>;
  traceId: () => string | undefined;
  onSuccess: () => Promise<void>;
}

/** By the configuration of their client, which the SDK hands to each command. */
const senders = new WeakMap<object, Sender>();

/**
 * Lets the commands of a client that are written by `sendFast` go around the SDK's middleware, which takes most of the processor
 * time of a request (decision 0056). The first request of a process goes through the SDK, and tells the address, the headers
 * and the scope of the signature.
 * @param traceId the trace of the process, where invocations have none of their own
 * @param retries of the client; each success gives back a part of its budget, which the SDK would not hear of
 */
export function addFastRequests<Input extends object, Output extends object>(
  { middlewareStack, config }: { middlewareStack: MiddlewareStack<Input, Output>; config: ClientConfig },
  traceId: () => string | undefined,
  retries: StandardRetryStrategy,
): void {
  const routes = new Map<string, Route>();
  const unused = retries.acquireInitialRetryToken('');
  senders.set(config, { routes, traceId, onSuccess: async () => retries.recordSuccess(await unused) });
  const learnRoute: FinalizeRequestMiddleware<Input, Output> = (next) => async (args) => {
    const answer = await next(args);
    const address = addressOf(args.input);
    const route = routes.has(address) ? undefined : await routeOf(args.request, config.credentials);
    if (route) routes.set(address, route);
    return answer;
  };
  middlewareStack.addRelativeTo(learnRoute, {
    relation: 'after',
    toMiddleware: 'httpSigningMiddleware',
    name: 'learnRoute',
  });
}

/** What the SDK hands to a command that it resolves. */
type Context<Input extends object, Output extends object> = [
  stack: MiddlewareStack<Input, Output>,
  config: ClientConfig,
  options?: HttpHandlerOptions,
];

/**
 * Sends a command by a signature and an exchange over the SDK's own connections. Every answer but a success, and every error, is
 * handed to the SDK as the outcome of its first attempt: exceptions, retries with their limits, and the correction of a wrong
 * clock are the SDK's. The SDK's stack of middlewares is built for these only.
 * @param bySdk resolves the command with a stack, as the SDK does
 */
export function sendFast<
  AnyInput extends object,
  AnyOutput extends object,
  Input extends object,
  Output extends object,
>(
  { operation, form }: { operation: string; form: JsonForm<NoInfer<Output>> },
  [stack, config, options]: Context<AnyInput, AnyOutput>,
  bySdk: (stack: MiddlewareStack<AnyInput, AnyOutput>) => Handler<Input, Output>,
): Handler<Input, Output> {
  const sender = senders.get(config);
  if (!sender) return bySdk(stack);
  return async (args) => {
    const route = sender.routes.get(addressOf(args.input));
    const body = route && form.write(args.input);
    if (route === undefined || body === undefined) return bySdk(stack)(args);
    const sign: Sign = (credentials, date) => signed(route, operation, body, credentials, date);
    const exchanged = exchange(config, options, sign, sender.traceId);
    try {
      const response = await exchanged;
      if (response.statusCode === 200) {
        const output = form.read(String(response.body), { httpStatusCode: 200 }, args.input);
        await sender.onSuccess();
        return { output, response };
      }
    } catch {
      // The SDK meets what was thrown as its first outcome, and what cannot be read as the answer to it.
    }
    return bySdk(withFirstOutcome(stack, exchanged))(args);
  };
}

function withFirstOutcome<Input extends object, Output extends object>(
  stack: MiddlewareStack<Input, Output>,
  exchanged: Promise<HttpResponse>,
): MiddlewareStack<Input, Output> {
  const outcomes = [exchanged];
  const clone = stack.clone();
  clone.add(
    (next) => async (args) => {
      const outcome = outcomes.pop();
      return outcome ? { response: await outcome } : next(args);
    },
    { step: 'deserialize', priority: 'low', name: 'meetFirstOutcome' },
  );
  return clone;
}

/** A queue has the address of its URL. */
const addressOf = (input: object) => ('QueueUrl' in input ? String(input.QueueUrl) : '');

type Sign = (credentials: AwsCredentialIdentity, date: Date) => HttpRequest;

async function exchange(
  config: ClientConfig,
  options: HttpHandlerOptions | undefined,
  sign: Sign,
  traceId: () => string | undefined,
): Promise<HttpResponse> {
  const request = sign(await config.credentials(), new Date(Date.now() + config.systemClockOffset));
  // As the SDK does. AWS stops invocations that cause each other without end by this header.
  const trace = (await InvokeStore.getInstanceAsync()).getXRayTraceId() ?? traceId();
  if (trace !== undefined) request.headers['x-amzn-trace-id'] = trace;
  return collected((await config.requestHandler.handle(request, options)).response);
}

/** Reads the body, so that the SDK can read it again. */
async function collected(response: unknown): Promise<HttpResponse> {
  if (!HttpResponse.isInstance(response)) throw new TypeError('no response');
  if (!(response.body instanceof Readable)) return response;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  response.body.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  // Also for a body that was closed before anyone listened.
  finished(response.body, { writable: false }, (error) => {
    if (error) reject(error);
    else resolve(Buffer.concat(chunks));
  });
  response.body = await promise;
  return response;
}

const OWN_HEADERS = /^(?:authorization|content-length|amz-sdk-invocation-id|x-amzn-trace-id|x-amz-(?!user-agent$).+)$/;
const AUTHORIZATION = /^AWS4-HMAC-SHA256 [^/]+\/\d{8}\/([^,]+),.*=(\w+)$/;

/** Undefined for a request that has another signature than it would have here: it is sent in another form. */
async function routeOf(sent: unknown, credentials: () => Promise<AwsCredentialIdentity>): Promise<Route | undefined> {
  if (!HttpRequest.isInstance(sent)) return undefined;
  const all = Object.entries(sent.headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const { authorization = '', 'x-amz-date': time = '', 'x-amz-target': target = '' } = Object.fromEntries(all);
  const [, scope, signature] = AUTHORIZATION.exec(authorization) ?? [];
  if (scope === undefined || !(sent.body instanceof Uint8Array)) return undefined;
  const { secretAccessKey } = await credentials();
  const body = new TextDecoder().decode(sent.body);
  if (signatureOf(all, body, { time, scope, secretAccessKey }).signature !== signature) return undefined;
  const headers = Object.fromEntries(all.filter(([name]) => !OWN_HEADERS.test(name)));
  return { sent, headers, service: target.split('.')[0] ?? '', scope };
}

function signed(
  { sent, headers: common, service, scope }: Route,
  operation: string,
  body: string,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentialIdentity,
  date: Date,
): HttpRequest {
  const time = date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const headers: Record<string, string> = {
    ...common,
    'content-length': String(Buffer.byteLength(body)),
    'x-amz-date': time,
    'x-amz-target': `${service}.${operation}`,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const { names, signature } = signatureOf(Object.entries(headers), body, { time, scope, secretAccessKey });
  const credential = `Credential=${accessKeyId}/${time.slice(0, 8)}/${scope}`;
  headers['authorization'] = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, Signature=${signature}`;
  return Object.assign(new HttpRequest(sent), { headers, body });
}
