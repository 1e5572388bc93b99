import { once } from 'node:events';
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import type { Act, RecordedAct } from '#infra/local/source/service-source.ts';
import { ManagementPath, ModelPath, requestedActs, type AwsRequest } from '#infra/local/synthesised/requested-acts.ts';

interface AwsGate {
  /** The endpoint of AWS for the functions. */
  url: string;
  /** Every request, allowed or refused, once. */
  asked(): RecordedAct[];
  refused(): RecordedAct[];
  stop(): Promise<void>;
}

interface GateOptions {
  /** Whether the function with this key may do this; with the id of the function. */
  judge: (accessKeyId: string, act: Act) => { by: string; isAllowed: boolean };
  /** The addresses behind the gate. */
  dynamoDb: string;
  sqsAndS3: string;
  management: string;
  /** The value of a secret by its full name and its staging label. */
  secret: (id: string, stage: string) => Promise<string | undefined>;
}

/** Takes the place of AWS: identifies the function by the key of the signature, and forwards what its role allows. */
export async function startAwsGate(options: GateOptions): Promise<AwsGate> {
  const asked = new Map<string, RecordedAct>();
  const refused = new Map<string, RecordedAct>();
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const request: AwsRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      target: String(incoming.headers['x-amz-target'] ?? ''),
      body,
    };
    const acts = requestedActs(request).map((act) => ({ act, isAllowed: note(keyOf(incoming), act) }));
    const forbidden = acts.find(({ isAllowed }) => !isAllowed);
    if (forbidden) refuse(response, request, forbidden.act);
    else if (request.target.startsWith('secretsmanager')) await answerSecret(options, request, response);
    else if (ModelPath.test(request.path)) answer(response, 503, { message: 'this machine has no Bedrock' });
    else await forward(agent, addressOf(options, request), incoming, request, response);
  }

  function note(accessKeyId: string, act: Act): boolean {
    const { by, isAllowed } = options.judge(accessKeyId, act);
    const recorded = { by, action: act.action, resource: act.resource };
    asked.set(Object.values(recorded).join(' '), recorded);
    if (!isAllowed) refused.set(Object.values(recorded).join(' '), recorded);
    return isAllowed;
  }

  const { url, stop } = await listen(server);
  return {
    url,
    asked: () => [...asked.values()],
    refused: () => [...refused.values()],
    stop() {
      agent.destroy();
      return stop();
    },
  };
}

/** `AWS4-HMAC-SHA256 Credential=KEY/20260101/…`, or the same in a signed address. */
function keyOf({ headers, url = '' }: IncomingMessage): string {
  return /Credential=(?<key>[^/%]+)(?:\/|%2F)/.exec(headers.authorization ?? url)?.groups?.['key'] ?? 'unknown';
}

function addressOf({ dynamoDb, sqsAndS3, management }: GateOptions, { target, path }: AwsRequest): URL {
  if (target.startsWith('DynamoDB')) return new URL(path, dynamoDb);
  // The first part of the path is the API, which is a host in AWS.
  if (ManagementPath.test(path)) return new URL(path.replace(/^\/\w+/, ''), management);
  return new URL(path, sqsAndS3);
}

async function forward(
  agent: Agent,
  url: URL,
  incoming: IncomingMessage,
  { method, body }: AwsRequest,
  response: ServerResponse,
): Promise<void> {
  const { 'transfer-encoding': _, expect: __, ...headers } = incoming.headers;
  const passed = send(url, { agent, method, headers: { ...headers, 'content-length': body.length } });
  passed.end(body);
  const [answer]: IncomingMessage[] = await once(passed, 'response');
  if (!answer) throw new Error('no answer');
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
}

async function answerSecret({ secret }: GateOptions, { body }: AwsRequest, response: ServerResponse): Promise<void> {
  const read = (name: string) =>
    new RegExp(`"${name}":"(?<value>[^"]+)"`).exec(body.toString('utf8'))?.groups?.['value'];
  const id = read('SecretId') ?? '';
  const SecretString = await secret(id, read('VersionStage') ?? 'AWSCURRENT');
  if (SecretString === undefined) {
    answer(response, 400, { __type: 'ResourceNotFoundException', Message: `there is no secret ${id}` });
  } else answer(response, 200, { Name: id, SecretString });
}

function refuse(response: ServerResponse, { target }: AwsRequest, { action, resource }: Act): void {
  const Message = `not authorized to perform ${action} on ${resource}`;
  const status = target === '' ? 403 : 400;
  response.setHeader('x-amzn-errortype', 'AccessDeniedException');
  answer(response, status, { __type: 'AccessDeniedException', message: Message, Message });
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
