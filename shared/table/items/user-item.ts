import * as v from 'valibot';
import type { User } from '#shared/domain/account/account.ts';

export const UserItem = v.object({
  id: v.number(),
  name: v.string(),
  email: v.nullable(v.string()),
  webhookSecretVersions: v.array(v.number()),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, User>;
