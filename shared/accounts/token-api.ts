import * as v from 'valibot';
import type { AccessToken, TokenUse } from '#shared/accounts/account.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { sentences } from '#shared/platform/errors.ts';
import { arrayOf, describedAs, objectOf, oneOf, optional, required, text } from '#shared/platform/http/fields.ts';
import { tokenScopes } from '#shared/platform/http/http.ts';
import { isCalendarDay } from '#shared/platform/http/lists.ts';
import { plainText, isoTime, recordId } from '#shared/platform/http/record-fields.ts';

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
  created_by: v.pipe(
    v.nullable(recordId()),
    v.description('The id of the token that created it. Null means that an operator or an older release created it.'),
  ),
  expires_at: v.nullable(isoTime()),
  revoked_at: v.nullable(isoTime()),
  created_at: isoTime(),
};

const useEntries = {
  last_used_at: v.pipe(
    v.nullable(isoTime()),
    v.description('The last use of the token, to ten minutes. Null means that it was not used for 90 days.'),
  ),
  last_used_address: v.pipe(
    v.nullable(plainText('192.0.2.7')),
    v.description('The address of the client at that time. It is stored for 90 days.'),
  ),
  last_used_agent: v.pipe(
    v.nullable(plainText('curl/8.9.1')),
    v.description('The `User-Agent` of the client at that time, up to 200 characters.'),
  ),
};

export const TokenRecord = v.pipe(v.strictObject({ ...tokenEntries, ...useEntries }), v.title('TokenRecord'));
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

const tokenIds = v.array(recordId());
export const revokedTokens = v.pipe(tokenIds, v.description('The ids of the tokens that this request has revoked.'));
export const keptTokens = v.pipe(
  tokenIds,
  v.description('The ids of the other live tokens. A token with scopes cannot revoke them.'),
);

/** What a new token has, too. */
export function toNewTokenRecord(token: AccessToken) {
  const { id, name, hint, scopes, ancestors, expiresAt, revokedAt, createdAt } = token;
  return {
    id,
    name,
    begins_with: hint,
    scopes: scopes && [...scopes],
    created_by: ancestors.at(-1) ?? null,
    expires_at: timeOf(expiresAt),
    revoked_at: timeOf(revokedAt),
    created_at: toIsoMicroseconds(createdAt),
  };
}

export function toTokenRecord(token: AccessToken, use: TokenUse | undefined): TokenRecord {
  return {
    ...toNewTokenRecord(token),
    last_used_at: timeOf(use?.at ?? null),
    last_used_address: use?.address ?? null,
    last_used_agent: use?.userAgent ?? null,
  };
}

const timeOf = (at: number | null) => (at === null ? null : toIsoMicroseconds(at));

/** As some clients read a token. */
export const ApiKeyRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    name: plainText('ci'),
    last_used_at: useEntries.last_used_at,
    created_at: isoTime(),
  }),
  v.title('ApiKeyRecord'),
);

export const NewApiKey = v.pipe(
  v.strictObject({
    name: plainText('ci'),
    token: v.pipe(
      plainText('rb_Xy12Z9…'),
      v.description('The token itself. It is shown only once, because only its hash is stored.'),
    ),
    created_at: isoTime(),
  }),
  v.title('NewApiKey'),
);

export const CreateApiKeyBody = objectOf({ name: required(text(MAX_NAME)) });

export function toApiKeyRecord({ id, name, createdAt }: AccessToken, use: TokenUse | undefined) {
  return { id, name, last_used_at: timeOf(use?.at ?? null), created_at: toIsoMicroseconds(createdAt) };
}
