import { setTimeout as sleep } from 'node:timers/promises';
import type { Ringback } from '@ringback/client';

/** A webhook to forward. */
export interface Webhook {
  id: string;
  body: string;
  headers: Record<string, string>;
}

const OPEN = ['initiated', 'ringing', 'in-progress', 'ended'];
const LOOK_AT = 50;

/** The events that a deployment delivers from now on, to the byte and with the signature of their last attempt. */
export async function* deliveredEvents(
  client: Ringback,
  { interval, signal }: { interval: number; signal: AbortSignal },
): AsyncGenerator<Webhook> {
  const finished = async () => {
    const { data } = await client.calls.list({ per_page: LOOK_AT }, { signal });
    return data.filter(({ status }) => !OPEN.includes(status));
  };
  const done = new Set((await finished()).map(({ id }) => id));
  for (;;) {
    for (const { id } of await finished()) {
      if (done.has(id)) continue;
      const deliveries = await client.webhooks.deliveries(id, { signal });
      // A call is evaluated a moment before its deliveries are listed, and they are listed before they are sent.
      if (deliveries.length === 0 || deliveries.some(({ attempts }) => attempts.length === 0)) continue;
      done.add(id);
      for (const delivery of deliveries) {
        const { body, headers } = await client.webhooks.payload(delivery.id, { signal });
        yield { id: delivery.id, body, headers };
      }
    }
    await sleep(interval, undefined, { signal });
  }
}
