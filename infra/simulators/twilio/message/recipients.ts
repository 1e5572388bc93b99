import { behaviourOf, type CallbackFaults } from '#twilio/callees/behaviours.ts';
import type { MessageStatus } from '#twilio/journal/journal-entries.ts';

export interface Step {
  status: MessageStatus;
  /** Call seconds after the message was taken. */
  afterSeconds: number;
  errorCode?: number;
}

/** What happens to messages to a number. */
interface Recipient {
  number: string;
  description: string;
  /** The request is refused with a 400. */
  refusal?: { code: number; message: string };
  /** The first request for each sender and text is refused with a 429. */
  refusesFirstAttempt?: true;
  course: readonly Step[];
}

const sent: readonly Step[] = [
  { status: 'queued', afterSeconds: 0 },
  { status: 'sending', afterSeconds: 0.5 },
  { status: 'sent', afterSeconds: 1.5 },
];
const delivered: readonly Step[] = [...sent, { status: 'delivered', afterSeconds: 4 }];

/** Numbers with a result of their own. The last ones are those that the carrier's test credentials refuse. */
export const recipients: readonly Recipient[] = [
  {
    number: '+12025550160',
    description: 'permanent provider error: not a mobile number',
    refusal: { code: 21_614, message: "'To' number is not a valid mobile number" },
    course: delivered,
  },
  {
    number: '+12025550161',
    description: 'first API attempt per sender and text gets 429, then delivered',
    refusesFirstAttempt: true,
    course: delivered,
  },
  {
    number: '+12025550162',
    description: 'recipient opted out',
    refusal: { code: 21_610, message: 'Attempt to send to unsubscribed recipient' },
    course: delivered,
  },
  {
    number: '+12025550163',
    description: 'sent, then undelivered: the handset is unreachable',
    course: [...sent, { status: 'undelivered', afterSeconds: 4, errorCode: 30_003 }],
  },
  {
    number: '+12025550164',
    description: 'accepted, then failed before it is sent',
    course: [...sent.slice(0, 2), { status: 'failed', afterSeconds: 1.5, errorCode: 30_008 }],
  },
  refusing('+15005550001', 21_211, 'is not a valid phone number'),
  refusing('+15005550002', 21_612, 'is not reachable from this sender'),
  refusing('+15005550003', 21_408, 'is in a region that this account may not send to'),
  refusing('+15005550004', 21_610, 'is blocked for this account'),
  refusing('+15005550009', 21_614, 'is not a valid mobile number'),
];

/** Messages to numbers without a row are delivered. */
export function recipientOf(phoneNumber: string): Omit<Recipient, 'number' | 'description'> {
  return recipients.find(({ number }) => number === phoneNumber) ?? { course: delivered };
}

/** A number has the same faults for the callbacks of calls and of messages. */
export const callbackFaultsOf = (phoneNumber: string): CallbackFaults => behaviourOf(phoneNumber).callbacks;

function refusing(number: string, code: number, reason: string): Recipient {
  const message = `The number ${number} ${reason}`;
  return { number, description: `test credentials: ${reason}`, refusal: { code, message }, course: delivered };
}

const texts: Record<number, string> = {
  30_003: 'Unreachable destination handset',
  30_008: 'Unknown error',
};

/** The carrier's text for an error code. */
export const errorText = (code: number): string => texts[code] ?? 'Unknown error';
