import * as v from 'valibot';
import type { AccessToken } from '#shared/domain/account/account.ts';

/** A token as stored, twice: by its hash for the authorizer, and in the list of its user. */
export const AccessTokenItem = v.object({
  id: v.number(),
  userId: v.number(),
  hash: v.string(),
  name: v.string(),
  hint: v.string(),
  expiresAt: v.nullable(v.number()),
  revokedAt: v.nullable(v.number()),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, AccessToken>;
