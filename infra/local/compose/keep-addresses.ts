import { removeConnection, writeConnection } from '#infra/local/address/connection-file.ts';
import { ACCOUNT_SID, TABLE_NAME } from '#infra/local/address/names.ts';
import { type DataFolder, rememberPorts } from '#infra/local/compose/data-folder.ts';
import type { FaultyServices } from '#infra/local/compose/start-faults.ts';
import type { Services } from '#infra/local/compose/start-services.ts';

/** Writes the files that other programs and the next start of this stack read. */
export async function keepAddresses(
  folder: DataFolder,
  services: Services,
  { report }: FaultyServices,
  closers: AsyncDisposableStack,
): Promise<void> {
  if (folder.portsFile === undefined) return;
  const { queues, queueNames, dynamoDbEndpoint, gateway, sink, simulatorPort, accounts } = services;
  await rememberPorts(folder.portsFile, { gateway: gateway.port, simulator: simulatorPort, sink: sink.port });
  await writeConnection(folder.path, {
    tableName: TABLE_NAME,
    endpoints: { dynamodb: dynamoDbEndpoint, sqs: queues.endpoint },
    queueUrls: Object.fromEntries(queueNames.map((name) => [name, queues.queueUrl(name)])),
    secretsFile: folder.secretsFile,
    publicUrl: `http://localhost:${gateway.port}`,
    carrier: { apiUrl: `http://127.0.0.1:${simulatorPort}`, accountSid: ACCOUNT_SID, accounts },
    ...(report === undefined ? {} : { faultReport: report }),
  });
  closers.defer(() => removeConnection(folder.path));
}
