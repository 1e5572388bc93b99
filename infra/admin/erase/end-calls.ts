import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import type { Call } from '#shared/calls/call.ts';
import { endCall } from '#shared/calls/end-call.ts';
import { AppError, type ErrorCode } from '#shared/platform/errors.ts';

/** Ends a call that is to be erased. Its workers settle it soon. Safe to repeat. */
export async function endOpenCall({ userId, id: callId }: Call, deps: ErasureDeps): Promise<void> {
  await endCall({ userId, callId }, deps).catch(unless('call_over', 'call_not_found'));
}

/** Ignores these refusals: another request has done the same at the same moment. */
export function unless(...codes: ErrorCode[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof AppError && codes.includes(error.code))) throw error;
  };
}
