import type { Message } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import {
  callbackHabitOf,
  errorText,
  recipientOf,
  type Step,
} from '#infra/local/carrier-simulator/message/recipients.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

/** A message from where it stands to its end, with every callback that it owes. Patient: until the service is there. */
export async function deliverMessage(sid: string, exchange: Exchange, isPatient: boolean): Promise<void> {
  const { clock, journal } = exchange;
  const record = () => {
    const message = journal.message(sid);
    if (!message) throw new Error(`no message ${sid}`);
    return message;
  };
  const { to, status, createdAt } = record();
  const { course } = recipientOf(to);
  const reached = course.findIndex((step) => step.status === status);
  const callbacks = new StatusCallbacks(record, exchange, isPatient);
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
    journal.note({ messageSid: sid, at, callSeconds, type: 'status', data: { status } });
  }
}

const PATIENT_ATTEMPTS = 20;

/**
 * Tells the service how a message goes on, one after the other; or, where the recipient's habit says so, twice and the
 * last two in the wrong order, or never the last one.
 */
class StatusCallbacks {
  readonly #record: () => Message;
  readonly #exchange: Exchange;
  readonly #isPatient: boolean;
  #held: Step | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(record: () => Message, exchange: Exchange, isPatient: boolean) {
    this.#record = record;
    this.#exchange = exchange;
    this.#isPatient = isPatient;
  }

  report(step: Step, isFinal: boolean): void {
    const { reorders } = callbackHabitOf(this.#record().to);
    const held = this.#held;
    this.#held = undefined;
    if (reorders && !isFinal) {
      this.#held = step;
      if (held) this.#deliver(held, isFinal);
      return;
    }
    this.#deliver(step, isFinal);
    if (held) this.#deliver(held, false);
  }

  /** Over when everything that will be sent has been sent. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  #deliver(step: Step, isFinal: boolean): void {
    this.#queue = this.#queue.then(() => this.#tell(step, isFinal));
  }

  async #tell(step: Step, isFinal: boolean): Promise<void> {
    const { to, told, statusCallback } = this.#record();
    if (told.includes(step.status)) return;
    const { copies, losesFinal } = callbackHabitOf(to);
    if (statusCallback !== undefined && !(isFinal && losesFinal)) {
      for (let copy = 0; copy < copies; copy += 1) await this.#request(step, statusCallback);
    }
    const message = this.#record();
    this.#exchange.journal.saveMessage({ ...message, told: [...message.told, step.status] });
  }

  async #request(step: Step, url: string): Promise<void> {
    const { clock, limits, service } = this.#exchange;
    const message = this.#record();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await service.request({
        messageSid: message.sid,
        purpose: 'message-status',
        url,
        method: 'POST',
        idempotencyToken: `${message.sid}-${step.status}`,
        parameters: this.#parameters(message, step),
      });
      if (answer.kind === 'answered' || !this.#isPatient || attempt >= PATIENT_ATTEMPTS) return;
      await clock.sleep(0, { floorMs: limits.retryMs });
    }
  }

  #parameters({ sid, to, from }: Message, { status, errorCode }: Step): Record<string, string> {
    return {
      AccountSid: this.#exchange.accountSid,
      ApiVersion: '2010-04-01',
      From: from,
      MessageSid: sid,
      MessageStatus: status,
      SmsSid: sid,
      SmsStatus: status,
      To: to,
      // Not there unless there is an error.
      ...(errorCode === undefined ? {} : { ErrorCode: String(errorCode), ErrorMessage: errorText(errorCode) }),
    };
  }
}
