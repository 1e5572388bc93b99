import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { User } from '#shared/accounts/account.ts';
import type { UserStore } from '#shared/accounts/account.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { isoTime, plainText } from '#shared/platform/http/record-fields.ts';
import type { Secrets } from '#shared/platform/secrets.ts';

export interface WebhookSecretDeps {
  users: UserStore;
  secrets: Secrets;
  clock: Clock;
}

const secretText = () => plainText('whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=');

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
              v.description(
                'The secret signs until this time. Null means that it signs until the operator ends the rotation.',
              ),
            ),
          }),
          v.title('PreviousWebhookSecret'),
        ),
      ),
      v.description(
        'The older secrets, the newest first. They also sign, so that you have time to change your receivers.',
      ),
    ),
  }),
  v.title('WebhookSecret'),
);
export type WebhookSecretRecord = v.InferOutput<typeof WebhookSecretRecord>;

export async function showWebhookSecret(userId: number, deps: WebhookSecretDeps): Promise<WebhookSecretRecord> {
  return toRecord(await requireUser(userId, deps), deps);
}

/** The others sign for `previousSeconds` more. Of requests at the same time one rotates, and all get its secret. */
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

/** The newest version first, of each live signing key. */
export async function liveSecrets(
  user: User,
  at: number,
  { secrets }: { secrets: Pick<Secrets, 'getLive'> },
): Promise<string[]> {
  const signingKeys = await secrets.getLive('webhook-signing-key');
  const versions = liveSecretVersions(user, at);
  return signingKeys.flatMap((signingKey) => versions.map((version) => webhookSecret(signingKey, user.id, version)));
}

/** Those of Standard Webhooks, with all live secrets of the user: a receiver verifies with any of them. */
export async function signatureHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  user: User,
  deps: { secrets: Pick<Secrets, 'getLive'> },
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  const signatures = (await liveSecrets(user, at, deps)).map((secret) => `v1,${sign(secret)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const PREFIX = 'whsec_';

/** In the format of Standard Webhooks. It is derived, not stored. */
export function webhookSecret(signingKey: string, userId: number, version: number): string {
  return `${PREFIX}${createHmac('sha256', signingKey).update(`webhook:${userId}:${version}`).digest('base64')}`;
}

export function rotatedVersions(versions: readonly number[]): number[] {
  const [current = 0] = versions;
  return current === 0 ? [1] : [Math.max(...versions) + 1, current];
}

/** Of a rotation by the API: a repeated request does not end the one that receivers have. */
const MOST_LIVE_SECRETS = 3;

type SecretsOfUser = Pick<User, 'webhookSecretVersions' | 'webhookSecretEnds'>;

function liveSecretVersions({ webhookSecretVersions, webhookSecretEnds = [] }: SecretsOfUser, now: number): number[] {
  const endOf = (version: number) => webhookSecretEnds.find((end) => end.version === version)?.at;
  return webhookSecretVersions.filter((version, index) => index === 0 || now < (endOf(version) ?? now + 1));
}

/** The others sign until `until` (epoch milliseconds), or until their own end if that is sooner. */
export function rotateSecret(user: SecretsOfUser, now: number, until: number): SecretsOfUser {
  const live = liveSecretVersions(user, now);
  const kept = until > now ? live.slice(0, MOST_LIVE_SECRETS - 1) : [];
  const endOf = (version: number) => user.webhookSecretEnds?.find((end) => end.version === version)?.at ?? until;
  return {
    webhookSecretVersions: [Math.max(0, ...user.webhookSecretVersions) + 1, ...kept],
    webhookSecretEnds: kept.map((version) => ({ version, at: Math.min(until, endOf(version)) })),
  };
}
