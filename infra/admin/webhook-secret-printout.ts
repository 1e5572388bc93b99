import { listPrintout, type Printout } from '#infra/admin/output.ts';
import type { User } from '#shared/domain/account/account.ts';
import { webhookSecret } from '#shared/domain/webhook/webhook-secret.ts';

/** The live secrets of a user, newest first: receivers accept a signature by any of them. */
export function webhookSecretPrintout(user: User, signingKey: string): Printout {
  return listPrintout(
    user.webhookSecretVersions.map((version, index) => ({
      user_id: user.id,
      version,
      role: index === 0 ? 'newest' : 'until the rotation is finished',
      secret: webhookSecret(signingKey, user.id, version),
    })),
  );
}
