import { randomBytes } from 'node:crypto';
import { readSecretsFile, writeSecretsFile } from '#infra/local/address/secrets-file.ts';
import { ENTERED_KEY } from '#infra/local/models/model-key.ts';
import { webhookSecret } from '#shared/accounts/webhook-secrets.ts';
import { users } from '#shared/container.ts';
import { carrierSecretOf, secrets } from '#shared/platform/secrets.ts';

export interface StackSecrets {
  twilioAuthToken: string;
  /** The auth tokens of further carrier accounts, by name. */
  furtherAuthTokens: Readonly<Record<string, string>>;
  /** Signs the access tokens of web calls. */
  twilioApiKeySecret: string;
  callTokenKey: string;
  webhookSigningKey: string;
  /** The developer's key, or one for the stand-in of the speech model. */
  openaiApiKey: string;
  /** Signs the webhooks of the stand-in of the speech model. */
  openaiWebhookSecret: string;
  /** The demo users' tokens are derived from this, so that they are the same on every start. */
  tokenSeed: string;
  /** Whether a user of the studio has entered a key for OpenAI. */
  hasEnteredKey: boolean;
}

const TWILIO_AUTH_TOKEN = 'twilio-auth-token';
const TWILIO_API_KEY_SECRET = 'twilio-api-key-secret';
const CALL_TOKEN_KEY = 'call-token-key';
const WEBHOOK_SIGNING_KEY = 'webhook-signing-key';
const OPENAI_API_KEY = 'openai-api-key';
const ERASURE_KEY = 'erasure-key';
const TOOL_SECRET_KEY = 'tool-secret-key';
const OPENAI_WEBHOOK_SECRET = 'openai-webhook-secret';
export const TOKEN_SEED = 'demo-token-seed';

/** Creates the missing secrets and keeps the others. The model key is always the developer's current one. */
export async function prepareSecrets(
  file: string,
  openaiApiKey?: string,
  accounts: readonly string[] = [],
): Promise<StackSecrets> {
  const { [OPENAI_API_KEY]: _, ...known } = await readSecretsFile(file);
  const secrets = {
    twilioAuthToken: known[TWILIO_AUTH_TOKEN] ?? randomHex(16),
    furtherAuthTokens: Object.fromEntries(
      accounts.map((name) => [name, known[carrierSecretOf({ name })] ?? randomHex(16)]),
    ),
    twilioApiKeySecret: known[TWILIO_API_KEY_SECRET] ?? randomHex(16),
    callTokenKey: known[CALL_TOKEN_KEY] ?? randomHex(32),
    webhookSigningKey: known[WEBHOOK_SIGNING_KEY] ?? randomHex(32),
    openaiApiKey: openaiApiKey ?? `local-${randomHex(16)}`,
    openaiWebhookSecret: known[OPENAI_WEBHOOK_SECRET] ?? `whsec_${randomBytes(24).toString('base64')}`,
    tokenSeed: known[TOKEN_SEED] ?? randomHex(32),
    hasEnteredKey: known[ENTERED_KEY] !== undefined,
  };
  const content = {
    ...known,
    [TWILIO_AUTH_TOKEN]: secrets.twilioAuthToken,
    ...Object.fromEntries(
      Object.entries(secrets.furtherAuthTokens).map(([name, token]) => [carrierSecretOf({ name }), token]),
    ),
    [TWILIO_API_KEY_SECRET]: secrets.twilioApiKeySecret,
    [CALL_TOKEN_KEY]: secrets.callTokenKey,
    [WEBHOOK_SIGNING_KEY]: secrets.webhookSigningKey,
    [OPENAI_API_KEY]: secrets.openaiApiKey,
    [OPENAI_WEBHOOK_SECRET]: secrets.openaiWebhookSecret,
    [TOKEN_SEED]: secrets.tokenSeed,
    [ERASURE_KEY]: known[ERASURE_KEY] ?? randomHex(32),
    [TOOL_SECRET_KEY]: known[TOOL_SECRET_KEY] ?? randomHex(32),
  };
  await writeSecretsFile(file, content);
  return secrets;
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** The current webhook secrets of all users. The admin command line may have rotated some since the start. */
export async function liveWebhookSecrets(): Promise<string[]> {
  const [signingKeys, all] = await Promise.all([secrets().getLive('webhook-signing-key'), users().list()]);
  return signingKeys.flatMap((signingKey) =>
    all.flatMap((user) => user.webhookSecretVersions.map((version) => webhookSecret(signingKey, user.id, version))),
  );
}
