import { createWriteStream } from 'node:fs';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { TABLE_NAME } from '#infra/local/address/names.ts';
import { type GatewayOptions, startGateway } from '#infra/local/aws/gateway/start-gateway.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { createTable, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { type DataFolder, pickPorts } from '#infra/local/compose/data-folder.ts';
import { simulatedAccounts } from '#infra/local/compose/simulated-accounts.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import { liveWebhookSecrets, prepareSecrets } from '#infra/local/compose/stack-secrets.ts';
import { openaiKey } from '#infra/local/models/model-key.ts';
import { type ServiceSource, sourceOfManifest } from '#infra/local/source/service-source.ts';
import { sourceOfTemplate } from '#infra/local/synthesised/template-source.ts';
import { startWebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';

/** The services that the functions find behind their environment. */
export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts the services that need no other one, in parallel. `closers` stops those that have started. */
export async function startServices(
  options: Pick<StackOptions, 'port' | 'developer'> & Pick<GatewayOptions, 'host' | 'onRequest'>,
  { folder, source }: { folder: DataFolder; source: ServiceSource },
  closers: AsyncDisposableStack,
) {
  const ports = await pickPorts(options.port, folder.portsFile);
  const accounts = await simulatedAccounts(options.developer);
  const accountNames = accounts.map(({ name }) => name);
  const { host, onRequest } = options;
  const queueRows = source.rows.filter((row) => row.kind === 'queue');
  const settingsOf = (row: QueueRow) => source.settingsOf(row);
  const close = <Service extends { stop(): Promise<void> }>(service: Service) => closeWith(closers, service);
  const starting = [
    startTable(options, folder, source, closers),
    startQueueEmulator(queueRows, folder.queueFolder, settingsOf).then(close),
    startGateway({ port: ports.gateway, host, onRequest }).then(close),
    startWebhookSink(ports.sink, liveWebhookSecrets).then(close),
    prepareSecrets(folder.secretsFile, openaiKey(options.developer), accountNames),
  ] as const;
  // When one fails, the others are awaited, so that `closers` can stop them.
  await Promise.allSettled(starting);
  const [dynamoDbEndpoint, queues, gateway, sink, secrets] = await Promise.all(starting);
  const queueNames = queueRows.map(({ queue }) => queue);
  return { dynamoDbEndpoint, queues, queueNames, gateway, sink, secrets, accounts, simulatorPort: ports.simulator };
}

/** Uses the developer's own emulator if there is one. */
async function startTable(
  options: Pick<StackOptions, 'developer'>,
  folder: DataFolder,
  source: ServiceSource,
  closers: AsyncDisposableStack,
): Promise<string> {
  const endpoint =
    options.developer['AWS_ENDPOINT_URL_DYNAMODB'] ||
    closeWith(closers, await startDynamoDbEmulator(folder.tableFile)).endpoint;
  await createTable(endpoint, TABLE_NAME, source.table);
  return endpoint;
}

export function closeWith<Service extends { stop(): Promise<void> }>(
  closers: AsyncDisposableStack,
  service: Service,
): Service {
  closers.defer(() => service.stop());
  return service;
}

/** The sources, unless a synthesised template is named. */
export function chooseSource({ template }: StackOptions): Promise<ServiceSource> {
  return template === undefined ? sourceOfManifest() : sourceOfTemplate(template);
}

/**
 * The functions log JSON lines to standard output, as in Lambda. This moves these lines to a file or to standard error, or
 * drops them. Returns a function that undoes it.
 */
export function divertLog(target: { file: string | undefined; toTerminal: boolean }): () => Promise<void> {
  const print = process.stdout.write.bind(process.stdout);
  const file = target.file === undefined ? undefined : createWriteStream(target.file, { flags: 'a', mode: 0o600 });
  process.stdout.write = (chunk: string | Uint8Array) => {
    if (typeof chunk !== 'string' || !chunk.startsWith('{"')) return print(chunk);
    if (target.toTerminal) process.stderr.write(terminalText(chunk));
    else file?.write(chunk);
    return true;
  };
  return async () => {
    process.stdout.write = print;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (file) file.end(resolve);
    else resolve();
    await promise;
  };
}
