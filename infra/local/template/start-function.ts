import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Handler } from '#infra/local/function-runtime/function-runtime.ts';
import type { DeployedFunction } from '#infra/local/template/read-functions.ts';
import { Answer } from '#infra/local/template/worker-messages.ts';

export interface StartedFunction {
  handler: Handler;
  stop(): Promise<void>;
}

/**
 * Runs a bundle in a thread of its own, with the environment of its own and nothing else: what the template does not give it
 * is not there. Like an instance of Lambda it starts with its first event and stays, but takes many events at once.
 */
export async function startFunction(
  { id, file, exportName, timeoutSeconds }: Pick<DeployedFunction, 'id' | 'file' | 'exportName' | 'timeoutSeconds'>,
  environment: Record<string, string>,
): Promise<StartedFunction> {
  const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
    workerData: { file, exportName },
    env: environment,
    execArgv: [],
    stdout: true,
  });
  // Whole lines, so that the log of one thread does not break into that of another.
  createInterface({ input: worker.stdout }).on('line', (line) => process.stdout.write(`${line}\n`));
  // The first answer, number 0, says that the bundle is loaded.
  const loaded = Promise.withResolvers<unknown>();
  const waiting = new Map([[0, loaded]]);
  let invocations = 0;
  let death: Error | undefined;
  const die = (error: Error) => {
    death = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => die(death ?? new Error(`the thread of ${id} has ended`)));
  worker.on('message', (message: unknown) => {
    const { number, result, error } = v.parse(Answer, message);
    const caller = waiting.get(number);
    waiting.delete(number);
    if (error) caller?.reject(Object.assign(new Error(error.message), error));
    else caller?.resolve(result);
  });
  await loaded.promise;
  return {
    handler: (event, context) => {
      if (death) throw death;
      const caller = Promise.withResolvers<unknown>();
      invocations += 1;
      waiting.set(invocations, caller);
      const deadline = Date.now() + timeoutSeconds * 1000;
      worker.postMessage({ number: invocations, event, context: { ...valuesOf(context), deadline } }, []);
      return caller.promise;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** The context without its methods, which cannot be sent; the thread makes the one that matters anew. */
function valuesOf(context: unknown): Record<string, unknown> {
  const entries = Object.entries(v.parse(v.looseObject({}), context));
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== 'function'));
}
