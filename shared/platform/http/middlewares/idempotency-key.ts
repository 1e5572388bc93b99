import { createHash } from 'node:crypto';
import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError, invalidFields, fillSentence, sentences } from '#shared/platform/errors.ts';
import { errorResponse, errorStatus, type ErrorTexts } from '#shared/platform/http/errors.ts';
import { jsonResponse, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';
import {
  fingerprint,
  classifyRepeat,
  KEPT_SECONDS,
  LEASE_MS,
  type IdempotencyKey,
  type IdempotencyRecord,
  type IdempotencyStore,
  type Reservation,
} from '#shared/platform/http/idempotency.ts';
import type { Identified } from '#shared/platform/http/middlewares/access-token.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

const HEADER = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;
/** An item may have 400 KB. A longer answer is not kept; a repeat then answers from the record that the request made. */
const MAX_ANSWER_LENGTH = 300_000;

export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  clock: Clock;
  ids: IdSource;
}

export interface Reserved {
  reservation?: Reservation | undefined;
}

interface OwnedKey {
  key: IdempotencyKey;
  record: IdempotencyRecord;
}

export type IdempotencyKeyMiddleware = middy.MiddlewareObj<
  HttpEvent & Identified & Reserved,
  HttpResponse,
  Error,
  Context,
  { ownedKey?: OwnedKey }
>;

/** Decision 0008. @throws AppError idempotency_conflict, idempotency_running, validation_failed on the header */
export function idempotencyKey(
  { id: route, errors }: { id: string; errors?: ErrorTexts },
  deps: () => IdempotencyDeps,
): IdempotencyKeyMiddleware {
  return {
    before: async ({ event, internal }) => {
      const header = event.headers[HEADER.toLowerCase()];
      if (header === undefined) return undefined;
      const key = { userId: event.userId, route, keyHash: hashOf(readKey(header)) };
      const begun = await begin(key, newRecord(fingerprint(event.body), deps()), deps());
      if ('replay' in begun) return begun.replay;
      internal.ownedKey = { key, record: begun.record };
      event.reservation = { id: begun.record.recordId, token: begun.record.token, resumed: begun.resumed };
      return undefined;
    },
    after: async ({ internal: { ownedKey }, response }) => {
      if (ownedKey && response) await settle(() => keep(deps().idempotency, ownedKey, response));
    },
    onError: async (request) => {
      const { ownedKey } = request.internal;
      if (!ownedKey) return;
      const { idempotency } = deps();
      const status = decidedStatus(request.error);
      await settle(() => {
        if (status === undefined) return release(idempotency, ownedKey);
        if (status < 500) return idempotency.release(ownedKey.key, ownedKey.record.run);
        request.response = jsonResponse(errorResponse(request.error, errors));
        return keep(idempotency, ownedKey, request.response);
      });
    },
  };
}

/** Undefined: not decided on. A message that the carrier refuses is decided: an answer like any other. */
function decidedStatus(error: unknown): number | undefined {
  return error instanceof AppError && error.code !== 'internal' ? errorStatus[error.code] : undefined;
}

function readKey(header: string): string {
  const key = header.trim();
  if (key === '') throw invalidFields({ [HEADER]: [fillSentence(sentences.required, HEADER)] });
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidFields({ [HEADER]: [fillSentence(sentences.maxLength(MAX_KEY_LENGTH), HEADER)] });
  }
  return key;
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function newRecord(bodyFingerprint: string, { clock, ids }: IdempotencyDeps): IdempotencyRecord {
  const startedAt = clock.now();
  return {
    fingerprint: bodyFingerprint,
    recordId: ids.recordId(),
    token: ids.uuid(),
    run: ids.uuid(),
    startedAt,
    leaseUntil: startedAt + LEASE_MS,
    answer: null,
    expiresAt: Math.ceil(startedAt / 1000) + KEPT_SECONDS,
  };
}

type Begun = { replay: HttpResponse } | { record: IdempotencyRecord; resumed: boolean };

async function begin(
  key: IdempotencyKey,
  fresh: IdempotencyRecord,
  { idempotency, clock }: IdempotencyDeps,
): Promise<Begun> {
  const known = await idempotency.putIfAbsent(key, fresh);
  if (known.run === fresh.run) return { record: fresh, resumed: false };

  const verdict = classifyRepeat(known, fresh.fingerprint, clock.now());
  if (verdict.kind === 'conflict') throw new AppError('idempotency_conflict');
  if (verdict.kind === 'replay') {
    const { status, body, headers } = verdict.answer;
    const replayed = { ...headers, 'idempotent-replayed': 'true' };
    return { replay: jsonResponse({ status, body: JSON.parse(body), headers: replayed }) };
  }
  if (verdict.kind === 'running') throw running(verdict.retryAfterSeconds);
  const record = { ...fresh, recordId: known.recordId, token: known.token };
  // Another repeat may be resuming the same run.
  if (!(await idempotency.replace(key, record, known.run))) throw running(1);
  return { record, resumed: true };
}

function running(retryAfterSeconds: number): AppError {
  return new AppError('idempotency_running', { retryAfterSeconds });
}

async function keep(
  store: IdempotencyStore,
  owned: OwnedKey,
  { statusCode, body, headers }: HttpResponse,
): Promise<void> {
  if (Buffer.byteLength(body) > MAX_ANSWER_LENGTH) return release(store, owned);
  const { key, record } = owned;
  await store.replace(key, { ...record, answer: { status: statusCode, body, headers: { ...headers } } }, record.run);
}

/** The next repeat may run at once. */
async function release(store: IdempotencyStore, { key, record }: OwnedKey): Promise<void> {
  await store.replace(key, { ...record, leaseUntil: 0 }, record.run);
}

/** What the request has done is done: the client gets its answer, and a repeat waits for the end of the lease. */
async function settle(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logger.error('idempotency record could not be saved', { error });
  }
}
