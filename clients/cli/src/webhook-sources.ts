import { setTimeout as sleep } from 'node:timers/promises';
import { type Ringback, signWebhook, verifyWebhook } from '@ringback/client';
import { rebuiltEvent } from './sample-event.ts';

/** A webhook to forward. */
export interface Webhook {
  id: string;
  body: string;
  headers: Record<string, string>;
}

interface SinkWebhook {
  headers: Record<string, string>;
  body: unknown;
}

/** The webhooks that a local stack sends to its sink from now on, as they were sent. */
export async function* sinkWebhooks(
  sinkUrl: string,
  { secret, interval, signal }: { secret: string | undefined; interval: number; signal: AbortSignal },
): AsyncGenerator<Webhook> {
  const read = async (): Promise<Webhook[]> => {
    const received: SinkWebhook[] = JSON.parse(await (await fetch(sinkUrl, { signal })).text());
    return received.map(({ headers, body }) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const kept = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
      return { id: headers['webhook-id'] ?? '', body: JSON.stringify(body), headers: kept };
    });
  };
  const seen = new Set((await read()).map(({ id }) => id));
  for (;;) {
    for (const webhook of await read()) {
      if (seen.has(webhook.id)) continue;
      seen.add(webhook.id);
      if (secret === undefined || (await isOf(secret, webhook))) yield webhook;
    }
    await sleep(interval, undefined, { signal });
  }
}

/** The sink has the webhooks of all users of the stack. */
async function isOf(secret: string, { headers, body }: Webhook): Promise<boolean> {
  return verifyWebhook(headers, body, secret).then(
    () => true,
    () => false,
  );
}

const OPEN = ['initiated', 'ringing', 'in-progress', 'ended'];
const LOOK_AT = 50;

/**
 * The events that a deployment delivers from now on, rebuilt from its calls: the API lists the deliveries of a call, but not
 * what was in them. With a secret they are signed anew.
 */
export async function* deliveredEvents(
  client: Ringback,
  { secret, interval, signal }: { secret: string | undefined; interval: number; signal: AbortSignal },
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
      // A call is evaluated a moment before its deliveries are listed; without a webhook it stays without.
      if (deliveries.length === 0) continue;
      done.add(id);
      const call = await client.calls.get(id, { signal });
      for (const delivery of deliveries) {
        const body = JSON.stringify(rebuiltEvent(delivery.event, call));
        const signed = secret === undefined ? {} : await signWebhook({ id: delivery.id, body, secret });
        yield { id: delivery.id, body, headers: { 'webhook-id': delivery.id, ...signed } };
      }
    }
    await sleep(interval, undefined, { signal });
  }
}
