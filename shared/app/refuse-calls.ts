import type { CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { Metrics } from '#shared/ports/metrics.ts';

export interface RefuseCallsDeps {
  calls: CallStore;
  doNotCall: DoNotCallStore;
  clock: Clock;
  metrics: Metrics;
}

/** The customer of this call does not want to be called again: the number goes on the list of its user at once. */
export async function refuseCalls(key: CallKey, { calls, doNotCall, clock, metrics }: RefuseCallsDeps): Promise<void> {
  const call = await calls.get(key);
  if (!call) return;
  const { userId, clientPhoneNumber: phoneNumber } = call;
  const entry = {
    userId,
    phoneNumber,
    source: 'call',
    reason: `said in call ${call.id}`,
    createdAt: clock.now(),
  } as const;
  if ((await doNotCall.add(entry)) === 'added') metrics.count('DoNotCallAdded', { source: 'call' });
}
