import { SQSClient } from '@aws-sdk/client-sqs';
import { removeConnection, writeConnection } from '#infra/local/connection-file.ts';
import { consolePages, type ConsoleSources } from '#infra/local/console/console-pages.ts';
import { localCredentials } from '#infra/local/emulators/dynamodb-emulator.ts';
import {
  createFunctionRuntime,
  requireFunctionFiles,
  type FunctionRuntime,
} from '#infra/local/function-runtime/function-runtime.ts';
import { createHttpApi } from '#infra/local/gateway/http-api.ts';
import type { GatewayOptions, RequestLine } from '#infra/local/gateway/start-gateway.ts';
import type { QueueEmulator } from '#infra/local/queues/queue-emulator.ts';
import { startQueuePump } from '#infra/local/queues/queue-pump.ts';
import { startSchedules } from '#infra/local/schedules/start-schedules.ts';
import { seed } from '#infra/local/seed.ts';
import { createSocketApi } from '#infra/local/socket/socket-api.ts';
import { referencePages } from '#infra/local/reference/reference-pages.ts';
import { openDataFolder, type DataFolder } from '#infra/local/stack/data-folder.ts';
import { liveWebhookSecrets } from '#infra/local/stack/live-webhook-secrets.ts';
import { divertLog } from '#infra/local/stack/log-diversion.ts';
import { removeReadyFile, writeReadyFile, type StackAddress } from '#infra/local/stack/ready-file.ts';
import { startSimulatorProcess } from '#infra/local/stack/simulator-process.ts';
import { ACCOUNT_SID, setEnvironment, stackEnvironment, TABLE_NAME } from '#infra/local/stack/stack-environment.ts';
import { pickPorts, rememberPorts } from '#infra/local/stack/stack-ports.ts';
import { closeWith, startServices } from '#infra/local/stack/start-services.ts';
import type { StackOptions } from '#infra/local/stack/stack-options.ts';
import type { StackSecrets } from '#infra/local/stack/stack-secrets.ts';
import type { WebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { table } from '#shared/runtime/table.ts';

export interface LocalStackOptions extends StackOptions {
  /** Whether queues and schedules are worked on; off to look at one function alone. */
  workers: boolean;
  onRequest: (line: RequestLine) => void;
  /** Told when the carrier simulator ends by itself. */
  onSimulatorCrash: (exitCode: number | null) => void;
}

export interface LocalStack {
  address: StackAddress;
  /** The origin of gateway and WebSocket: `http://localhost:3000`. */
  origin: string;
  runtime: FunctionRuntime;
  queues: QueueEmulator;
  sink: WebhookSink;
  secrets: StackSecrets;
  stop(): Promise<void>;
}

const defaults: LocalStackOptions = {
  port: 0,
  host: '127.0.0.1',
  dataDir: 'memory',
  simulatorSpeed: 20,
  logToTerminal: false,
  developer: {},
  workers: true,
  onRequest: () => undefined,
  onSimulatorCrash: () => undefined,
};

const queueRows = manifest.filter((row) => row.kind === 'queue');

/** Starts the whole service on this machine. One stack a process: the functions read its environment. */
export async function startLocalStack(options: Partial<LocalStackOptions> = {}): Promise<LocalStack> {
  const closers = new AsyncDisposableStack();
  try {
    return await start({ ...defaults, ...options }, closers);
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}

async function start(options: LocalStackOptions, closers: AsyncDisposableStack): Promise<LocalStack> {
  const { readyFile } = options;
  const folder = await openDataFolder(options.dataDir);
  closers.defer(() => folder.release());
  if (readyFile !== undefined) await removeReadyFile(readyFile);
  await requireFunctionFiles(manifest);
  closers.defer(divertLog({ file: folder.logFile, toTerminal: options.logToTerminal }));
  const runtime = createFunctionRuntime();
  const ports = await pickPorts(options.port, folder.portsFile);
  let consoleSources: ConsoleSources | undefined;
  const gatewayOptions: GatewayOptions = {
    port: ports.gateway,
    host: options.host,
    api: createHttpApi(manifest, runtime),
    sockets: createSocketApi(manifest, runtime),
    pages: new Map([...consolePages(() => consoleSources), ...referencePages(() => consoleSources?.address)]),
    onRequest: options.onRequest,
  };
  const parts = {
    folder,
    queueRows,
    gateway: gatewayOptions,
    sinkPort: ports.sink,
    webhookSecrets: liveWebhookSecrets,
  };
  const services = { ...(await startServices(options, parts, closers)), simulatorPort: ports.simulator };
  const { gateway, queues, sink, secrets } = services;
  closers.defer(enterEnvironment(options, folder, services));
  gateway.open();
  const [users, simulator] = await Promise.all([
    seed({ table: table(), signingKey: secrets.webhookSigningKey, tokenSeed: secrets.tokenSeed }),
    startSimulator(options, folder, services, closers),
  ]);
  if (options.workers) startWorkers(queues, runtime, closers);
  const origin = `http://localhost:${gateway.port}`;
  const address: StackAddress = {
    base_url: `${origin}/api`,
    console_url: `${origin}/console`,
    reference_url: `${origin}/reference`,
    simulator_url: simulator.url,
    webhook_sink_url: sink.url,
    users,
  };
  await keep(folder, services, closers);
  if (readyFile !== undefined) await writeReadyFile(readyFile, address);
  consoleSources = { address, webhooks: sink.received };
  return { address, origin, runtime, queues, sink, secrets, stop: () => closers.disposeAsync() };
}

type Services = Awaited<ReturnType<typeof startServices>> & { simulatorPort: number };

function enterEnvironment(options: LocalStackOptions, folder: DataFolder, services: Services): () => void {
  const variables = stackEnvironment({
    port: services.gateway.port,
    dynamoDbEndpoint: services.dynamoDbEndpoint,
    queues: services.queues,
    queueNames: queueRows.map((row) => row.queue),
    simulatorUrl: `http://127.0.0.1:${services.simulatorPort}`,
    simulatorSpeed: options.simulatorSpeed,
    secretsFile: folder.secretsFile,
    developer: options.developer,
  });
  return setEnvironment(variables);
}

async function startSimulator(
  options: LocalStackOptions,
  folder: DataFolder,
  services: Services,
  closers: AsyncDisposableStack,
) {
  const simulator = await startSimulatorProcess({
    port: services.simulatorPort,
    speed: options.simulatorSpeed,
    accountSid: ACCOUNT_SID,
    authToken: services.secrets.twilioAuthToken,
    dataFile: folder.simulatorFile,
    onCrash: options.onSimulatorCrash,
  });
  return closeWith(closers, simulator);
}

function startWorkers(queues: QueueEmulator, runtime: FunctionRuntime, closers: AsyncDisposableStack): void {
  for (const row of queueRows) {
    const client = new SQSClient({ endpoint: queues.endpoint, ...localCredentials });
    closeWith(closers, startQueuePump({ row, queueUrl: queues.queueUrl(row.queue), client, runtime }));
  }
  closers.defer(startSchedules(manifest, runtime));
}

/** What other programs and the next start of this stack want to know. */
async function keep(folder: DataFolder, services: Services, closers: AsyncDisposableStack): Promise<void> {
  if (folder.portsFile === undefined) return;
  const { queues, dynamoDbEndpoint, gateway, sink, simulatorPort } = services;
  await rememberPorts(folder.portsFile, { gateway: gateway.port, simulator: simulatorPort, sink: sink.port });
  await writeConnection(folder.path, {
    tableName: TABLE_NAME,
    endpoints: { dynamodb: dynamoDbEndpoint, sqs: queues.endpoint },
    queueUrls: Object.fromEntries(queueRows.map((row) => [row.queue, queues.queueUrl(row.queue)])),
    secretsFile: folder.secretsFile,
  });
  closers.defer(() => removeConnection(folder.path));
}
