import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, isOpen, openStatuses, type Delivery, type Ringback } from '@ringback/client';

/** A webhook to forward. */
export interface Webhook {
  id: string;
  body: string;
  headers: Record<string, string>;
}

/** The calls whose webhooks may still come. */
interface Watched {
  /** Calls that were seen in the list, so that a page with one of them is the last one to read. */
  known: Set<number>;
  open: Set<number>;
  /** How often deliveries of a finished call were looked for, and since when by the monotonic clock. */
  finished: Map<number, { looks: number; since: number }>;
}

interface Source {
  client: Ringback;
  watched: Watched;
  signal: AbortSignal;
  patience: number;
}

const PER_PAGE = 100;
const EMPTY_LOOKS = 2;

/**
 * The events that a deployment delivers from now on, to the byte and with the signature of their last attempt.
 * `patience`: milliseconds after which a finished call without deliveries is taken for one without a webhook.
 */
export async function* deliveredEvents(
  client: Ringback,
  { interval, signal, patience = 10_000 }: { interval: number; signal: AbortSignal; patience?: number },
): AsyncGenerator<Webhook> {
  const source = { client, signal, patience, watched: await watchFromNow(client, signal) };
  for (;;) {
    await lookAtCalls(source);
    for (const id of source.watched.finished.keys()) {
      for (const delivery of await attemptedDeliveries(id, source)) {
        const payload = await client.webhooks.payload(delivery.id, { signal }).catch(undefinedIfGone);
        if (payload) yield { id: delivery.id, body: payload.body, headers: payload.headers };
      }
    }
    await sleep(interval, undefined, { signal });
  }
}

/** Calls that are open now count, however old; in the order of their statuses, so that none slips from one to the next. */
async function watchFromNow(client: Ringback, signal: AbortSignal): Promise<Watched> {
  const open = new Set<number>();
  for (const status of openStatuses) {
    for await (const { id } of client.calls.list({ status, per_page: PER_PAGE }, { signal })) open.add(id);
  }
  const { data } = await client.calls.list({ per_page: PER_PAGE }, { signal });
  for (const call of data) if (isOpen(call)) open.add(call.id);
  return { known: new Set(data.map(({ id }) => id)), open, finished: new Map() };
}

/** Reads the list to the first known call, and looks up the open calls that are further down. */
async function lookAtCalls({ client, watched: { known, open, finished }, signal }: Source): Promise<void> {
  const unseen = new Set(open);
  const found: number[] = [];
  const record = (id: number, status: string) => {
    unseen.delete(id);
    found.push(id);
    if (known.has(id) && !open.has(id)) return;
    if (isOpen({ status })) open.add(id);
    else {
      open.delete(id);
      if (!finished.has(id)) finished.set(id, { looks: 0, since: performance.now() });
    }
  };
  for (let position: { before_id?: number } = {}; ;) {
    const { data, last_page: lastPage } = await client.calls.list({ per_page: PER_PAGE, ...position }, { signal });
    for (const { id, status } of data) record(id, status);
    const last = data.at(-1);
    const { before_id: reached = Infinity } = position;
    // A service that does not know `before_id` answers with the same page.
    if (lastPage === 1 || last === undefined || last.id >= reached || data.some(({ id }) => known.has(id))) break;
    position = { before_id: last.id };
  }
  for (const id of unseen) {
    const call = await client.calls.get(id, { signal }).catch(undefinedIfGone);
    if (call) record(id, call.status);
    else open.delete(id);
  }
  for (const id of found) known.add(id);
}

/**
 * The deliveries of a finished call when each was attempted; then the call is done. A call is evaluated a moment before its
 * deliveries are listed, and they are listed before they are sent.
 */
async function attemptedDeliveries(
  id: number,
  { client, watched: { finished }, signal, patience }: Source,
): Promise<Delivery[]> {
  const { looks, since } = finished.get(id) ?? { looks: 0, since: performance.now() };
  const isLate = performance.now() - since >= patience;
  if (looks >= EMPTY_LOOKS && !isLate) return [];
  const deliveries = await client.webhooks.deliveries(id, { signal }).catch(undefinedIfGone);
  if (deliveries?.some(({ attempts }) => attempts.length === 0)) return [];
  if (deliveries?.length === 0 && !(isLate && looks >= EMPTY_LOOKS)) {
    finished.set(id, { looks: looks + 1, since });
    return [];
  }
  finished.delete(id);
  return deliveries ?? [];
}

/** A call may be deleted while its webhook is waited for. */
function undefinedIfGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
