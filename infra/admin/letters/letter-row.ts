import type { Letter } from '#infra/admin/letters/letter-desk.ts';
import { timeCell, type Row } from '#infra/admin/output.ts';

export function letterRow({ id, body, reason, sentAt, receiveCount }: Letter): Row {
  return { id, sent_at: timeCell(sentAt), received: receiveCount, reason: reason ?? 'its worker crashed', body };
}
