import type { DoNotCallEntry, DoNotCallSource } from '#shared/domain/do-not-call/do-not-call-entry.ts';
import { toPlainTime } from '#shared/domain/time/format-time.ts';

/** A number of the do-not-call list as the API shows it. */
export interface DoNotCallRecord {
  phone_number: string;
  source: DoNotCallSource;
  reason: string | null;
  created_at: string;
}

export function toDoNotCallRecord({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): DoNotCallRecord {
  return { phone_number: phoneNumber, source, reason, created_at: toPlainTime(createdAt) };
}
