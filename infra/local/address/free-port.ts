import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A killed process or a closing connection releases its port within this time. */
const PATIENCE_MS = 2_000;
const STEP_MS = 100;
/**
 * Below the ports that systems hand out by themselves, on Linux from 32,768, elsewhere from 49,152: no other program is given the port until
 * the process that it is for listens on it. Source: https://www.rfc-editor.org/rfc/rfc6335#section-6
 */
const [FIRST, LAST] = [15_000, 32_767];

/** A free port of a loopback address: the preferred one if it is free, or becomes free soon. */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  if (preferred === 0) return anyPort(host);
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    const port = await tryPort(preferred, host).catch(() => undefined);
    if (port !== undefined) return port;
    await sleep(STEP_MS);
  }
  return anyPort(host);
}

async function anyPort(host: string): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const port = await tryPort(randomInt(FIRST, LAST + 1), host).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return tryPort(0, host);
}

async function tryPort(wanted: number, host: string): Promise<number> {
  const server = createServer().listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
