import { createServer } from 'node:http';
import { once } from 'node:events';

export interface ReceivedEvent {
  /** `webhook-id`: the same on every attempt of one event. */
  id: string;
  body: { id: number; status: string };
}

/** A customer's server that accepts every webhook and outlives the stack. */
export async function startWebhookReceiver() {
  const events: ReceivedEvent[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent['body'];
      events.push({ id: String(incoming.headers['webhook-id']), body });
      outgoing.writeHead(200).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`,
    events,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
