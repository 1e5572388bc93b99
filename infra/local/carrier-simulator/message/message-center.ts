import type { Exchange } from '#infra/local/carrier-simulator/call/exchange.ts';
import type { Message } from '#infra/local/carrier-simulator/journal/message-entries.ts';
import { newSid } from '#infra/local/carrier-simulator/new-sid.ts';
import { countSegments } from './count-segments.ts';
import { deliverMessage } from './deliver-message.ts';
import { recipientOf } from './recipients.ts';

export interface MessageRequest {
  to: string;
  from: string;
  body: string;
  statusCallback?: string;
}

/** Takes messages and sees them on their way, also those that a former life of this process took. */
export class MessageCenter {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** The message is in the data file before this returns. */
  accept(request: MessageRequest): Message {
    const { clock, journal } = this.#exchange;
    const now = clock.now();
    const message: Message = {
      ...request,
      sid: newSid('SM'),
      segments: countSegments(request.body),
      status: 'queued',
      createdAt: now,
      updatedAt: now,
      told: [],
    };
    journal.saveMessage(message);
    journal.note({ messageSid: message.sid, at: now, callSeconds: 0, type: 'status', data: { status: 'queued' } });
    this.#deliver(message, false);
    return message;
  }

  /** Goes on with what was under way, and tells what is owed: the service may be starting at the same moment. */
  resume(): void {
    for (const message of this.#exchange.journal.messages().toReversed()) {
      if (message.told.length < recipientOf(message.to).course.length) this.#deliver(message, true);
    }
  }

  #deliver({ sid }: Message, isPatient: boolean): void {
    const { clock, journal } = this.#exchange;
    deliverMessage(sid, this.#exchange, isPatient).catch((error: unknown) =>
      journal.violation({
        at: clock.now(),
        messageSid: sid,
        code: 0,
        message: `the simulator failed: ${String(error)}`,
      }),
    );
  }
}
