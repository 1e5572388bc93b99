import { once } from 'node:events';
import type { Server } from 'node:http';
import { admitOwnRequests } from '#line/local-requests.ts';

/** A server that other processes of this machine reach, and no other machine and no page of another site. */
interface LoopbackServer {
  port: number;
  url: string;
  /** Ends open connections, too. */
  stop: () => Promise<void>;
}

/**
 * Call it when the server has its listeners.
 * @param wanted 0 = any free port
 */
export async function listen(server: Server, wanted = 0): Promise<LoopbackServer> {
  admitOwnRequests(server);
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, stop };
}
