import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { IncomingNumber, Message } from '#twilio/journal/journal-entries.ts';
import { deliverMessage } from '#twilio/message/deliver-message.ts';
import { recipientOf } from '#twilio/message/recipients.ts';
import { newSid } from '#twilio/wire/formats.ts';

export interface MessageRequest {
  to: string;
  from: string;
  body: string;
  statusCallback?: string;
}

export interface Messages {
  /** Queues a message. It is in the data file before this returns. */
  accept(request: MessageRequest): Message;
  /** Continues the deliveries that the last process left, and repeats their callbacks until the service answers. */
  resume(): void;
}

export function createMessages(context: CarrierContext): Messages {
  const { clock, journal } = context;
  const deliver = (messageSid: string, isResumed: boolean) => {
    deliverMessage(messageSid, context, isResumed).catch((error: unknown) => {
      journal.addViolation({
        at: clock.now(),
        messageSid,
        code: 0,
        message: `the simulator failed: ${String(error)}`,
      });
    });
  };
  return {
    accept(request) {
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
      journal.addEvent({
        messageSid: message.sid,
        at: now,
        callSeconds: 0,
        type: 'status',
        data: { status: 'queued' },
      });
      deliver(message.sid, false);
      return message;
    },
    resume() {
      for (const { sid, to, told } of journal.messages().toReversed()) {
        if (told.length < recipientOf(to).course.length) deliver(sid, true);
      }
    },
  };
}

/** A customer sends a message to a number of the account. Returns the id of the message. */
export function receiveMessage(
  context: CarrierContext,
  number: IncomingNumber,
  { from, body }: { from: string; body: string },
): string {
  const sid = newSid('SM');
  context.journal.saveReceivedMessage({ sid, to: number.phoneNumber, from, body, createdAt: context.clock.now() });
  void context.service.request({
    messageSid: sid,
    purpose: 'message-incoming',
    url: number.settings['SmsUrl'] ?? '',
    method: number.settings['SmsMethod'] === 'GET' ? 'GET' : 'POST',
    parameters: {
      AccountSid: context.accountSid,
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

/** The number of segments. One character outside of GSM-7 makes the whole text UCS-2. */
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
