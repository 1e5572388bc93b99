import type { SecretName } from '#shared/domain/secret/secret-name.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Secrets } from '#shared/ports/secrets.ts';

export const SECRET_CACHE_MS = 5 * 60_000;

/** Keeps each value for five minutes, as the port promises. A read that fails is not kept. */
export function createCachedSecrets(load: (name: SecretName) => Promise<string>, clock: Clock): Secrets {
  const cache = new Map<SecretName, { value: Promise<string>; loadedAt: number }>();
  return {
    async get(name) {
      const now = clock.now();
      const cached = cache.get(name);
      if (cached && now - cached.loadedAt < SECRET_CACHE_MS) return cached.value;
      const entry = { value: load(name), loadedAt: now };
      cache.set(name, entry);
      try {
        return await entry.value;
      } catch (error) {
        if (cache.get(name) === entry) cache.delete(name);
        throw error;
      }
    },
  };
}
