import type { Delivery } from '@ringback/client';
import { counted } from '../format/money.ts';
import type { StateTone } from '../format/state-tone.ts';
import { milliseconds, moment, relativeTime } from '../format/time.ts';

const statuses: Record<Delivery['status'], { label: string; tone: StateTone }> = {
  pending: { label: 'Pending', tone: 'live' },
  delivered: { label: 'Delivered', tone: 'good' },
  exhausted: { label: 'Given up', tone: 'bad' },
  disabled: { label: 'Switched off', tone: 'quiet' },
};
export const deliveryStatus = (status: Delivery['status']): { label: string; tone: StateTone } => statuses[status];

/** The next attempt or the last one, in a sentence. */
export function deliverySummary(delivery: Delivery, now: Date): string {
  const { status, attempts, next_attempt_at: next } = delivery;
  const tries = counted(attempts.length, 'attempt');
  const nextAt = next === null ? undefined : moment(next);
  if (status === 'pending' && nextAt !== undefined) return `${tries}; the next one ${relativeTime(nextAt, now)}.`;
  if (status === 'pending') return attempts.length === 0 ? 'On its way.' : `${tries}; the next one is on its way.`;
  if (status === 'exhausted') return `${tries} failed. Replay it when your server is back.`;
  if (status === 'disabled') return 'Your server answered 410, so that the webhook was switched off.';
  return attempts.length === 1 ? 'Delivered at the first attempt.' : `Delivered after ${tries}.`;
}

/** `200 in 12 ms`, `503 in 40 ms`, `no answer within 15 s`. */
export function attemptText({ status, error, duration_ms }: Delivery['attempts'][number]): string {
  return status === null ? (error ?? 'No answer') : `${status} in ${milliseconds(duration_ms)}`;
}

export const isSuccess = ({ status }: Pick<Delivery['attempts'][number], 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** How the server has answered lately, for all calls. */
export function endpointHealth({ endpoint }: Delivery, now: Date): { tone: StateTone; text: string } {
  const { pace, failing_since, last_failure, last_success_at } = endpoint;
  if (failing_since !== null) {
    const since = moment(failing_since);
    const why = last_failure === null ? '' : `: ${last_failure.error ?? `it answers ${last_failure.status}`}`;
    return {
      tone: 'bad',
      text: `failing since ${since === undefined ? failing_since : relativeTime(since, now)}${why}`,
    };
  }
  if (pace === 'slow') return { tone: 'live', text: 'slow, an answer took more than 2 s' };
  const last = last_success_at === null ? undefined : moment(last_success_at);
  return last === undefined
    ? { tone: 'quiet', text: 'no delivery yet' }
    : { tone: 'good', text: `healthy, last success ${relativeTime(last, now)}` };
}
