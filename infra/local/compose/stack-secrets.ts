import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { StackError } from '#infra/local/address/stack-error.ts';
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
}

const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));
const TWILIO_AUTH_TOKEN = 'twilio-auth-token';
const TWILIO_API_KEY_SECRET = 'twilio-api-key-secret';
const CALL_TOKEN_KEY = 'call-token-key';
const WEBHOOK_SIGNING_KEY = 'webhook-signing-key';
const OPENAI_API_KEY = 'openai-api-key';
const ERASURE_KEY = 'erasure-key';
const OPENAI_WEBHOOK_SECRET = 'openai-webhook-secret';
export const TOKEN_SEED = 'demo-token-seed';

/** Creates the missing secrets and keeps the others. The model key is always the developer's current one. */
export async function prepareSecrets(
  file: string,
  openaiApiKey?: string,
  accounts: readonly string[] = [],
): Promise<StackSecrets> {
  const { [OPENAI_API_KEY]: _, ...known } = await readSecrets(file);
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
  };
  // Renamed into place: a start that is killed here leaves the old secrets or the new ones.
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

async function readSecrets(file: string): Promise<Record<string, string>> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch {
    return {};
  }
  const parsed = v.safeParse(SecretsFile, content);
  if (!parsed.success) throw new StackError(`${file} is damaged: repair it, or delete it to get new secrets`);
  return parsed.output;
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

/** The key for OpenAI, or for a compatible server, which may need none. */
export function openaiKey(developer: Record<string, string | undefined>): string | undefined {
  return developer['OPENAI_API_KEY'] || (developer['OPENAI_BASE_URL'] ? 'none' : undefined);
}
