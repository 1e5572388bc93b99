import type { IdempotencyRecord, StoredAnswer } from '#shared/domain/idempotency/idempotency-record.ts';

export type RepeatVerdict =
  | { kind: 'replay'; answer: StoredAnswer }
  | { kind: 'conflict' }
  | { kind: 'running'; retryAfterSeconds: number }
  | { kind: 'resume' };

/** What a request gets whose key is known already. */
export function judgeRepeat(known: IdempotencyRecord, fingerprint: string, now: number): RepeatVerdict {
  if (known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known.answer) return { kind: 'replay', answer: known.answer };
  if (known.leaseUntil > now) return { kind: 'running', retryAfterSeconds: retryAfter(known, now) };
  return { kind: 'resume' };
}

/** As long again as the run has taken so far, but not beyond its lease: a quick run is asked about soon, a dead one seldom. */
function retryAfter({ startedAt, leaseUntil }: IdempotencyRecord, now: number): number {
  const seconds = Math.min(now - startedAt, leaseUntil - now) / 1000;
  return Math.max(1, Math.ceil(seconds));
}
