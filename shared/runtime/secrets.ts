import { createSecretsManagerSecrets } from '#shared/adapters/secrets-manager/secrets-manager-secrets.ts';
import { createFileSecrets } from '#shared/adapters/system/file-secrets.ts';
import type { Secrets } from '#shared/ports/secrets.ts';
import { clock } from '#shared/runtime/clock.ts';
import { environment } from '#shared/runtime/environment.ts';
import { once } from '#shared/runtime/once.ts';

/** One for the whole process, because it holds the cache. */
const sharedSecrets = /* @__PURE__ */ once((): Secrets => {
  const { SECRETS_FILE, SECRETS_PREFIX } = environment.secrets();
  return SECRETS_FILE === undefined
    ? createSecretsManagerSecrets(SECRETS_PREFIX, clock())
    : createFileSecrets(SECRETS_FILE, clock());
});

export function secrets(): Secrets {
  return sharedSecrets();
}
