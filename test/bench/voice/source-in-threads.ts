import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/stack/service-source.ts';
import { startFunction, type StartedFunction } from '#infra/local/template/start-function.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/**
 * The bundles of all functions, each in a thread of its own: as in Lambda, the gateway's work and that of other functions does
 * not wait in one line with a turn of a conversation. The environment is read when a function is first called.
 */
export async function sourceInThreads(): Promise<ServiceSource> {
  const source = await sourceOfManifest();
  return {
    ...source,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'ringback-bench-'));
      await bundleFunctions(source.rows, folder, { hasRehearsalModel: true });
      const started: StartedFunction[] = [];
      return {
        async load({ id, timeoutSeconds }: ManifestRow) {
          const file = join(folder, id, 'index.mjs');
          const running = await startFunction({ id, file, exportName: 'handler', timeoutSeconds }, environment());
          started.push(running);
          return running.handler;
        },
        asked: () => [],
        refused: () => [],
        async stop() {
          await Promise.all(started.map((running) => running.stop()));
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
