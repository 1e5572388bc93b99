import type { DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';

/** The order of the list; entries of one moment, as an import makes them, go by their number. */
export function newestFirst(one: DoNotCallEntry, other: DoNotCallEntry): number {
  return other.createdAt - one.createdAt || (one.phoneNumber < other.phoneNumber ? -1 : 1);
}
