import * as v from 'valibot';
import { DEFAULT_CALLS_ALLOWED, type User } from '#shared/domain/account/account.ts';

export const UserItem = v.object({
  id: v.number(),
  name: v.string(),
  email: v.nullable(v.string()),
  webhookSecretVersions: v.array(v.number()),
  callsAllowed: v.optional(v.number(), DEFAULT_CALLS_ALLOWED),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, User>;
