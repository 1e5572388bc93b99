import { AppError } from '#shared/domain/errors/app-error.ts';
import type { Sms, SmsKey } from '#shared/domain/sms/sms.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { SmsStore } from '#shared/ports/sms-store.ts';

/**
 * The message that a callback of the carrier is about.
 * @throws AppError not_found when there is no such message; forbidden when it is another message at the carrier
 */
export async function findCarrierMessage(
  key: SmsKey,
  carrierMessageId: string,
  deps: { messages: SmsStore; logger: Logger },
): Promise<Sms> {
  const sms = await deps.messages.get(key);
  if (!sms) {
    deps.logger.warn('the carrier called back about an unknown message', { ...key });
    throw new AppError('not_found');
  }
  if (sms.carrierMessageId !== null && sms.carrierMessageId !== carrierMessageId) {
    deps.logger.warn('the carrier called back under another id', { ...key });
    throw new AppError('forbidden');
  }
  return sms;
}
