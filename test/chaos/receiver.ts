import { text } from 'node:stream/consumers';
import { serve } from '#test/support/http-server.ts';

/** A customer's server, deduplicating by `webhook-id`. It outlives the stack. */
export async function startReceiver() {
  /** The ids accepted for each call. */
  const accepted = new Map<number, Set<string>>();
  const counts = { accepted: 0, repeated: 0 };
  const { url, stop } = await serve((incoming, outgoing) => {
    const accept = (body: string) => {
      const { id: callId } = JSON.parse(body) as { id: number };
      const id = String(incoming.headers['webhook-id']);
      const ids = accepted.get(callId) ?? new Set();
      counts[ids.has(id) ? 'repeated' : 'accepted'] += 1;
      accepted.set(callId, ids.add(id));
      outgoing.writeHead(200).end('ok');
    };
    void text(incoming).then(accept, () => outgoing.destroy());
  });
  return { url: `${url}/hook`, accepted, counts, stop };
}
