import { AppError } from '#shared/domain/errors/app-error.ts';
import type { Call, CallKey } from '#shared/domain/call/call.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { Logger } from '#shared/ports/logger.ts';

/**
 * The call that a callback of the carrier is about.
 * @throws AppError call_not_found when there is no such call; forbidden when it is another call at the carrier
 */
export async function findCarrierCall(
  key: CallKey,
  carrierCallId: string,
  deps: { calls: CallStore; logger: Logger },
): Promise<Call> {
  const call = await deps.calls.get(key);
  if (!call) {
    deps.logger.warn('the carrier called back about an unknown call', { ...key });
    throw new AppError('call_not_found');
  }
  if (call.carrierCallId !== null && call.carrierCallId !== carrierCallId) {
    deps.logger.warn('the carrier called back under another id', { ...key });
    throw new AppError('forbidden');
  }
  return call;
}
