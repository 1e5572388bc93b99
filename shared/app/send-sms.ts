import { acceptSms, type AcceptSmsDeps, type SendSmsInput } from '#shared/app/accept-sms.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import { hasLeft } from '#shared/domain/sms/sms-status.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';

export interface SendSmsDeps extends AcceptSmsDeps {
  pause: (milliseconds: number) => Promise<void>;
}

const LONGEST_WAIT_MS = 10_000;
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 400;

/**
 * Accepts a message and waits for the worker to send it. Gives it as `sent`, or as `queued` when the outcome is still open
 * after ten seconds; it is sent or refunded later then.
 * @throws AppError as acceptSms; sms_failed, with what the carrier says, when it was refused and refunded
 */
export async function sendSms(input: SendSmsInput, deps: SendSmsDeps): Promise<Sms> {
  const accepted = await acceptSms(input, deps);
  const sms = await waitForOutcome(accepted, deps);
  if (sms.status === 'failed') throw new AppError('sms_failed', { detail: sms.failure ?? '' });
  // What has become of the message since is not what was asked for.
  return hasLeft(sms.status) ? { ...sms, status: 'sent' } : sms;
}

async function waitForOutcome(accepted: Sms, { messages, clock, pause }: SendSmsDeps): Promise<Sms> {
  const key = { userId: accepted.userId, smsId: accepted.id };
  const deadline = clock.now() + LONGEST_WAIT_MS;
  let sms = accepted;
  for (let next = FIRST_PAUSE_MS; sms.status === 'queued'; next = Math.min(next * 1.5, LONGEST_PAUSE_MS)) {
    const left = deadline - clock.now();
    if (left <= 0) break;
    await pause(Math.min(next, left));
    sms = (await messages.get(key)) ?? sms;
  }
  return sms;
}
