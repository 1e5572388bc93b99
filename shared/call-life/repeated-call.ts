import * as v from 'valibot';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import { fingerprint } from '#shared/platform/http/idempotency.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

/** A request without an `Idempotency-Key`. Numbers are equal as they are written. */
export interface KeylessRequest {
  userId: number;
  phoneNumber: string;
  assistantId: number;
  variables: Record<string, unknown>;
}

interface FailedCall {
  callId: number;
  /** When its request was answered with a server error, epoch milliseconds. */
  failedAt: number;
}

/** The calls of requests that were answered with a server error. Each may have been stored or not. */
export interface FailedCalls {
  find(request: KeylessRequest): Promise<FailedCall | undefined>;
  remember(request: KeylessRequest, call: FailedCall): Promise<void>;
}

const REPEAT_MS = 60_000;

interface RepeatedCallDeps {
  calls: Pick<CallStore, 'get'>;
  failedCalls: FailedCalls;
  clock: Clock;
  logger: Logger;
}

/** The call of an equal request that was answered with a server error within the last minute, if it was stored. */
export async function findRepeated(request: KeylessRequest, deps: RepeatedCallDeps): Promise<Call | undefined> {
  const failed = await deps.failedCalls.find(request);
  if (!failed || deps.clock.now() - failed.failedAt > REPEAT_MS) return undefined;
  return deps.calls.get({ userId: request.userId, callId: failed.callId });
}

/** Runs what stores the call, and remembers the call if that fails other than by a refusal. */
export async function rememberIfFailed<Result>(
  request: KeylessRequest | undefined,
  callId: number,
  run: () => Promise<Result>,
  { failedCalls, clock, logger }: RepeatedCallDeps,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (request && !(error instanceof AppError)) {
      const { userId } = request;
      await failedCalls.remember(request, { callId, failedAt: clock.now() }).catch((cause: unknown) => {
        logger.error('a repeat of this request would be another call', { userId, callId, error: cause });
      });
    }
    throw error;
  }
}

const FailedCallItem = v.object({ recordId: v.number(), startedAt: v.number() });

/** Beside the keys of the endpoint, for a minute. */
export function createDynamoDbFailedCalls(table: Table): FailedCalls {
  const keyOf = ({ userId, phoneNumber, assistantId, variables }: KeylessRequest) =>
    keys.idempotencyKey({
      userId,
      route: 'calls/make-call#failed',
      keyHash: fingerprint([assistantId, phoneNumber, variables]),
    });
  return {
    async find(request) {
      const item = await read(table, keyOf(request), FailedCallItem);
      return item && { callId: item.recordId, failedAt: item.startedAt };
    },
    async remember(request, { callId, failedAt }) {
      const expiresAt = Math.ceil((failedAt + REPEAT_MS) / 1000);
      await put(table, { ...keyOf(request), recordId: callId, startedAt: failedAt, expiresAt });
    },
  };
}
