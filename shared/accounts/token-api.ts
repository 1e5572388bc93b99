import * as v from 'valibot';
import type { AccessToken } from '#shared/accounts/account.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { sentences } from '#shared/platform/errors.ts';
import { arrayOf, describedAs, objectOf, oneOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import { isCalendarDay } from '#shared/platform/http/lists.ts';
import { plainText, plainTime, recordId } from '#shared/platform/http/record-fields.ts';

const MAX_NAME = 255;

const moment = v.pipe(
  v.string(sentences.string),
  v.trim(),
  v.isoTimestamp(sentences.format),
  v.check((time) => isCalendarDay(time.slice(0, 10)), sentences.format),
  v.transform(Date.parse),
  v.number(sentences.format),
  v.finite(sentences.format),
  describedAs({ type: 'string', format: 'date-time', examples: ['2027-01-01T00:00:00Z'] }),
);

export const CreateTokenBody = objectOf({
  name: required(text(MAX_NAME)),
  scopes: required(v.pipe(arrayOf(oneOf(tokenScopes)), v.minLength(1, sentences.required))),
  expires_at: optional(moment),
});
export type CreateTokenBody = v.InferOutput<typeof CreateTokenBody>;

const tokenEntries = {
  id: recordId(),
  name: plainText('ci'),
  begins_with: v.pipe(plainText('rb_Xy12Z9'), v.description('The first characters of the token.')),
  scopes: v.pipe(
    v.nullable(v.array(v.picklist(tokenScopes))),
    v.description('The scopes of the token. Null means that it has no scopes and may do everything.'),
    v.examples([['read', 'calls']]),
  ),
  expires_at: v.nullable(plainTime()),
  revoked_at: v.nullable(plainTime()),
  created_at: plainTime(),
};

export const TokenRecord = v.pipe(v.strictObject(tokenEntries), v.title('TokenRecord'));
export type TokenRecord = v.InferOutput<typeof TokenRecord>;

export const NewTokenRecord = v.pipe(
  v.strictObject({
    ...tokenEntries,
    token: v.pipe(
      plainText('rb_Xy12Z9…'),
      v.description('The token itself. It is shown only once, because only its hash is stored.'),
    ),
  }),
  v.title('NewTokenRecord'),
);

export function toTokenRecord({ id, name, hint, scopes, expiresAt, revokedAt, createdAt }: AccessToken): TokenRecord {
  const time = (at: number | null) => (at === null ? null : toPlainTime(at));
  return {
    id,
    name,
    begins_with: hint,
    scopes: scopes && [...scopes],
    expires_at: time(expiresAt),
    revoked_at: time(revokedAt),
    created_at: toPlainTime(createdAt),
  };
}
