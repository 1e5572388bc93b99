import type { SecretName } from '#shared/domain/secret/secret-name.ts';

/** The secret store. Values are cached for five minutes, so that a rotated secret is picked up without a deploy. */
export interface Secrets {
  get(name: SecretName): Promise<string>;
}
