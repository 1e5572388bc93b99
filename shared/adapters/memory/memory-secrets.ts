import type { SecretName } from '#shared/domain/secret/secret-name.ts';
import type { Secrets } from '#shared/ports/secrets.ts';

export function createMemorySecrets(values: Partial<Record<SecretName, string>> = {}): Secrets {
  return {
    async get(name) {
      const value = values[name];
      if (value === undefined) throw new Error(`there is no secret ${name}`);
      return value;
    },
  };
}
