import { carrierRows } from '#shared/manifest/carrier-rows.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { authorizerRow, scheduleRows, socketRows } from '#shared/manifest/other-rows.ts';
import { queueRows } from '#shared/manifest/queue-rows.ts';
import { realtimeRows } from '#shared/manifest/realtime-rows.ts';

/** Every function of the service. CDK, the local stack, the build and the tests read this list. */
export const manifest: readonly ManifestRow[] = [
  authorizerRow,
  ...httpRows,
  ...carrierRows,
  ...queueRows,
  ...realtimeRows,
  ...socketRows,
  ...scheduleRows,
];
