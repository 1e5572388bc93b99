import { blacklistNumber, type BlacklistNumberDeps } from '#shared/app/blacklist-number.ts';
import { optOutWish } from '#shared/domain/do-not-call/opt-out-wish.ts';
import { toE164 } from '#shared/domain/phone-number/to-e164.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';

export interface ReceiveMessageDeps extends BlacklistNumberDeps {
  phoneNumbers: PhoneNumberStore;
  logger: Logger;
}

/**
 * Somebody texts one of the numbers. STOP puts the sender on the do-not-call list of the number's user; START takes them
 * off again, if it was their own STOP that put them there. Any other text changes nothing, and so does the same one again.
 */
export async function receiveMessage(
  { from, to, text }: { from: string; to: string; text: string },
  deps: ReceiveMessageDeps,
): Promise<void> {
  const wish = optOutWish(text);
  const sender = toE164(from);
  if (wish === undefined || sender === undefined) return;
  const number = await deps.phoneNumbers.findByNumber(to);
  if (!number) {
    deps.logger.warn('a text came in on a number that nobody has');
    return;
  }
  const { userId } = number;
  if (wish === 'start') await deps.doNotCall.remove(userId, sender, 'sms');
  else await blacklistNumber({ userId, phoneNumber: sender, source: 'sms', reason: null }, deps);
  deps.logger.info('somebody has said by SMS whether to be called', { userId, wish });
}
