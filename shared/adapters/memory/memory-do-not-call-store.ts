import type { DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';
import { newestFirst } from '#shared/domain/do-not-call/newest-first.ts';
import { pageRange } from '#shared/platform/http/pagination.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';

export function createMemoryDoNotCallStore(entries: DoNotCallEntry[] = []): DoNotCallStore {
  const find = (userId: number, e164: string) =>
    entries.find((entry) => entry.userId === userId && entry.phoneNumber === e164);
  return {
    async add(entry) {
      if (find(entry.userId, entry.phoneNumber)) return 'exists';
      entries.push(structuredClone(entry));
      return 'added';
    },
    async remove(userId, e164, onlySource) {
      const entry = find(userId, e164);
      if (!entry || (onlySource !== undefined && entry.source !== onlySource)) return 'not_found';
      entries.splice(entries.indexOf(entry), 1);
      return 'removed';
    },
    async get(userId, e164) {
      return structuredClone(find(userId, e164));
    },
    async has(userId, e164) {
      return find(userId, e164) !== undefined;
    },
    async list(userId, page) {
      const own = entries.filter((entry) => entry.userId === userId).toSorted(newestFirst);
      const { start, end } = pageRange(page);
      return { rows: structuredClone(own.slice(start, end)), total: own.length };
    },
  };
}
