import { removeConnection, writeConnection } from '#infra/local/address/connection-file.ts';
import { ACCOUNT_SID, PROJECT_ID, TABLE_NAME } from '#infra/local/address/names.ts';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import type { GatewayOptions, RequestLine } from '#infra/local/aws/gateway/start-gateway.ts';
import { createHttpApi } from '#infra/local/aws/http/http-api.ts';
import { createFunctionRuntime, type FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import type { QueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { createSocketApi } from '#infra/local/aws/socket/socket-api.ts';
import { type DataFolder, openDataFolder, pickPorts, rememberPorts } from '#infra/local/compose/data-folder.ts';
import { removeReadyFile, stackAddress, writeReadyFile } from '#infra/local/compose/ready-file.ts';
import { seed } from '#infra/local/compose/seed.ts';
import { type SimulatedAccount, simulatedAccounts } from '#infra/local/compose/simulated-accounts.ts';
import { pointNumbers, startSimulatorProcess } from '#infra/local/compose/simulator-process.ts';
import { setEnvironment, stackEnvironment } from '#infra/local/compose/stack-environment.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import { liveWebhookSecrets, type StackSecrets } from '#infra/local/compose/stack-secrets.ts';
import { type FaultyServices, startFaults } from '#infra/local/compose/start-faults.ts';
import { chooseSource, closeWith, divertLog, queueRowsOf, startServices } from '#infra/local/compose/start-services.ts';
import { startWorkers } from '#infra/local/compose/start-workers.ts';
import type { ConsoleSources } from '#infra/local/pages/console/console-pages.ts';
import { ownPages } from '#infra/local/pages/own-pages.ts';
import type { RunningFunctions, ServiceSource } from '#infra/local/source/service-source.ts';
import type { WebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import { table } from '#shared/container.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';

export interface LocalStackOptions extends StackOptions {
  /** Whether queues and schedules run. */
  workers: boolean;
  onRequest: (line: RequestLine) => void;
  /** Called when the carrier simulator ends by itself. */
  onSimulatorCrash: (exitCode: number | null) => void;
  /** A source of the service other than the manifest or a template. */
  source?: ServiceSource;
}

export interface LocalStack {
  address: StackAddress;
  /** The origin of gateway and WebSocket: `http://localhost:3000`. */
  origin: string;
  runtime: FunctionRuntime;
  queues: QueueEmulator;
  sink: WebhookSink;
  secrets: StackSecrets;
  functions: RunningFunctions;
  /** The workers that AWS would have stopped, because they kept waking themselves. */
  stoppedLoops(): string[];
  stop(): Promise<void>;
}

/**
 * A sentence whose function is killed is found by the timer of the silence: after 6 s, rounded up by 1 s, and delivered up to 2 s
 * late. The words that follow are repeated for up to 6 s. Five seconds more for faults on that way.
 */
const FAULT_PATIENCE_MS = 20_000;

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
  const folder = await openDataFolder(options.dataDir);
  closers.defer(() => folder.release());
  await removeReadyFile(options.readyFile);
  const source = options.source ?? (await chooseSource(options));
  const queueRows = queueRowsOf(source);
  closers.defer(divertLog({ file: folder.logFile, toTerminal: options.logToTerminal }));
  const starting = Promise.withResolvers<RunningFunctions>();
  const runtime = createFunctionRuntime(async (row) => (await starting.promise).load(row));
  const ports = await pickPorts(options.port, folder.portsFile);
  let consoleSources: ConsoleSources | undefined;
  const gatewayOptions: GatewayOptions = {
    port: ports.gateway,
    host: options.host,
    onRequest: options.onRequest,
    api: createHttpApi(source.rows, runtime),
    sockets: createSocketApi(source.rows, runtime),
    ...ownPages(() => consoleSources, { options, folder }),
  };
  const accounts = await simulatedAccounts(options.developer);
  const sinkParts = { sinkPort: ports.sink, webhookSecrets: liveWebhookSecrets, accounts };
  const parts = { folder, source, queueRows, gateway: gatewayOptions, ...sinkParts };
  const services = { ...(await startServices(options, parts, closers)), simulatorPort: ports.simulator, accounts };
  const { gateway, queues, sink, secrets } = services;
  const origin = `http://localhost:${gateway.port}`;
  const faulty = closeWith(closers, await startFaults(options.faults, origin, services));
  const variables = faulty.environment(environmentOf(options, folder, services, queueRows));
  closers.defer(setEnvironment(variables));
  const machine = { origin, ...faulty.endpoints, secretsFile: folder.secretsFile, variables };
  const functions = closeWith(closers, await source.start(machine));
  starting.resolve(functions);
  await runtime.warm(source.toLoadFirst);
  gateway.open();
  const [users, simulator] = await Promise.all([
    seed({ table: table(), signingKey: secrets.webhookSigningKey, tokenSeed: secrets.tokenSeed }),
    startSimulator(options, folder, services, closers),
  ]);
  const { twilioAuthToken: authToken } = secrets;
  await pointNumbers(users, origin, { apiUrl: simulator.url, accountSid: ACCOUNT_SID, authToken });
  const stoppedLoops = options.workers ? startPumps(source, { queues, runtime, faults: faulty.faults }, closers) : [];
  const address = stackAddress(origin, { simulatorUrl: simulator.url, sinkUrl: sink.url, users });
  await keep(folder, services, queueRows, faulty, closers);
  faulty.faults?.begin();
  await writeReadyFile(options.readyFile, address);
  consoleSources = { address, webhooks: sink.received };
  const running = { address, origin, runtime, queues, sink, secrets, functions };
  return { ...running, stoppedLoops: () => stoppedLoops, stop: () => closers.disposeAsync() };
}

type Services = Awaited<ReturnType<typeof startServices>> & {
  simulatorPort: number;
  accounts: SimulatedAccount[];
};

type QueueRows = ReturnType<typeof queueRowsOf>;

function environmentOf(options: LocalStackOptions, folder: DataFolder, services: Services, queueRows: QueueRows) {
  return stackEnvironment({
    port: services.gateway.port,
    dynamoDbEndpoint: services.dynamoDbEndpoint,
    queues: services.queues,
    queueNames: queueRows.map((row) => row.queue),
    simulatorUrl: `http://127.0.0.1:${services.simulatorPort}`,
    simulatorSpeed: options.simulatorSpeed,
    accounts: services.accounts,
    secretsFile: folder.secretsFile,
    developer: options.developer,
  });
}

/** Returns the workers that will have been stopped. */
function startPumps(
  source: ServiceSource,
  parts: Pick<LocalStack, 'queues' | 'runtime'> & Pick<FaultyServices, 'faults'>,
  closers: AsyncDisposableStack,
): string[] {
  const stoppedLoops: string[] = [];
  const settingsOf = (row: QueueRow) => source.settingsOf(row);
  const onStoppedLoop = (functionId: string) => void stoppedLoops.push(functionId);
  startWorkers({ ...parts, rows: source.rows, settingsOf, onStoppedLoop }, closers);
  return stoppedLoops;
}

async function startSimulator(
  options: LocalStackOptions,
  folder: DataFolder,
  services: Services,
  closers: AsyncDisposableStack,
) {
  const common = {
    speed: options.simulatorSpeed,
    realtime: {
      projectId: PROJECT_ID,
      apiKey: services.secrets.openaiApiKey,
      webhookSecret: services.secrets.openaiWebhookSecret,
      webhookUrl: `http://localhost:${services.gateway.port}/carrier/openai/calls/incoming`,
    },
    patienceMs: options.faults === undefined ? undefined : FAULT_PATIENCE_MS,
    reactionMs: options.reactionMs,
    onCrash: options.onSimulatorCrash,
  };
  const { secrets, accounts } = services;
  const web = {
    publicUrl: `http://localhost:${services.gateway.port}`,
    apiKeySecret: secrets.twilioApiKeySecret,
  };
  const start = async (account: Pick<SimulatedAccount, 'port' | 'accountSid'>, authToken = '', name = '') => {
    const dataFile = folder.simulatorFile && folder.simulatorFile + name;
    return closeWith(
      closers,
      await startSimulatorProcess({ ...common, ...account, authToken, dataFile, web: name === '' ? web : undefined }),
    );
  };
  const [simulator] = await Promise.all([
    start({ port: services.simulatorPort, accountSid: ACCOUNT_SID }, secrets.twilioAuthToken),
    ...accounts.map((one) => start(one, secrets.furtherAuthTokens[one.name], `.${one.name}`)),
  ]);
  return simulator;
}

/** Writes the files that other programs and the next start of this stack read. */
async function keep(
  folder: DataFolder,
  services: Services,
  queueRows: QueueRows,
  { report }: FaultyServices,
  closers: AsyncDisposableStack,
): Promise<void> {
  if (folder.portsFile === undefined) return;
  const { queues, dynamoDbEndpoint, gateway, sink, simulatorPort, accounts } = services;
  await rememberPorts(folder.portsFile, { gateway: gateway.port, simulator: simulatorPort, sink: sink.port });
  await writeConnection(folder.path, {
    tableName: TABLE_NAME,
    endpoints: { dynamodb: dynamoDbEndpoint, sqs: queues.endpoint },
    queueUrls: Object.fromEntries(queueRows.map((row) => [row.queue, queues.queueUrl(row.queue)])),
    secretsFile: folder.secretsFile,
    publicUrl: `http://localhost:${gateway.port}`,
    carrier: { apiUrl: `http://127.0.0.1:${simulatorPort}`, accountSid: ACCOUNT_SID, accounts },
    ...(report === undefined ? {} : { faultReport: report }),
  });
  closers.defer(() => removeConnection(folder.path));
}
