import { applyMessageProgress } from '#shared/app/apply-message-progress.ts';
import { failSms, type FailSmsDeps } from '#shared/app/fail-sms.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';
import type { Carrier, CarrierMessage } from '#shared/ports/carrier.ts';

export interface FindLostSmsDeps extends FailSmsDeps {
  carrier: Carrier;
}

/**
 * So long after the claim no worker is still sending, the carrier lists every message that it took, and its first
 * callbacks have named the messages that they are about.
 */
const CERTAIN_AFTER_MS = 20_000;
/** A request to send is given up after 10 s, and clocks differ by some seconds. */
const SEND_WINDOW_MS = 15_000;
/** A message may wait so long between being accepted and being sent. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * A message that was claimed for sending, whose id at the carrier was lost. The carrier is asked for messages between the
 * two numbers with the same text at the time of the claim; those that other messages of the user are known by are left out.
 * One that remains is ours; none means that it was never taken, and the price is given back. It is never sent again.
 * @throws RetryLater while the answer is not certain
 */
export async function findLostSms(sms: Sms, deps: FindLostSmsDeps): Promise<void> {
  const { claimedAt } = sms;
  // Given back since the claim was tried.
  if (claimedAt === null) throw new RetryLater('the message can be claimed again', 1);
  const waitMs = claimedAt + CERTAIN_AFTER_MS - deps.clock.now();
  if (waitMs > 0) throw new RetryLater('not certain yet', Math.ceil(waitMs / 1000));

  const key = { userId: sms.userId, smsId: sms.id };
  const found = await candidates(sms, claimedAt, deps);
  deps.logger.warn('a message without a carrier id was looked up', { ...key, found: found.length });
  for (const { carrierMessageId, status } of found) {
    const outcome = await deps.messages.recognise(key, carrierMessageId, deps.clock.now());
    if (outcome === 'recognised') await applyMessageProgress({ key, carrierMessageId, status, errorCode: null }, deps);
    if (outcome !== 'taken') return;
  }
  await failSms(sms, claimedAt, 'The carrier did not take the message.', deps);
}

/** The carrier's messages that may be this one, the first one taken first. */
async function candidates(sms: Sms, claimedAt: number, deps: FindLostSmsDeps): Promise<CarrierMessage[]> {
  const { userId, to, from, body } = sms;
  const [found, others] = await Promise.all([
    deps.carrier.findMessages(to, from, claimedAt),
    deps.messages.listBetween(userId, claimedAt - LONGEST_WAIT_MS, claimedAt + SEND_WINDOW_MS),
  ]);
  const known = new Set(others.map((other) => other.carrierMessageId));
  return found
    .filter(
      (message) =>
        message.body === body &&
        message.createdAt <= claimedAt + SEND_WINDOW_MS &&
        !known.has(message.carrierMessageId),
    )
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
