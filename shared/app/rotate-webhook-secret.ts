import { requireUser } from '#shared/app/require-user.ts';
import type { User } from '#shared/domain/account/account.ts';
import { rotatedVersions } from '#shared/domain/webhook/webhook-secret.ts';
import type { UserStore } from '#shared/ports/user-store.ts';

export interface RotateWebhookSecretDeps {
  users: UserStore;
}

/**
 * Makes a new version sign, the one before it still verifying. `finish` ends a rotation instead: only the newest stays.
 * @throws OpsRefusal when there is no such user
 */
export async function rotateWebhookSecret(
  input: { userId: number; finish: boolean },
  deps: RotateWebhookSecretDeps,
): Promise<User> {
  const user = await requireUser(input.userId, deps.users);
  const versions = input.finish ? user.webhookSecretVersions.slice(0, 1) : rotatedVersions(user.webhookSecretVersions);
  await deps.users.setWebhookSecretVersions(user.id, versions);
  return { ...user, webhookSecretVersions: versions };
}
