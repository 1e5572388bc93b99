import { type Handler, importHandler, requireFunctionFiles } from '#infra/local/function-runtime/function-runtime.ts';
import { type QueueSettings, settingsOfRow } from '#infra/local/queues/queue-emulator.ts';
import type { RecordedAct } from '#infra/local/template/aws-gate.ts';
import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { tableDefinition } from '#shared/table/definition.ts';

/** The addresses of this machine, and the environment of the functions as they are run from source. */
export interface Machine {
  /** Of gateway and WebSocket: `http://localhost:3000`. */
  origin: string;
  dynamoDbEndpoint: string;
  sqsEndpoint: string;
  secretsFile: string;
  variables: Record<string, string>;
}

export interface RunningFunctions {
  load(row: ManifestRow): Promise<Handler>;
  /** What the functions asked of AWS, and what their roles did not allow; known only where there are roles. */
  asked(): RecordedAct[];
  refused(): RecordedAct[];
  stop(): Promise<void>;
}

/** Where the stack takes the service from. */
export interface ServiceSource {
  rows: readonly ManifestRow[];
  table: { partitionKey: string; sortKey: string };
  settingsOf(row: QueueRow): QueueSettings;
  /** Functions to load before anybody calls: a call in fast time does not wait for them. */
  toLoadFirst: readonly ManifestRow[];
  start(machine: Machine): Promise<RunningFunctions>;
}

/** The manifest and the sources, as they are now: functions are imported into this process. */
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
