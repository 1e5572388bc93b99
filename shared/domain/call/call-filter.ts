import type { Call, CallType } from '#shared/domain/call/call.ts';
import type { CallStatus } from '#shared/domain/call/call-status.ts';

/** What a list of calls is narrowed to; every part that is set must match. */
export interface CallFilter {
  status?: CallStatus;
  type?: CallType;
  /** E.164, compared exactly. */
  phoneNumber?: string;
  assistantId?: number;
  campaignId?: number;
  /** Created at or after this epoch millisecond. */
  from?: number;
  /** Created before this epoch millisecond. */
  before?: number;
}

export function matchesFilter(call: Call, filter: CallFilter): boolean {
  return (
    (filter.status === undefined || call.status === filter.status) &&
    (filter.type === undefined || call.type === filter.type) &&
    (filter.phoneNumber === undefined || call.clientPhoneNumber === filter.phoneNumber) &&
    (filter.assistantId === undefined || call.assistantId === filter.assistantId) &&
    (filter.campaignId === undefined || call.campaignId === filter.campaignId) &&
    (filter.from === undefined || call.createdAt >= filter.from) &&
    (filter.before === undefined || call.createdAt < filter.before)
  );
}
