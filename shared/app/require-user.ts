import type { User } from '#shared/domain/account/account.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

/** @throws OpsRefusal when there is no such user */
export async function requireUser(userId: number, users: UserStore): Promise<User> {
  const user = await users.get(userId);
  if (!user) throw new OpsRefusal(`there is no user ${userId}`);
  return user;
}
