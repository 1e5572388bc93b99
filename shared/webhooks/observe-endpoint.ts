import {
  decidePace,
  endpointOf,
  isNews,
  QUICK_MS,
  unknownEndpoint,
  withProbe,
  withSlowness,
  type EndpointHealth,
  type EndpointKey,
} from '#shared/webhooks/endpoint-health.ts';
import type { WebhookDelivery, WebhookDeps } from '#shared/webhooks/webhook.ts';

type ObserveDeps = Pick<WebhookDeps, 'endpoints' | 'clock' | 'logger'>;

/**
 * Runs an attempt on the fast queue. Returns false, without it, if the endpoint is slow or another worker is finding out.
 * The endpoint becomes slow while an attempt still waits: deliveries that come meanwhile must not wait behind it.
 */
export async function attemptIfQuick(
  { userId, url }: WebhookDelivery,
  run: (known: EndpointHealth | undefined) => Promise<void>,
  deps: ObserveDeps,
): Promise<boolean> {
  const key = endpointOf(userId, url);
  const { isAllowed, known } = await mayAttempt(key, deps);
  if (!isAllowed) return false;
  let marking: Promise<void> | undefined;
  const late = setTimeout(() => {
    marking = recordHealth(key, (health) => withSlowness(health, deps.clock.now()), deps).catch((error: unknown) =>
      deps.logger.warn('webhook endpoint not marked as slow', { userId, error }),
    );
  }, QUICK_MS);
  try {
    await run(known);
  } finally {
    clearTimeout(late);
    await marking;
  }
  return true;
}

async function mayAttempt(key: EndpointKey, { endpoints, clock }: ObserveDeps) {
  const known = await endpoints.get(key);
  const now = clock.now();
  const pace = decidePace(known, now);
  if (pace !== 'probe') return { isAllowed: pace === 'quick', known };
  const probed = withProbe(known ?? unknownEndpoint(key), now);
  const isAllowed = await endpoints.replace(known, probed);
  return { isAllowed, known: probed };
}

/**
 * Writes the health of an endpoint, if there is news. A worker that loses the race against another has no better news.
 * @param known the health before the attempt: without news against it, nothing is read
 */
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
