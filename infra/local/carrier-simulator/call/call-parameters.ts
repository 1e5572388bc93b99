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
    Direction: call.direction,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    ...(call.direction === 'inbound' ? callerParameters(call) : {}),
    ...placeParameters('From'),
    ...placeParameters('To'),
    ...placeParameters('Caller'),
    ...placeParameters('Called'),
    ...(call.answeredBy === undefined ? {} : { AnsweredBy: call.answeredBy }),
  };
}

/** What the network says of whoever calls in. */
function callerParameters({ from }: Call): Record<string, string> {
  return from.startsWith('+') ? { CallerName: '', StirVerstat: 'TN-Validation-Passed-A' } : { CallerName: '' };
}

function placeParameters(whose: string): Record<string, string> {
  return { [`${whose}City`]: '', [`${whose}State`]: '', [`${whose}Zip`]: '', [`${whose}Country`]: 'US' };
}
