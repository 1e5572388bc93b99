import type { CallKey } from '#shared/domain/call/call.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';

/** A call's name outside of the service: `7.1001`. It must be signed, because anybody can guess it. */
export function callName({ userId, callId }: CallKey): string {
  return `${userId}.${callId}`;
}

export function parseCallName(name: string): CallKey | undefined {
  const [user = '', call = ''] = name.split('.');
  const userId = parseRecordId(user);
  const callId = parseRecordId(call);
  return userId === undefined || callId === undefined ? undefined : { userId, callId };
}
