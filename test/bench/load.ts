import { once as eventOf } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Does `count` pieces of work, a number of them at once. Returns the seconds that it took. */
export async function atOnce(workers: number, count: number, work: (index: number) => Promise<unknown>) {
  const started = performance.now();
  let next = 0;
  const run = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: workers }, run));
  return (performance.now() - started) / 1000;
}

/** Sends a request, and reads its answer to the end. Returns the status. */
export async function exchange(url: string, options: RequestOptions, body?: string): Promise<number | undefined> {
  const [response] = (await eventOf(request(url, options).end(body), 'response')) as [IncomingMessage];
  await eventOf(response.resume(), 'end');
  return response.statusCode;
}

export const CONNECTIONS = 4;
const WARM_MS = 150;
const MEASURED_MS = 500;

/** How many requests a server answers in a second, asked over a few connections at once. */
export async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const rate = await timesPerSecond(async () => {
    if ((await exchange(url, { agent })) !== 200) throw new Error(`${url} failed`);
  });
  agent.destroy();
  return rate;
}

/** How often a piece of work is done in a second, by as many workers as there are connections. */
export async function timesPerSecond(work: () => Promise<void>): Promise<number> {
  const state = { answered: 0, isOver: false };
  const worker = async () => {
    while (!state.isOver) {
      await work();
      state.answered += 1;
    }
  };
  const workers = Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await sleep(WARM_MS);
  const before = state.answered;
  const started = performance.now();
  await sleep(MEASURED_MS);
  // Slow lists: at least a few answers, however long they take.
  while (state.answered - before < CONNECTIONS) await Promise.race([sleep(50), workers]);
  const rate = ((state.answered - before) * 1000) / (performance.now() - started);
  state.isOver = true;
  await workers;
  return rate;
}
