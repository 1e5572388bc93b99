import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Message } from '#twilio/journal/journal-entries.ts';
import { callbackFaultsOf, errorText, recipientOf, type Step } from '#twilio/message/recipients.ts';
import type { ServiceRequest } from '#twilio/wire/service-client.ts';

/** Moves a message from its current status to its last, and sends the callbacks that are still owed. */
export async function deliverMessage(sid: string, context: CarrierContext, isResumed: boolean): Promise<void> {
  const { clock, journal } = context;
  const record = () => {
    const message = journal.message(sid);
    if (!message) throw new Error(`no message ${sid}`);
    return message;
  };
  const { to, status, createdAt } = record();
  const { course } = recipientOf(to);
  const reached = course.findIndex((step) => step.status === status);
  const callbacks = createStatusCallbacks(record, context, isResumed);
  for (const [index, step] of course.entries()) {
    if (index > reached) {
      await clock.sleep(step.afterSeconds - clock.seconds(clock.now() - createdAt));
      advance(step);
    }
    callbacks.report(step, index === course.length - 1);
  }
  await callbacks.settled();

  function advance({ status, errorCode }: Step): void {
    const at = clock.now();
    journal.saveMessage({
      ...record(),
      status,
      updatedAt: at,
      ...(status === 'sent' ? { sentAt: at } : {}),
      ...(errorCode === undefined ? {} : { errorCode }),
    });
    const callSeconds = clock.seconds(at - createdAt);
    journal.addEvent({ messageSid: sid, at, callSeconds, type: 'status', data: { status } });
  }
}

const RESUMED_ATTEMPTS = 20;

/**
 * Sends the status callbacks of a message, in order. Where the recipient's faults say so, each is sent twice and the last
 * two in the wrong order, or the last one is not sent.
 * @param isResumed whether the service may still be starting, so that a callback is repeated until it answers
 */
function createStatusCallbacks(record: () => Message, context: CarrierContext, isResumed: boolean) {
  let held: Step | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const deliver = (step: Step, isFinal: boolean) => {
    sent = sent.then(() => sendCallbacks(step, isFinal));
  };

  async function sendCallbacks(step: Step, isFinal: boolean): Promise<void> {
    const { to, told, statusCallback } = record();
    if (told.includes(step.status)) return;
    const { copies, losesFinal } = callbackFaultsOf(to);
    if (statusCallback !== undefined && !(isFinal && losesFinal)) {
      for (let copy = 0; copy < copies; copy += 1) await request(step, statusCallback);
    }
    const message = record();
    context.journal.saveMessage({ ...message, told: [...message.told, step.status] });
  }

  async function request(step: Step, url: string): Promise<void> {
    const { clock, limits, service } = context;
    const callback = callbackOf(record(), step, url, context.accountSid);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await service.request(callback);
      if (answer.kind === 'answered' || !isResumed || attempt >= RESUMED_ATTEMPTS) return;
      await clock.sleep(0, { floorMs: limits.retryMs });
    }
  }

  return {
    report(step: Step, isFinal: boolean): void {
      const previous = held;
      held = undefined;
      if (callbackFaultsOf(record().to).reorders && !isFinal) {
        held = step;
        if (previous) deliver(previous, isFinal);
        return;
      }
      deliver(step, isFinal);
      if (previous) deliver(previous, false);
    },
    async settled(): Promise<void> {
      await sent;
    },
  };
}

function callbackOf(
  { sid, to, from }: Message,
  { status, errorCode }: Step,
  url: string,
  accountSid: string,
): ServiceRequest {
  return {
    messageSid: sid,
    purpose: 'message-status',
    url,
    method: 'POST',
    idempotencyToken: `${sid}-${status}`,
    parameters: {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      From: from,
      MessageSid: sid,
      MessageStatus: status,
      SmsSid: sid,
      SmsStatus: status,
      To: to,
      // Absent when there is no error.
      ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode), ErrorMessage: errorText(errorCode) }),
    },
  };
}
