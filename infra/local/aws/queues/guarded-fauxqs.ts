import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { admitOwnRequests } from '@ringback/simulators/line/local-requests.ts';
import { startFauxqs } from 'fauxqs';
import { StackError } from '#infra/local/address/stack-error.ts';

type Fauxqs = Awaited<ReturnType<typeof startFauxqs>>;

const LOOPBACK = '127.0.0.1';

/** Node reports a server here before it listens. Source: https://nodejs.org/api/diagnostics_channel.html#built-in-channels */
const LISTENING = 'tracing:net.server.listen:asyncStart';

const starting = new AsyncLocalStorage<{ server?: Server }>();

/**
 * The emulator of SQS and S3 listens on every address of the machine, has no passwords, and has no option against either. This has its
 * server listen on the loopback address, and refuse pages of other sites.
 */
export async function startGuardedFauxqs(options: Parameters<typeof startFauxqs>[0]): Promise<Fauxqs> {
  const started: { server?: Server } = {};
  subscribe(LISTENING, guard);
  try {
    const fauxqs = await starting.run(started, () => startFauxqs(options));
    const address = started.server?.address();
    if (typeof address === 'object' && address?.address === LOOPBACK) return fauxqs;
    await fauxqs.stop();
    throw new StackError('this version of Node starts the SQS emulator on all addresses of the machine');
  } finally {
    unsubscribe(LISTENING, guard);
  }
}

/** Other servers start meanwhile: only that of the emulator has the store of its start. */
function guard(message: unknown): void {
  const started = starting.getStore();
  if (!started || typeof message !== 'object' || message === null) return;
  if (!('server' in message && 'options' in message && message.server instanceof Server)) return;
  started.server = message.server;
  // Node reads the options after this.
  Object.assign(message.options ?? {}, { host: LOOPBACK });
  admitOwnRequests(message.server);
}
