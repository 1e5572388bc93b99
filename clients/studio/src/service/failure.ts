import { ApiError, ConnectionError } from '@ringback/client';

/** The sentence that a user reads about a failure. */
export function errorText(error: unknown): string {
  if (error instanceof ConnectionError) return 'The service does not answer. Check the connection, then try again.';
  if (error instanceof ApiError) {
    if (error.status === 429) return `Too many requests. Try again${inSeconds(error.retryAfter)}.`;
    if (error.detail) return `${error.message}: ${error.detail}`;
    if (error.status >= 500) return `The service failed${requestOf(error)}. Try again.`;
    return error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

const inSeconds = (seconds: number | undefined): string =>
  seconds === undefined ? ' in a moment' : ` in ${Math.ceil(seconds)} s`;

const requestOf = ({ requestId }: ApiError): string => (requestId === undefined ? '' : ` (request ${requestId})`);

/** The same request may succeed later: there was no answer, too many requests, or the service failed without a reason. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && !error.detail && (error.status === 429 || error.status >= 500));
