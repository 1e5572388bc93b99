import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';

const ALL = { page: 1, perPage: Number.MAX_SAFE_INTEGER };

/**
 * Reads the do-not-call list of a user once, and not a part of it for every row of an import. A number that is added
 * meanwhile is not missed: the dialer asks the list itself before every call.
 */
export async function rememberedNumbers(userId: number, doNotCall: DoNotCallStore): Promise<DoNotCallStore> {
  const { rows } = await doNotCall.list(userId, ALL);
  const known = new Set(rows.map(({ phoneNumber }) => phoneNumber));
  return {
    ...doNotCall,
    async has(_, e164) {
      return known.has(e164);
    },
  };
}
