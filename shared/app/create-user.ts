import { DEFAULT_CALLS_ALLOWED, type User } from '#shared/domain/account/account.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

export interface CreateUserDeps {
  users: UserStore;
  clock: Clock;
}

/** A new user with an empty wallet and the first version of the webhook secret. */
export async function createUser(
  input: { name: string; email?: string | undefined },
  deps: CreateUserDeps,
): Promise<User> {
  return deps.users.create({
    name: input.name,
    email: input.email ?? null,
    webhookSecretVersions: [1],
    callsAllowed: DEFAULT_CALLS_ALLOWED,
    createdAt: deps.clock.now(),
  });
}
