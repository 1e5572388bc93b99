import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import { recipientOf, type Step } from './recipients.ts';
import { StatusCallbacks } from './status-callbacks.ts';

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
