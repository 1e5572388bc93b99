import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '#infra/cloud/bundle/bundle-functions.ts';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { sourceOfManifest, type ServiceSource } from '#infra/local/source/service-source.ts';
import { startFunction, type StartedFunction } from '#infra/local/synthesised/start-function.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

/** Instances of one function. Two processors have no use for more. */
const INSTANCES = 3;

/**
 * The bundles of all functions, each in threads of its own: as in Lambda, the gateway's work and that of other functions does
 * not wait in one line with a turn of a conversation, and another instance starts when all of a function are busy. The environment
 * is read when a function is first called.
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
          const start = async () => {
            const running = await startFunction({ id, file, exportName: 'handler', timeoutSeconds }, environment());
            started.push(running);
            return running.handler;
          };
          return byInstances(start);
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

/** Each event goes to the least busy instance. */
function byInstances(start: () => Promise<Handler>): Handler {
  const instances: Array<{ handler: Promise<Handler>; events: number }> = [];
  return async (event, context) => {
    let [instance] = instances.toSorted((one, other) => one.events - other.events);
    if ((!instance || instance.events > 0) && instances.length < INSTANCES) {
      instance = { handler: start(), events: 0 };
      instances.push(instance);
    }
    if (!instance) throw new Error('no instance');
    instance.events += 1;
    try {
      return await (
        await instance.handler
      )(event, context);
    } finally {
      instance.events -= 1;
    }
  };
}

const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
