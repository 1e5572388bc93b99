import * as v from 'valibot';
import type { User } from '#shared/accounts/account.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { isoTime, plainText } from '#shared/platform/http/record-fields.ts';
import { liveSecrets } from '#shared/webhooks/signed-webhook.ts';
import { rotateSecret, webhookSecret, type WebhookDeps } from '#shared/webhooks/webhook.ts';

export type WebhookSecretDeps = Pick<WebhookDeps, 'users' | 'secrets' | 'clock'>;

const secretText = () => plainText('whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=');

/** The secrets that sign a user's webhooks, in responses of the API. */
export const WebhookSecretRecord = v.pipe(
  v.strictObject({
    secret: v.pipe(secretText(), v.description('The newest secret. Store it where your receiver verifies webhooks.')),
    previous: v.pipe(
      v.array(
        v.pipe(
          v.strictObject({
            secret: secretText(),
            expires_at: v.pipe(
              v.nullable(isoTime()),
              v.description('It signs until then. Null: until the operator ends the rotation.'),
            ),
          }),
          v.title('PreviousWebhookSecret'),
        ),
      ),
      v.description('They sign as well, newest first, so that receivers can change in their own time.'),
    ),
  }),
  v.title('WebhookSecret'),
);
export type WebhookSecretRecord = v.InferOutput<typeof WebhookSecretRecord>;

/** Returns the live webhook secrets of the user. */
export async function showWebhookSecret(userId: number, deps: WebhookSecretDeps): Promise<WebhookSecretRecord> {
  return toRecord(await requireUser(userId, deps), deps);
}

/**
 * Adds a secret that signs from now on; the others sign as well for `previousSeconds`, at 0 no longer. Of requests at the same time
 * one rotates, and all get its secret.
 */
export async function rotateWebhookSecretOf(
  { userId, previousSeconds }: { userId: number; previousSeconds: number },
  deps: WebhookSecretDeps,
): Promise<WebhookSecretRecord> {
  const now = deps.clock.now();
  const user = await requireUser(userId, deps);
  const rotated = await deps.users.replaceWebhookSecrets(user, rotateSecret(user, now, now + previousSeconds * 1000));
  return toRecord(rotated ?? (await requireUser(userId, deps)), deps);
}

async function requireUser(userId: number, { users }: Pick<WebhookSecretDeps, 'users'>): Promise<User> {
  const user = await users.get(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return user;
}

async function toRecord(user: User, deps: WebhookSecretDeps): Promise<WebhookSecretRecord> {
  const [signingKey = ''] = await deps.secrets.getLive('webhook-signing-key');
  const [secret = '', ...previous] = await liveSecrets(user, deps.clock.now(), deps);
  const ends = new Map(
    (user.webhookSecretEnds ?? []).map(({ version, at }) => [webhookSecret(signingKey, user.id, version), at]),
  );
  const expiryOf = (other: string) => {
    const at = ends.get(other);
    return at === undefined ? null : toIsoMicroseconds(at);
  };
  return { secret, previous: previous.map((other) => ({ secret: other, expires_at: expiryOf(other) })) };
}
