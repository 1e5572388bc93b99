import { ACCOUNT_SID } from '#infra/local/address/names.ts';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import type { RequestLine } from '#infra/local/aws/gateway/start-gateway.ts';
import { createHttpApi } from '#infra/local/aws/http/http-api.ts';
import { createFunctionRuntime, type FunctionRuntime } from '#infra/local/aws/lambda/function-runtime.ts';
import type { QueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { createSocketApi } from '#infra/local/aws/socket/socket-api.ts';
import { openDataFolder } from '#infra/local/compose/data-folder.ts';
import { keepAddresses } from '#infra/local/compose/keep-addresses.ts';
import { removeReadyFile, stackAddress, writeReadyFile } from '#infra/local/compose/ready-file.ts';
import { seed } from '#infra/local/compose/seed.ts';
import { pointNumbers } from '#infra/local/compose/simulator-process.ts';
import { environmentOf, setEnvironment } from '#infra/local/compose/stack-environment.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import type { StackSecrets } from '#infra/local/compose/stack-secrets.ts';
import { type FaultyServices, startFaults } from '#infra/local/compose/start-faults.ts';
import { chooseSource, closeWith, divertLog, startServices } from '#infra/local/compose/start-services.ts';
import { startSimulators } from '#infra/local/compose/start-simulators.ts';
import { startWorkers } from '#infra/local/compose/start-workers.ts';
import { withFreshModels } from '#infra/local/models/fresh-models.ts';
import { createModelKey } from '#infra/local/models/model-key.ts';
import { createModelServers, type ModelServers } from '#infra/local/models/model-servers.ts';
import { ownPages } from '#infra/local/pages/own-pages.ts';
import type { RunningFunctions, ServiceSource } from '#infra/local/source/service-source.ts';
import type { WebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import { modelStore, table } from '#shared/container.ts';
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
  modelServers: ModelServers;
  stop(): Promise<void>;
}

const defaults: LocalStackOptions = {
  port: 0,
  host: '127.0.0.1',
  dataDir: 'memory',
  simulatorSpeed: 20,
  logToTerminal: false,
  developer: {},
  modelServers: [],
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
  closers.defer(divertLog({ file: folder.logFile, toTerminal: options.logToTerminal }));
  const source = options.source ?? (await chooseSource(options));
  const services = await startServices(options, { folder, source }, closers);
  const { gateway, queues, sink, secrets } = services;
  const origin = `http://localhost:${gateway.port}`;

  const faulty = closeWith(closers, await startFaults(options.faults, origin, services));
  const variables = faulty.environment(environmentOf(options, folder, services));
  closers.defer(setEnvironment(variables));
  const machine = { origin, ...faulty.endpoints, secretsFile: folder.secretsFile, variables };
  const functions = closeWith(closers, await source.start(machine));
  const runtime = createFunctionRuntime((row) => functions.load(row));
  await runtime.warm(source.toLoadFirst);
  const modelServers = createModelServers(options.modelServers, modelStore());
  const api = withFreshModels(createHttpApi(source.rows, runtime), modelServers);
  gateway.open({ api, sockets: createSocketApi(source.rows, runtime) });

  const [users, simulator] = await Promise.all([
    seed({ table: table(), signingKey: secrets.webhookSigningKey, tokenSeed: secrets.tokenSeed }),
    startSimulators(options, folder, services, closers),
    modelServers.look(),
  ]);
  const account = { apiUrl: simulator.url, accountSid: ACCOUNT_SID, authToken: secrets.twilioAuthToken };
  await pointNumbers(users, origin, account);
  const address = stackAddress(origin, { simulatorUrl: simulator.url, sinkUrl: sink.url, users });
  const modelKey = options.template === undefined ? createModelKey(folder.secretsFile, options.developer) : undefined;
  gateway.show(ownPages({ address, webhooks: sink.received, modelServers, modelKey }, { options, folder }));

  const stoppedLoops = options.workers ? startPumps(source, { queues, runtime, faults: faulty.faults }, closers) : [];
  await keepAddresses(folder, services, faulty, closers);
  faulty.faults?.begin();
  await writeReadyFile(options.readyFile, address);
  const running = { address, origin, runtime, queues, sink, secrets, functions, modelServers };
  return { ...running, stoppedLoops: () => stoppedLoops, stop: () => closers.disposeAsync() };
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
