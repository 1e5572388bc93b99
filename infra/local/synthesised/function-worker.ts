import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { runInTrace } from '#infra/local/aws/lambda/trace.ts';
import { FunctionSource, Invocation, type Outcome } from '#infra/local/synthesised/worker-messages.ts';

/** The program of a function's own thread: loads its bundle, then answers one message for each event. */
enableCompileCache();
const { file, exportName } = v.parse(FunctionSource, workerData);
const bundle: unknown = await import(pathToFileURL(file).href);
const { [exportName]: handler } = v.parse(v.record(v.string(), v.unknown()), { ...Object(bundle) });

parentPort?.on('message', (message: unknown) => {
  const { number, event, context, trace } = v.parse(Invocation, message);
  void runInTrace(trace, () => run(event, context)).then((outcome) =>
    parentPort?.postMessage({ number, ...outcome }, []),
  );
});
parentPort?.postMessage({ number: 0 }, []);

async function run(event: unknown, context: Invocation['context']): Promise<Outcome> {
  try {
    if (typeof handler !== 'function') throw new Error(`${file} exports no ${exportName}`);
    const { deadline, ...rest } = context;
    const result: unknown = await handler(event, {
      ...rest,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    return { result };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { error: { name, message, stack } };
  }
}
