import { createRecordId, recordIdTime } from '#shared/domain/ids/record-id.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';

/** A message that was just accepted; its creation time is the one that its id carries. */
export function buildSms(changes: Partial<Sms> = {}): Sms {
  const id = changes.id ?? createRecordId(Date.UTC(2026, 5, 30, 11, 53, 20), () => 0.5);
  const createdAt = recordIdTime(id);
  return {
    id,
    userId: 7,
    phoneNumberId: 1001,
    from: '+12025550001',
    to: '+12025550100',
    body: 'Your appointment is on Tuesday at ten.',
    segments: 2,
    segmentPrice: 10_000,
    totalCost: 20_000,
    status: 'queued',
    claimedAt: null,
    carrierMessageId: null,
    failure: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}
