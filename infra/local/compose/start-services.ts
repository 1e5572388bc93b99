import { createWriteStream } from 'node:fs';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { TABLE_NAME } from '#infra/local/address/names.ts';
import { type GatewayOptions, startGateway } from '#infra/local/aws/gateway/start-gateway.ts';
import { startQueueEmulator } from '#infra/local/aws/queues/queue-emulator.ts';
import { createTable, startDynamoDbEmulator } from '#infra/local/aws/table/dynamodb-emulator.ts';
import type { DataFolder } from '#infra/local/compose/data-folder.ts';
import type { SimulatedAccount } from '#infra/local/compose/simulated-accounts.ts';
import { openaiKey } from '#infra/local/compose/stack-environment.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import { prepareSecrets } from '#infra/local/compose/stack-secrets.ts';
import { type ServiceSource, sourceOfManifest } from '#infra/local/source/service-source.ts';
import { sourceOfTemplate } from '#infra/local/synthesised/template-source.ts';
import { startWebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';

/** Starts the services without dependencies in parallel. `closers` stops those that have started. */
export async function startServices(
  options: StackOptions,
  parts: {
    folder: DataFolder;
    source: ServiceSource;
    queueRows: readonly QueueRow[];
    gateway: GatewayOptions;
    sinkPort: number;
    webhookSecrets: () => Promise<readonly string[]>;
    accounts: readonly SimulatedAccount[];
  },
  closers: AsyncDisposableStack,
) {
  const { folder, source } = parts;
  const starting = [
    startTable(options, folder, source, closers),
    startQueueEmulator(parts.queueRows, folder.queueFolder, (row) => source.settingsOf(row)).then((queues) =>
      closeWith(closers, queues),
    ),
    startGateway(parts.gateway).then((gateway) => closeWith(closers, gateway)),
    startWebhookSink(parts.sinkPort, parts.webhookSecrets).then((sink) => closeWith(closers, sink)),
    prepareSecrets(
      folder.secretsFile,
      openaiKey(options.developer),
      parts.accounts.map(({ name }) => name),
    ),
  ] as const;
  // When one fails, the others are awaited, so that `closers` can stop them.
  await Promise.allSettled(starting);
  const [dynamoDbEndpoint, queues, gateway, sink, secrets] = await Promise.all(starting);
  return { dynamoDbEndpoint, queues, gateway, sink, secrets };
}

/** Uses the developer's own emulator if there is one. */
async function startTable(
  options: StackOptions,
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

export function queueRowsOf({ rows }: ServiceSource) {
  return rows.filter((row) => row.kind === 'queue');
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
