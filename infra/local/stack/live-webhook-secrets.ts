import { webhookSecret } from '#shared/domain/webhook/webhook-secret.ts';
import { secrets } from '#shared/runtime/secrets.ts';
import { users } from '#shared/runtime/users.ts';

/** Every user's webhook secrets of this moment: the ops command line may have rotated some since the start. */
export async function liveWebhookSecrets(): Promise<string[]> {
  const [signingKey, all] = await Promise.all([secrets().get('webhook-signing-key'), users().list()]);
  return all.flatMap((user) =>
    user.webhookSecretVersions.map((version) => webhookSecret(signingKey, user.id, version)),
  );
}
