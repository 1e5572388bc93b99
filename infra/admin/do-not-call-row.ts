import { timeCell, type Row } from '#infra/admin/output.ts';
import type { DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';

export function doNotCallRow({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): Row {
  return { phone_number: phoneNumber, source, reason, created_at: timeCell(createdAt) };
}
