import { type Handler, importHandler, requireFunctionFiles } from '#infra/local/aws/lambda/function-runtime.ts';
import { type QueueSettings, settingsOfRow } from '#infra/local/aws/queues/queue-emulator.ts';
import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';

/** The addresses of this machine, and the environment of the functions. */
export interface Machine {
  /** Of gateway and WebSocket: `http://localhost:3000`. */
  origin: string;
  dynamoDbEndpoint: string;
  sqsEndpoint: string;
  /** Where frames for connections are posted. */
  managementOrigin: string;
  secretsFile: string;
  variables: Record<string, string>;
}

export interface RunningFunctions {
  load(row: ManifestRow): Promise<Handler>;
  /** The requests of the functions to AWS, and those that their roles did not allow. Empty where there are no roles. */
  asked(): RecordedAct[];
  refused(): RecordedAct[];
  stop(): Promise<void>;
}

/** The service that the stack runs: from the sources, or from a template. */
export interface ServiceSource {
  rows: readonly ManifestRow[];
  table: { partitionKey: string; sortKey: string };
  settingsOf(row: QueueRow): QueueSettings;
  /** Functions to load before the first request, because call time runs faster than they load. */
  toLoadFirst: readonly ManifestRow[];
  start(machine: Machine): Promise<RunningFunctions>;
}

/** The manifest and the sources. Functions are imported into this process. */
export async function sourceOfManifest(): Promise<ServiceSource> {
  await requireFunctionFiles(manifest);
  return {
    rows: manifest,
    table: tableDefinition,
    settingsOf: settingsOfRow,
    toLoadFirst: [],
    start: async () => ({
      load: importHandler,
      asked: () => [],
      refused: () => [],
      stop: async () => undefined,
    }),
  };
}

/** A request of a function to AWS. */
export interface RecordedAct extends Omit<Act, 'partitions'> {
  /** The id of the function. */
  by: string;
}

/** One thing that a function does to one resource. */
export interface Act {
  action: string;
  resource: string;
  /** The partitions of the table that the request names. */
  partitions?: readonly string[] | undefined;
}
