import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';

/** The parameters that every request about a call carries. Empty ones are sent too, and signed. */
export function callParameters(
  call: Call,
  accountSid: string,
  callStatus: string = call.status,
): Record<string, string> {
  return {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    CallSid: call.sid,
    CallStatus: callStatus,
    Direction: 'outbound-api',
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    ...placeParameters('From'),
    ...placeParameters('To'),
    ...placeParameters('Caller'),
    ...placeParameters('Called'),
    ...(call.answeredBy === undefined ? {} : { AnsweredBy: call.answeredBy }),
  };
}

function placeParameters(whose: string): Record<string, string> {
  return { [`${whose}City`]: '', [`${whose}State`]: '', [`${whose}Zip`]: '', [`${whose}Country`]: 'US' };
}
