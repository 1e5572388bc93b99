import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';

/** The first frame of a conversation. */
export function setupFrame(
  { record, exchange }: LiveCall,
  sessionId: string,
  customParameters: Record<string, string>,
) {
  return {
    type: 'setup',
    sessionId,
    accountSid: exchange.accountSid,
    parentCallSid: '',
    callSid: record.sid,
    from: record.from,
    to: record.to,
    forwardedFrom: null,
    callType: 'PSTN',
    callerName: '',
    direction: record.direction,
    callStatus: record.direction === 'inbound' ? 'RINGING' : 'IN-PROGRESS',
    customParameters,
  };
}
