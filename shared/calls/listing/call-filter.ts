import type { Call, CallType, CallStatus } from '#shared/calls/call.ts';

/** The filters of a list of calls. A call must match all that are set. */
export interface CallFilter {
  status?: CallStatus;
  type?: CallType;
  /** E.164, compared exactly. */
  phoneNumber?: string;
  assistantId?: number;
  campaignId?: number;
  /** Created at or after this time, epoch milliseconds. */
  from?: number;
  /** Created before this time, epoch milliseconds. */
  before?: number;
}

export function matchesFilter(call: Call, filter: CallFilter): boolean {
  return (
    matchesCell(call, filter) &&
    (filter.phoneNumber === undefined || call.clientPhoneNumber === filter.phoneNumber) &&
    (filter.from === undefined || call.createdAt >= filter.from) &&
    (filter.before === undefined || call.createdAt < filter.before)
  );
}

/** Compares the filters for equality, without the phone number. */
function matchesCell(cell: Pick<Call, 'status' | 'type' | 'assistantId' | 'campaignId'>, filter: CallFilter): boolean {
  return (
    (filter.status === undefined || cell.status === filter.status) &&
    (filter.type === undefined || cell.type === filter.type) &&
    (filter.assistantId === undefined || cell.assistantId === filter.assistantId) &&
    (filter.campaignId === undefined || cell.campaignId === filter.campaignId)
  );
}
