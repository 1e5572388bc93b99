import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { currentTrace } from '#infra/local/aws/lambda/trace.ts';
import type { Machine } from '#infra/local/source/service-source.ts';
import { SQS_ORIGIN } from '#infra/local/synthesised/local-names.ts';
import type { DeployedFunction } from '#infra/local/synthesised/read-functions.ts';
import { Answer } from '#infra/local/synthesised/worker-messages.ts';

export interface StartedFunction {
  handler: Handler;
  stop(): Promise<void>;
}

/**
 * Runs a bundle in its own thread, with the environment of the template only. Like an instance of Lambda it starts with its
 * first event and stays, but it takes many events in parallel.
 */
export async function startFunction(
  { id, file, exportName, timeoutSeconds }: Pick<DeployedFunction, 'id' | 'file' | 'exportName' | 'timeoutSeconds'>,
  environment: Record<string, string>,
): Promise<StartedFunction> {
  const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
    name: id,
    workerData: { file, exportName },
    env: environment,
    execArgv: [],
    stdout: true,
  });
  // Whole lines, so that the logs of threads do not mix.
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
      const trace = currentTrace() ?? '';
      worker.postMessage({ number: invocations, event, context: { ...valuesOf(context), deadline }, trace }, []);
      return caller.promise;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

/** The context without its methods, which cannot be sent. The thread adds `getRemainingTimeInMillis`. */
function valuesOf(context: unknown): Record<string, unknown> {
  const entries = Object.entries(v.parse(v.looseObject({}), context));
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== 'function'));
}

/** Limits of users and tokens, and of the account's concurrency. There are none, unless the local stack sets them. */
const LIMITS_OF_THE_MACHINE = [
  'RATE_LIMIT_PER_MINUTE',
  'RATE_LIMIT_BURST',
  'SMS_PER_SECOND_PER_USER',
  'SMS_WAITING_PER_USER',
  'SMS_WAITING_AT_ONCE',
  'WEBHOOK_ONE_WAITS',
  'DESTINATIONS',
  'CONVERSATIONS_AT_ONCE',
  'CONVERSATIONS_PER_USER',
];

/** The variables that the local stack sets. All others are from the template. */
const OF_THE_MACHINE = [
  'AWS_REGION',
  'TWILIO_API_URL',
  'WEB_CALL_URL',
  'OPENAI_REALTIME_URL',
  'WEBHOOK_ALLOW_LOOPBACK',
  'TIME_SCALE',
  'OPENAI_ENABLED',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'LOCAL_MODELS',
  'OPENAI_REALTIME_URL',
  // Simulated customers can be called all day.
  'CALLING_HOURS',
  ...LIMITS_OF_THE_MACHINE,
];

const API_ADDRESS = /^(?<scheme>https|wss):\/\/(?<api>\w+)\.execute-api\.[\w-]+\.amazonaws\.com(?<path>\/voice)?/;

/** Replaces addresses of AWS by addresses of this machine. */
export function addressesOnMachine(origin: string, gateUrl: string): (value: string) => string {
  return (value) => {
    const [address = '', scheme, api = '', path = ''] = API_ADDRESS.exec(value) ?? [];
    if (address === '') return value.replace(SQS_ORIGIN, gateUrl);
    const rest = value.slice(address.length);
    if (scheme === 'wss') return `${origin.replace('http', 'ws')}${path}${rest}`;
    // Frames are posted through the gate, which needs the API in the path.
    return path === '' ? `${origin}${rest}` : `${gateUrl}/${api}${path}${rest}`;
  };
}

/** The environment of a function: that of the template, and the variables that Lambda sets. */
export function variablesOnMachine(
  { name, memoryMb, environment }: DeployedFunction,
  { variables }: Machine,
  gateUrl: string,
  onMachine: (value: string) => string,
): Record<string, string> {
  const given = Object.entries(environment).filter(([key]) => !LIMITS_OF_THE_MACHINE.includes(key));
  return {
    ...Object.fromEntries(given.map(([key, value]) => [key, onMachine(value)])),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    // The gate identifies the function by its key.
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: gateUrl,
    ...Object.fromEntries(Object.entries(variables).filter(([key]) => OF_THE_MACHINE.includes(key))),
  };
}
