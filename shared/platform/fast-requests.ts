import { InvokeStore } from '@aws/lambda-invoke-store';
import { HttpRequest, HttpResponse } from '@smithy/core/protocols';
import type { AwsCredentialIdentity, FinalizeRequestMiddleware, MiddlewareStack } from '@smithy/types';
import type { StandardRetryStrategy } from '@smithy/core/retry';
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { finished, Readable } from 'node:stream';
import { recordOf, type JsonForm } from '#shared/platform/aws-json.ts';

/** What this file needs of a client of the SDK. */
interface JsonClient<Input extends object, Output extends object> {
  send(command: { readonly input: Input }, ...options: unknown[]): Promise<unknown>;
  middlewareStack: MiddlewareStack<Input, Output>;
  config: {
    requestHandler: { handle(request: HttpRequest): Promise<{ response: unknown }> };
    credentials: () => Promise<AwsCredentialIdentity>;
    /** What the SDK adds to the clock, in milliseconds, once AWS has called it wrong. */
    systemClockOffset: number;
  };
}

/** How requests of a client are sent, as learned from one that the SDK has sent. */
interface Route {
  sent: HttpRequest;
  /** Those that all requests have. */
  headers: Record<string, string>;
  /** The part of `x-amz-target` before the operation. */
  service: string;
  /** `region/service/aws4_request` */
  scope: string;
}

/**
 * Sends most requests of a client without the SDK's middleware, which takes half of their processor time (decision 0056).
 * The first request of a process goes through the SDK, and tells the address, the headers and the scope of the signature.
 * From then on a request is a signature and an exchange over the SDK's own connections. Every answer but a success, and every
 * error, is handed to the SDK as the outcome of its first attempt: exceptions, retries with their limits, and the correction
 * of a wrong clock are the SDK's.
 * @param traceId the trace of the process, where invocations have none of their own
 * @param retries of the client; each success gives back a part of its budget, which the SDK would not hear of
 */
export function addFastRequests<Input extends object, Output extends object>(
  client: JsonClient<Input, Output>,
  form: JsonForm<Output>,
  traceId: () => string | undefined,
  retries: StandardRetryStrategy,
): void {
  const { config } = client;
  const unused = retries.acquireInitialRetryToken('');
  const { routes, failed } = addMiddlewares(client);

  /** Undefined for what is the SDK's to send, or to see. */
  async function attempt(operation: string, input: Input): Promise<Output | undefined> {
    const route = routes.get(addressOf(input));
    const body = route && form.write(operation, input);
    if (route === undefined || body === undefined) return undefined;
    const sign: Sign = (credentials, date) => signed(route, operation, body, credentials, date);
    const exchanged = exchange(config, sign, traceId);
    try {
      const response = await exchanged;
      if (response.statusCode === 200) {
        const output = form.read(String(response.body), { httpStatusCode: 200 }, input);
        retries.recordSuccess(await unused);
        return output;
      }
    } catch {
      // The SDK meets what was thrown as its first outcome, and what cannot be read as the answer to it.
    }
    failed.set(input, exchanged);
    return undefined;
  }

  const sendBySdk = client.send.bind(client);
  const send: typeof sendBySdk = async (command, ...options) => {
    const output = options.length > 0 ? undefined : await attempt(operationOf(command), command.input);
    return output ?? sendBySdk(command, ...options);
  };
  Object.assign(client, { send });
}

/** Adds what learns from the SDK's requests, and what makes failed attempts the first ones of the SDK. */
function addMiddlewares<Input extends object, Output extends object>({
  middlewareStack,
  config,
}: JsonClient<Input, Output>) {
  /** By the address of a queue. */
  const routes = new Map<string, Route>();
  /** By their input, and then by what the SDK calls the context of a request. */
  const failed = new WeakMap<object, Promise<HttpResponse>>();
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
  middlewareStack.add(
    (next, context) => (args) => {
      const first = failed.get(args.input);
      failed.delete(args.input);
      if (first) failed.set(context, first);
      return next(args);
    },
    { step: 'initialize' },
  );
  middlewareStack.add(
    (next, context) => async (args) => {
      const first = failed.get(context);
      failed.delete(context);
      return first ? { response: await first } : next(args);
    },
    { step: 'deserialize', priority: 'low' },
  );
  return { routes, failed };
}

/** From the SDK's schema of the operation. A command for documents contains the one that has it. */
function operationOf(command: object): string {
  const { schema } = recordOf('clientCommand' in command ? command.clientCommand : command);
  return Array.isArray(schema) ? String(schema[2]) : '';
}

/** A queue has the address of its URL. */
const addressOf = (input: object) => ('QueueUrl' in input ? String(input.QueueUrl) : '');

type Sign = (credentials: AwsCredentialIdentity, date: Date) => HttpRequest;

async function exchange(
  config: JsonClient<object, object>['config'],
  sign: Sign,
  traceId: () => string | undefined,
): Promise<HttpResponse> {
  const request = sign(await config.credentials(), new Date(Date.now() + config.systemClockOffset));
  // As the SDK does. AWS stops invocations that cause each other without end by this header.
  const trace = (await InvokeStore.getInstanceAsync()).getXRayTraceId() ?? traceId();
  if (trace !== undefined) request.headers['x-amzn-trace-id'] = trace;
  return collected((await config.requestHandler.handle(request)).response);
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

/** The headers that each request has of its own. */
const OWN_HEADERS = /^(?:authorization|content-length|amz-sdk-invocation-id|x-amzn-trace-id|x-amz-(?!user-agent$).+)$/;
const UNSIGNED_HEADERS = /^(?:authorization|user-agent|x-amzn-trace-id)$/;
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

/** The request of an operation, with signature version 4. */
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

const digest = (text: string) => hash('sha256', text);
const hmac = (key: string | Buffer | KeyObject, text: string) => createHmac('sha256', key).update(text).digest();

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureOf(
  headers: Array<[string, string]>,
  body: string,
  { time, scope, secretAccessKey }: { time: string; scope: string; secretAccessKey: string },
): { names: string; signature: string } {
  const signed = headers.filter(([name]) => !UNSIGNED_HEADERS.test(name));
  const sorted = signed.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([name]) => name).join(';');
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = digest(`POST\n/\n\n${lines}\n${names}\n${digest(body)}`);
  const dayScope = `${time.slice(0, 8)}/${scope}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${dayScope}\n${canonical}`;
  return { names, signature: hmac(signingKey(secretAccessKey, dayScope), text).toString('hex') };
}

/** Table and queues, before and after midnight or new credentials. */
const MOST_KEYS = 8;
const signingKeys = new Map<string, KeyObject>();

function signingKey(secretAccessKey: string, dayScope: string): KeyObject {
  const name = `${secretAccessKey} ${dayScope}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  if (signingKeys.size >= MOST_KEYS) signingKeys.clear();
  const key = createSecretKey(dayScope.split('/').reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`)));
  signingKeys.set(name, key);
  return key;
}
