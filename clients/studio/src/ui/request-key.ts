import { ApiError } from '@ringback/client';

export interface RequestKey {
  /** The idempotency key of a request with this body: the same one until the body changes or the request is answered. */
  of: (body: unknown) => string;
  /** After success: the same body is a new request. */
  answered: () => void;
  /** After a failure. A key whose failure is stored would get that failure again. */
  failed: (error: unknown) => void;
}

/**
 * Keeps the idempotency key of a form. The answer to a request may be lost after the service has done its work: sent again
 * with the same key, it is not done twice.
 */
export function createRequestKey(): RequestKey {
  let kept: { json: string; key: string } | undefined;
  return {
    of(body) {
      const json = JSON.stringify(body);
      if (kept?.json !== json) kept = { json, key: crypto.randomUUID() };
      return kept.key;
    },
    answered() {
      kept = undefined;
    },
    failed(error) {
      const isStored = error instanceof ApiError && (error.replayed || error.detail !== undefined);
      if (isStored) kept = undefined;
    },
  };
}
