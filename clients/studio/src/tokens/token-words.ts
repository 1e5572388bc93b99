import type { NewToken, Token } from '@ringback/client';
import type { StateTone } from '../format/state-tone.ts';
import { moment } from '../format/time.ts';

export type Scope = NewToken['scopes'][number];

/** The rights of each scope. */
export const scopes: ReadonlyArray<{ value: Scope; label: string; meaning: string }> = [
  { value: 'read', label: 'Read', meaning: 'See assistants, calls, leads, numbers and usage' },
  { value: 'calls', label: 'Calls', meaning: 'Make and end calls, run campaigns, change leads' },
  { value: 'sms', label: 'SMS', meaning: 'Send SMS' },
  { value: 'admin', label: 'Admin', meaning: 'Change assistants, webhooks and tokens' },
];

/** A scope of a newer service is shown as it is written. */
export const scopesInWords = ({ scopes: chosen }: { scopes: readonly string[] | null }): string =>
  chosen === null
    ? 'Everything'
    : chosen.map((value) => scopes.find((scope) => scope.value === value)?.label ?? value).join(', ');

/** Whether a token still opens the account. */
export function tokenState(
  { revoked_at, expires_at }: Pick<Token, 'revoked_at' | 'expires_at'>,
  now: Date,
): { label: string; tone: StateTone } {
  if (revoked_at !== null) return { label: 'Revoked', tone: 'quiet' };
  const expiry = expires_at === null ? undefined : moment(expires_at);
  if (expiry !== undefined && expiry <= now) return { label: 'Expired', tone: 'quiet' };
  return { label: 'Active', tone: 'good' };
}

/** The active tokens that it has created, and those that they have created. */
export function descendantsOf(id: number, tokens: readonly Token[], now: Date): Token[] {
  const children = tokens.filter(({ created_by }) => created_by === id);
  const isActive = (token: Token) => tokenState(token, now).label === 'Active';
  return [...children.filter(isActive), ...children.flatMap((child) => descendantsOf(child.id, tokens, now))];
}

export function creatorInWords({ created_by }: Pick<Token, 'created_by'>, tokens: readonly Token[]): string {
  if (created_by === null) return 'Operator';
  return tokens.find(({ id }) => id === created_by)?.name ?? `Token ${created_by}`;
}

/** The last second of a day in the zone of the browser, as the API takes it; null for no expiry. */
export const endOfDay = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());
