import { Agent, request } from 'node:http';

const CONNECTIONS = 4;
const WARM_MS = 150;
const MEASURED_MS = 500;

/** How many requests a server answers in a second, asked over a few connections at once. */
export async function requestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const state = { answered: 0, isOver: false };
  const work = async () => {
    while (!state.isOver) {
      await get(url, agent);
      state.answered += 1;
    }
  };
  const workers = Array.from({ length: CONNECTIONS }, work);
  await wait(WARM_MS);
  const before = state.answered;
  const started = performance.now();
  await wait(MEASURED_MS);
  // Slow lists: at least a few answers, however long they take.
  while (state.answered - before < CONNECTIONS) await wait(50);
  const rate = ((state.answered - before) * 1000) / (performance.now() - started);
  state.isOver = true;
  await Promise.all(workers);
  agent.destroy();
  return rate;
}

async function get(url: string, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(url, { agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
    response.resume().once('end', resolve);
  })
    .once('error', reject)
    .end();
  await promise;
}

function wait(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds);
  return promise;
}
