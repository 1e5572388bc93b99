import * as v from 'valibot';
import type { IdempotencyRecord } from '#shared/platform/http/idempotency.ts';

/** What is known of an idempotency key. 0.5 KB with the usual answer; DynamoDB removes it after `expiresAt`. */
export const IdempotencyItem = v.object({
  fingerprint: v.string(),
  recordId: v.number(),
  token: v.string(),
  run: v.string(),
  startedAt: v.number(),
  leaseUntil: v.number(),
  answer: v.nullable(v.object({ status: v.number(), body: v.string() })),
  expiresAt: v.number(),
}) satisfies v.GenericSchema<unknown, IdempotencyRecord>;
