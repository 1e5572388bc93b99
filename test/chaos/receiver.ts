import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '@ringback/simulators/line/draw.ts';
import { serve } from '#test/support/http-server.ts';

/** Shares of the first attempts that fail in each way. The second follows after 5 seconds, the third only after 5 minutes. */
export interface Troubles {
  errors: number;
  timeouts: number;
  resets: number;
}

const NO_TROUBLES: Troubles = { errors: 0, timeouts: 0, resets: 0 };

/** A customer's server, deduplicating by `webhook-id`. It outlives the stack. */
export async function startReceiver(seed: number, troubles: Troubles = NO_TROUBLES) {
  const attempts = new Map<string, number>();
  /** The ids accepted for each call. */
  const accepted = new Map<number, Set<string>>();
  const counts = { accepted: 0, repeated: 0, errors: 0, timeouts: 0, resets: 0 };
  const { errors, timeouts, resets } = troubles;
  const { url, stop } = await serve((incoming, outgoing) => {
    void answer().catch(() => outgoing.destroy());
    async function answer() {
      const id = String(incoming.headers['webhook-id']);
      const { id: callId } = JSON.parse(await text(incoming)) as { id: number };
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      const at = attempt > 1 ? 1 : draw(seed, 'webhook', id, attempt);
      if (at < errors) return fail('errors', () => outgoing.writeHead(503).end());
      if (at < errors + resets) return fail('resets', () => outgoing.destroy());
      if (at < errors + resets + timeouts) {
        return fail('timeouts', () => void sleep(60_000, undefined, { ref: false }).then(() => outgoing.destroy()));
      }
      const ids = accepted.get(callId) ?? new Set();
      counts[ids.has(id) ? 'repeated' : 'accepted'] += 1;
      accepted.set(callId, ids.add(id));
      return outgoing.writeHead(200).end('ok');
    }
  });
  const fail = (kind: 'errors' | 'timeouts' | 'resets', respond: () => unknown) => {
    counts[kind] += 1;
    respond();
  };
  return { url: `${url}/hook`, accepted, counts, stop };
}
