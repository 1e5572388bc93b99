import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A killed process or a closing connection releases its port within this time. */
const PATIENCE_MS = 2_000;
const STEP_MS = 100;

/** A free port of the loopback address: the preferred one if it is free, or becomes free soon. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred === 0) return tryPort(0);
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    const port = await tryPort(preferred).catch(() => undefined);
    if (port !== undefined) return port;
    await sleep(STEP_MS);
  }
  return tryPort(0);
}

async function tryPort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
