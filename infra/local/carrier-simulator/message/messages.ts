import { newSid } from '#infra/local/carrier-simulator/formats.ts';
import type { IncomingNumber, Message } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { deliverMessage } from '#infra/local/carrier-simulator/message/deliver-message.ts';
import { recipientOf } from '#infra/local/carrier-simulator/message/recipients.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

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

/** A customer texts a number of the account, and the service is asked what to do about it; gives the id of the message. */
export function textIn(
  exchange: Exchange,
  number: IncomingNumber,
  { from, body }: { from: string; body: string },
): string {
  const sid = newSid('SM');
  void exchange.service.request({
    messageSid: sid,
    purpose: 'message-incoming',
    url: number.settings['SmsUrl'] ?? '',
    method: number.settings['SmsMethod'] === 'GET' ? 'GET' : 'POST',
    parameters: {
      AccountSid: exchange.accountSid,
      ApiVersion: '2010-04-01',
      Body: body,
      From: from,
      FromCountry: 'US',
      MessageSid: sid,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: number.phoneNumber,
      ToCountry: 'US',
    },
  });
  return sid;
}

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Written as an escape and a second character. */
const EXTENDED = new Set('\f^{}\\[~]|€');

interface Alphabet {
  sizeOf: (character: string) => number;
  single: number;
  concatenated: number;
}

const gsm7: Alphabet = { sizeOf: (character) => (EXTENDED.has(character) ? 2 : 1), single: 160, concatenated: 153 };
const ucs2: Alphabet = { sizeOf: (character) => character.length, single: 70, concatenated: 67 };

/** How many messages a telephone receives for this text. One character outside of GSM-7 moves all of it to UCS-2. */
export function countSegments(text: string): number {
  const characters = Array.from(text);
  const isGsm7 = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const { sizeOf, single, concatenated } = isGsm7 ? gsm7 : ucs2;
  const sizes = characters.map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    // A character of two units is never torn between two segments.
    if (used + size > concatenated) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
