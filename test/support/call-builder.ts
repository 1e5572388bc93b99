import type { Call } from '#shared/domain/call/call.ts';
import { createRecordId, recordIdTime } from '#shared/domain/ids/record-id.ts';

/** A call that was just made; its creation time is the one that its id carries. */
export function buildCall(changes: Partial<Call> = {}): Call {
  const id = changes.id ?? createRecordId(Date.UTC(2026, 5, 30, 11, 53, 20), () => 0.5);
  const createdAt = recordIdTime(id);
  return {
    id,
    userId: 7,
    type: 'outbound',
    status: 'initiated',
    assistantId: 501,
    assistantName: 'Reception',
    campaignId: null,
    campaignName: null,
    clientPhoneNumber: '+12025550100',
    assistantPhoneNumber: '+12025550001',
    answeredBy: 'unknown',
    durationSeconds: 0,
    carrierCost: 0,
    totalCost: 0,
    hold: 2_000_000,
    allowedSeconds: 600,
    claimedAt: null,
    carrierCallId: null,
    answeredAt: null,
    endedAt: null,
    endedBy: null,
    connectionId: null,
    recording: null,
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}
