import { createHash } from 'node:crypto';
import { AppError, invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import { fingerprint } from '#shared/domain/idempotency/fingerprint.ts';
import {
  KEPT_SECONDS,
  LEASE_MS,
  type IdempotencyKey,
  type IdempotencyRecord,
  type Reservation,
} from '#shared/domain/idempotency/idempotency-record.ts';
import { judgeRepeat } from '#shared/domain/idempotency/judge-repeat.ts';
import { errorResponse, type ErrorTexts } from '#shared/http/error-response.ts';
import { errorStatus } from '#shared/http/error-status.ts';
import type { EndpointAnswer } from '#shared/http/http-response.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { IdempotencyStore } from '#shared/ports/idempotency-store.ts';
import { logger } from '#shared/runtime/logger.ts';

const HEADER = 'Idempotency-Key';
const MAX_KEY_LENGTH = 255;
/** An item may have 400 KB. A longer answer is not kept; a repeat then answers from the record that the request made. */
const MAX_ANSWER_LENGTH = 300_000;

/** What an endpoint needs in order to honour the header. */
export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  clock: Clock;
  ids: IdSource;
}

export function hasIdempotency(deps: unknown): deps is IdempotencyDeps {
  return typeof deps === 'object' && deps !== null && 'idempotency' in deps && 'clock' in deps && 'ids' in deps;
}

/** One request, read and found well-formed. */
export interface KeyedRequest {
  userId: number;
  route: string;
  headers: Record<string, string>;
  /** As it was sent. */
  body: unknown;
  texts: ErrorTexts;
}

export type Run = (reservation?: Reservation) => Promise<EndpointAnswer>;

/**
 * Runs a request that has the header `Idempotency-Key` once: a repeat gets the first answer.
 * A refusal (4xx) frees the key. A run that fails or dies leaves it, with the ids that it reserved, to the next repeat.
 * @throws AppError idempotency_conflict, idempotency_running, validation_failed on the header
 */
export async function answerOnce(request: KeyedRequest, deps: IdempotencyDeps, run: Run): Promise<EndpointAnswer> {
  const header = request.headers[HEADER.toLowerCase()];
  if (header === undefined) return run();
  const key = { userId: request.userId, route: request.route, keyHash: hashOf(readKey(header)) };
  const fresh = newRecord(fingerprint(request.body), deps);
  const known = await deps.idempotency.begin(key, fresh);
  if (known.run === fresh.run) return perform(key, fresh, false, { request, deps, run });

  const verdict = judgeRepeat(known, fresh.fingerprint, deps.clock.now());
  if (verdict.kind === 'conflict') throw new AppError('idempotency_conflict');
  if (verdict.kind === 'replay') return replay(verdict.answer);
  if (verdict.kind === 'running') throw running(verdict.retryAfterSeconds);
  const resumed = { ...fresh, recordId: known.recordId, token: known.token };
  // Another repeat may be resuming the same run.
  if (!(await deps.idempotency.replace(key, resumed, known.run))) throw running(1);
  return perform(key, resumed, true, { request, deps, run });
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

function newRecord(fingerprint: string, { clock, ids }: IdempotencyDeps): IdempotencyRecord {
  const startedAt = clock.now();
  return {
    fingerprint,
    recordId: ids.recordId(),
    token: ids.uuid(),
    run: ids.uuid(),
    startedAt,
    leaseUntil: startedAt + LEASE_MS,
    answer: null,
    expiresAt: Math.ceil(startedAt / 1000) + KEPT_SECONDS,
  };
}

function replay({ status, body }: { status: number; body: string }): EndpointAnswer {
  return { status, body: JSON.parse(body), headers: { 'idempotent-replayed': 'true' } };
}

function running(retryAfterSeconds: number): AppError {
  return new AppError('idempotency_running', { retryAfterSeconds });
}

interface Work {
  request: KeyedRequest;
  deps: IdempotencyDeps;
  run: Run;
}

async function perform(
  key: IdempotencyKey,
  record: IdempotencyRecord,
  resumed: boolean,
  { request, deps: { idempotency }, run }: Work,
): Promise<EndpointAnswer> {
  try {
    const answer = await run({ id: record.recordId, token: record.token, resumed }).catch((error: unknown) =>
      decidedFailure(error, request.texts),
    );
    await settle(() => keep(idempotency, key, record, answer));
    return answer;
  } catch (error) {
    await settle(() => (isRefusal(error) ? idempotency.forget(key, record.run) : release(idempotency, key, record)));
    throw error;
  }
}

/** A failure that the use case has decided on, such as a message that the carrier refuses, is an answer like any other. */
function decidedFailure(error: unknown, texts: ErrorTexts): EndpointAnswer {
  const isDecided = error instanceof AppError && error.code !== 'internal' && errorStatus[error.code] >= 500;
  if (!isDecided) throw error;
  return errorResponse(error, texts, logger);
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && errorStatus[error.code] < 500;
}

async function keep(
  store: IdempotencyStore,
  key: IdempotencyKey,
  record: IdempotencyRecord,
  { status, body }: EndpointAnswer,
): Promise<void> {
  const answer = { status, body: JSON.stringify(body) };
  if (Buffer.byteLength(answer.body) > MAX_ANSWER_LENGTH) await release(store, key, record);
  else await store.replace(key, { ...record, answer }, record.run);
}

/** The next repeat may run at once. */
async function release(store: IdempotencyStore, key: IdempotencyKey, record: IdempotencyRecord): Promise<void> {
  await store.replace(key, { ...record, leaseUntil: 0 }, record.run);
}

/** What the request has done is done: the client gets its answer, and a repeat waits for the end of the lease. */
async function settle(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logger.error('the outcome of a request with an idempotency key was not kept', { error });
  }
}
