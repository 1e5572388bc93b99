import type { DoNotCallEntry, DoNotCallSource } from '#shared/domain/do-not-call/do-not-call-entry.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';

/** The numbers that users must not call. A write that was answered is seen by every later read. */
export interface DoNotCallStore {
  /** A number that is on the list already keeps the entry that it has. */
  add(entry: DoNotCallEntry): Promise<'added' | 'exists'>;
  /** Takes a number off; only if it came from `onlySource`, where that is given. */
  remove(userId: number, e164: string, onlySource?: DoNotCallSource): Promise<'removed' | 'not_found'>;
  get(userId: number, e164: string): Promise<DoNotCallEntry | undefined>;
  has(userId: number, e164: string): Promise<boolean>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<DoNotCallEntry>>;
}
