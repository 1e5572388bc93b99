import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { HangingSlot } from '#shared/webhooks/hanging-slot.ts';
import type { DeliveryAttempt, WebhookDelivery } from '#shared/webhooks/webhook.ts';

/** How one receiver has answered one user lately. About 300 bytes. Times are epoch milliseconds. */
export const EndpointHealthItem = v.object({
  userId: v.number(),
  /** Scheme, host and port. */
  origin: v.string(),
  /** `slow`: its deliveries go to the slow queue. */
  pace: v.picklist(['quick', 'slow']),
  /** When `pace` was last confirmed; 0 before the first attempt. */
  observedAt: v.number(),
  /** A worker tries an endpoint that is not known to be quick; others do not follow until then. */
  probedUntil: v.nullable(v.number()),
  lastSuccessAt: v.nullable(v.number()),
  /** The first of the failures since the last success. */
  failingSince: v.nullable(v.number()),
  lastFailure: v.nullable(v.object({ at: v.number(), status: v.number(), problem: v.nullable(v.string()) })),
  version: v.number(),
});
export type EndpointHealth = v.InferOutput<typeof EndpointHealthItem>;
export type EndpointKey = Pick<EndpointHealth, 'userId' | 'origin'>;

export interface EndpointHealthStore {
  get(key: EndpointKey): Promise<EndpointHealth | undefined>;
  listOfUser(userId: number): Promise<EndpointHealth[]>;
  /** False if the stored version is no longer `known`. */
  replace(known: EndpointHealth | undefined, next: EndpointHealth): Promise<boolean>;
}

export const QUICK_MS = 2000;

interface ObserveDeps {
  endpoints: EndpointHealthStore;
  hanging: HangingSlot;
  clock: Clock;
  logger: Logger;
}

/** False if the endpoint is slow or being probed. It becomes slow during an attempt: others must not wait behind it. */
export async function attemptIfQuick(
  { userId, url }: Pick<WebhookDelivery, 'userId' | 'url'>,
  run: (known: EndpointHealth | undefined) => Promise<void>,
  deps: ObserveDeps,
): Promise<boolean> {
  const key = endpointOf(userId, url);
  const known = await deps.endpoints.get(key);
  const pace = decidePace(known, deps.clock.now());
  if (pace === 'slow') return false;
  if (pace === 'quick') {
    await observed(key, () => run(known), deps);
    return true;
  }
  const probe = await deps.hanging.whileHeld(async () => {
    const probed = withProbe(known ?? unknownEndpoint(key), deps.clock.now());
    if (!(await deps.endpoints.replace(known, probed))) return false;
    await observed(key, () => run(probed), deps);
    return true;
  });
  return probe?.result ?? false;
}

/** Runs an attempt. The endpoint becomes slow during it. */
async function observed(key: EndpointKey, run: () => Promise<void>, deps: ObserveDeps): Promise<void> {
  let marking: Promise<void> | undefined;
  const late = setTimeout(() => {
    marking = recordHealth(key, (health) => withSlowness(health, deps.clock.now()), deps).catch((error: unknown) =>
      deps.logger.warn('webhook endpoint not marked as slow', { userId: key.userId, error }),
    );
  }, QUICK_MS);
  try {
    await run();
  } finally {
    clearTimeout(late);
    await marking;
  }
}

/** A worker that loses the race has no better news. `known`: before the attempt; without news against it, no read. */
export async function recordHealth(
  key: EndpointKey,
  change: (health: EndpointHealth) => EndpointHealth,
  { endpoints }: Pick<ObserveDeps, 'endpoints'>,
  known?: EndpointHealth,
): Promise<void> {
  if (known && !isNews(known, change(known))) return;
  const stored = await endpoints.get(key);
  const next = change(stored ?? unknownEndpoint(key));
  if (isNews(stored, next)) await endpoints.replace(stored, next);
}

/** For a slow endpoint to become quick. Shorter than `QUICK_MS`, so that it does not alternate. */
const RECOVERED_MS = 1000;
/** An endpoint that was quick may hang today: after this time one attempt goes ahead of the others. */
const PROVEN_MS = 10 * 60_000;
/** Longer than an attempt. A probe whose worker has crashed ends by itself. */
const PROBE_MS = 30_000;
/** Unchanged states are confirmed once a minute, success and failure in turn are recorded once a second. */
const CONFIRM_MS = 60_000;
const ALTERNATE_MS = 1000;
/** Longer than any host name, and shorter than a sort key may be. */
const LONGEST_ORIGIN = 300;

export function endpointOf(userId: number, url: string): EndpointKey {
  return { userId, origin: (URL.parse(url)?.origin ?? url).slice(0, LONGEST_ORIGIN) };
}

export function unknownEndpoint(key: EndpointKey): EndpointHealth {
  const nothing = { probedUntil: null, lastSuccessAt: null, failingSince: null, lastFailure: null };
  return { ...key, pace: 'quick', observedAt: 0, ...nothing, version: 0 };
}

/** `probe`: only one worker may post, so a receiver that hangs occupies one worker of the fast queue. */
export function decidePace(health: EndpointHealth | undefined, now: number): 'quick' | 'probe' | 'slow' {
  if (!health) return 'probe';
  if (health.pace === 'slow' || (health.probedUntil ?? 0) > now) return 'slow';
  return now - health.observedAt <= PROVEN_MS ? 'quick' : 'probe';
}

function withProbe(health: EndpointHealth, now: number): EndpointHealth {
  return { ...health, probedUntil: now + PROBE_MS };
}

function withSlowness(health: EndpointHealth, now: number): EndpointHealth {
  return { ...health, pace: 'slow', observedAt: now, probedUntil: null };
}

export function withAttempt(health: EndpointHealth, attempt: DeliveryAttempt): EndpointHealth {
  const { at, status, problem, durationMs } = attempt;
  const now = at + durationMs;
  const isSuccess = status >= 200 && status < 300;
  const hasRecovered = isSuccess && durationMs <= RECOVERED_MS;
  const isSlow = durationMs > QUICK_MS || (health.pace === 'slow' && !hasRecovered);
  return {
    ...health,
    pace: isSlow ? 'slow' : 'quick',
    observedAt: now,
    probedUntil: null,
    ...(isSuccess
      ? { lastSuccessAt: now, failingSince: null }
      : { failingSince: health.failingSince ?? at, lastFailure: { at, status, problem } }),
  };
}

/** Thousands of deliveries to one endpoint must not write its item thousands of times. */
export function isNews(known: EndpointHealth | undefined, next: EndpointHealth): boolean {
  if (!known || known.probedUntil !== next.probedUntil) return true;
  if (next.pace === 'slow' && known.pace === 'quick') return true;
  const age = next.observedAt - known.observedAt;
  const hasChanged = next.pace !== known.pace || (next.failingSince === null) !== (known.failingSince === null);
  return age >= (hasChanged ? ALTERNATE_MS : CONFIRM_MS);
}
