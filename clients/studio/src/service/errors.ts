import { ApiError } from '@ringback/client';
import { signOut, token } from './session.ts';

/** The first sentence of each field that broke a rule. That of a part, `days.0`, is also that of the whole, `days`. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const found = Object.entries(error.errors).map(([field, [sentence = '']]) => [field, sentence] as const);
  const wholes = found.map(([field, sentence]) => [wholeOf(field), sentence] as const).toReversed();
  return Object.fromEntries([...wholes, ...found]);
}

/** The field of which another one is a part. */
export const wholeOf = (field: string): string => field.split('.', 1)[0] ?? field;

/** A token that was revoked or has expired ends the session. True when it did. */
export function endsSession(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 401 || token() === undefined) return false;
  signOut('Your access token is no longer valid. Sign in again.');
  return true;
}

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** The record was changed after it was read. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
