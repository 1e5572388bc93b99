import { text } from 'node:stream/consumers';
import { serve } from '#test/support/http-server.ts';

interface ReceivedEvent {
  /** `webhook-id`: the same on every attempt of one event. */
  id: string;
  body: { id: number; status: string };
}

/** A customer's server that accepts every webhook and outlives the stack. */
export async function startWebhookReceiver() {
  const events: ReceivedEvent[] = [];
  const { url, stop } = await serve((incoming, outgoing) => {
    const accept = (text: string) => {
      events.push({ id: String(incoming.headers['webhook-id']), body: JSON.parse(text) as ReceivedEvent['body'] });
      return outgoing.writeHead(200).end('ok');
    };
    void text(incoming).then(accept);
  });
  return { url: `${url}/hook`, events, stop };
}
