import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { invocationIdOf } from '#infra/local/aws/lambda/lineage.ts';
import { isManagementPath } from '#infra/local/aws/socket/management-api.ts';
import { type AwsAnswer, type AwsRequest, operationOf, type Treatment } from '#infra/local/faults/aws-message.ts';
import { possibleBucketFaults, treatBucketRequest } from '#infra/local/faults/bucket-faults.ts';
import type { FaultName } from '#infra/local/faults/fault-settings.ts';
import type { Faults } from '#infra/local/faults/faults.ts';
import { possibleQueueFaults, treatQueueRequest, withTraceAttribute } from '#infra/local/faults/queue-faults.ts';
import { possibleSocketFaults, treatSocketRequest } from '#infra/local/faults/socket-faults.ts';
import { possibleTableFaults, treatTableRequest } from '#infra/local/faults/table-faults.ts';
import { type Forward, forwardTo, treat } from '#infra/local/faults/treat.ts';

interface FaultProxy {
  url: string;
  stop(): Promise<void>;
}

interface Service {
  name: 'table' | 'queue' | 'bucket' | 'socket';
  origin: string;
  possible: (request: AwsRequest) => readonly FaultName[];
  treat: (fault: FaultName, request: AwsRequest, at: number) => Treatment;
}

/** The addresses behind the proxy. */
interface Emulators {
  dynamoDb: string;
  sqsAndS3: string;
  /** The gateway, for posts to connections. */
  management: string;
}

/** The report of the faults, as JSON. */
export const REPORT_PATH = '/_faults';

/**
 * Stands between the functions and the emulators, and does to requests what only AWS does. Without faults it keeps the trace
 * header of messages, by which the pump counts the rounds of a chain.
 */
export async function startFaultProxy(emulators: Emulators, faults: Faults | undefined): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const serving = incoming.url === REPORT_PATH ? report(response, faults) : serve(incoming, response);
    void serving.catch(() => response.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming;
    const request: AwsRequest = { method, path, headers, body: await buffer(incoming) };
    const service = serviceOf(request, emulators);
    const forward: Forward = (changes = { body: withTraceAttribute(request) }) =>
      forwardTo(agent, service.origin, { ...request, ...changes });
    const fate = faults?.fateOf(invocationIdOf(String(headers['x-amzn-trace-id']))) ?? 'lives';
    if (fate === 'dies after') await forward();
    // A process that was killed never hears from AWS again.
    if (fate !== 'lives') return;
    const treatment = faults && treatmentOf(faults, service, request);
    answer(response, await (treatment ? treat(treatment, forward) : forward()));
  }

  const { url, stop } = await listen(server);
  return {
    url,
    stop() {
      agent.destroy();
      return stop();
    },
  };
}

async function report(response: ServerResponse, faults: Faults | undefined): Promise<void> {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(faults?.report() ?? {}));
}

function serviceOf({ headers, path }: AwsRequest, { dynamoDb, sqsAndS3, management }: Emulators): Service {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB'))
    return { name: 'table', origin: dynamoDb, possible: possibleTableFaults, treat: treatTableRequest };
  if (target.startsWith('AmazonSQS'))
    return { name: 'queue', origin: sqsAndS3, possible: possibleQueueFaults, treat: treatQueueRequest };
  if (isManagementPath(path))
    return { name: 'socket', origin: management, possible: possibleSocketFaults, treat: treatSocketRequest };
  return { name: 'bucket', origin: sqsAndS3, possible: possibleBucketFaults, treat: treatBucketRequest };
}

function treatmentOf(faults: Faults, service: Service, request: AwsRequest): Treatment | undefined {
  const possible = service.possible(request);
  if (possible.length === 0) return undefined;
  const { fault, at } = faults.ofRequest(`${service.name} ${operationOf(request) || request.method}`, possible);
  if (fault === undefined) return undefined;
  if (fault === 'answer lost') return { act: 'lose the answer' };
  if (fault === 'slow answer') return { act: 'answer late', milliseconds: at * faults.slowMs() };
  return service.treat(fault, request, at);
}

function answer(response: ServerResponse, message: AwsAnswer | undefined): void {
  if (!message) {
    response.destroy();
    return;
  }
  const { 'transfer-encoding': _, 'content-length': __, ...headers } = message.headers;
  const length = message.status === 204 ? {} : { 'content-length': message.body.length };
  response.writeHead(message.status, { ...headers, ...length });
  response.end(message.body);
}
