import { createTable, startDynamoDbEmulator } from '#infra/local/emulators/dynamodb-emulator.ts';
import { startGateway, type GatewayOptions } from '#infra/local/gateway/start-gateway.ts';
import { startQueueEmulator } from '#infra/local/queues/queue-emulator.ts';
import type { DataFolder } from '#infra/local/stack/data-folder.ts';
import type { ServiceSource } from '#infra/local/stack/service-source.ts';
import { openaiKey, TABLE_NAME } from '#infra/local/stack/stack-environment.ts';
import type { StackOptions } from '#infra/local/stack/stack-options.ts';
import { prepareSecrets } from '#infra/local/stack/stack-secrets.ts';
import { startWebhookSink } from '#infra/local/webhook-sink/webhook-sink.ts';
import type { QueueRow } from '#shared/manifest/manifest-row.ts';

/** Starts what does not depend on anything else, all at once. Whatever has started is closed with `closers`. */
export async function startServices(
  options: StackOptions,
  parts: {
    folder: DataFolder;
    source: ServiceSource;
    queueRows: readonly QueueRow[];
    gateway: GatewayOptions;
    sinkPort: number;
    webhookSecrets: () => Promise<readonly string[]>;
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
    prepareSecrets(folder.secretsFile, openaiKey(options.developer)),
  ] as const;
  // When one fails the others are waited for, so that nothing is left running.
  await Promise.allSettled(starting);
  const [dynamoDbEndpoint, queues, gateway, sink, secrets] = await Promise.all(starting);
  return { dynamoDbEndpoint, queues, gateway, sink, secrets };
}

/** An emulator that the developer runs is used as it is. */
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
