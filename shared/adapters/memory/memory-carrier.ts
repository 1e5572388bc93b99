import { isOver } from '#shared/domain/call/carrier-progress.ts';
import type {
  Carrier,
  CarrierCall,
  CarrierMessage,
  Dial,
  DialOutcome,
  MessageOutcome,
  OutgoingMessage,
} from '#shared/ports/carrier.ts';

export interface MemoryCarrier extends Carrier {
  /** Every attempt to dial, in order. */
  dialled: Dial[];
  hungUp: string[];
  /** The time limits that calls on the line were given, in order. */
  limits: Array<{ carrierCallId: string; seconds: number }>;
  /** The numbers of the account, with the origin that their calls go to. */
  numbers: Array<{ carrierNumberId: string; phoneNumber: string; callsGoTo: string | null }>;
  /** The calls that the carrier knows, with the numbers they are between. */
  known: Array<CarrierCall & { to: string; from: string }>;
  /** What the next attempts are answered with; `accepted` after the last one. */
  outcomes: DialOutcome[];
  /** Every attempt to send a message, in order. */
  sent: OutgoingMessage[];
  /** The messages that the carrier knows. */
  messages: Array<CarrierMessage & { to: string; from: string }>;
  /** What the next attempts to send are answered with; `accepted` after the last one. */
  messageOutcomes: MessageOutcome[];
}

interface MemoryCarrierOptions {
  /** Whether an `unknown` outcome takes the call or the message all the same. */
  takesUnknown?: boolean;
  now?: () => number;
}

/** A carrier in memory. */
export function createMemoryCarrier({
  takesUnknown = false,
  now = Date.now,
}: MemoryCarrierOptions = {}): MemoryCarrier {
  const carrier: MemoryCarrier = {
    sent: [],
    messages: [],
    messageOutcomes: [],
    async sendMessage(message) {
      carrier.sent.push(message);
      const carrierMessageId = `SM${String(carrier.sent.length).padStart(32, '0')}`;
      const outcome = carrier.messageOutcomes.shift() ?? { kind: 'accepted', carrierMessageId, status: 'queued' };
      if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && takesUnknown)) {
        const { to, from, body } = message;
        carrier.messages.unshift({ carrierMessageId, status: 'queued', body, createdAt: now(), to, from });
      }
      return outcome;
    },
    dialled: [],
    hungUp: [],
    known: [],
    outcomes: [],
    async dial(dial) {
      carrier.dialled.push(dial);
      const carrierCallId = `CA${String(carrier.dialled.length).padStart(32, '0')}`;
      const outcome = carrier.outcomes.shift() ?? { kind: 'accepted', carrierCallId };
      if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && takesUnknown)) {
        const { to, from } = dial;
        carrier.known.push({ carrierCallId, status: 'queued', durationSeconds: 0, createdAt: now(), to, from });
      }
      return outcome;
    },
    async fetchCall(carrierCallId) {
      return carrier.known.find((call) => call.carrierCallId === carrierCallId);
    },
    async findCalls(to, from) {
      return carrier.known.filter((call) => call.to === to && call.from === from);
    },
    async hangUp(carrierCallId) {
      carrier.hungUp.push(carrierCallId);
    },
    limits: [],
    numbers: [],
    ...otherDesks(() => carrier),
  };
  return carrier;
}

function otherDesks(
  carrier: () => MemoryCarrier,
): Pick<Carrier, 'findMessages' | 'limitDuration' | 'findNumber' | 'pointNumber'> {
  return {
    async findMessages(to, from, since) {
      return carrier().messages.filter(
        (message) => message.to === to && message.from === from && message.createdAt >= since,
      );
    },
    async limitDuration(carrierCallId, seconds) {
      const call = carrier().known.find((one) => one.carrierCallId === carrierCallId);
      if (!call || isOver(call.status)) return 'not_live';
      carrier().limits.push({ carrierCallId, seconds });
      return 'updated';
    },
    async findNumber(phoneNumber, publicUrl) {
      const number = carrier().numbers.find((one) => one.phoneNumber === phoneNumber);
      return number && { ...number, isPointed: number.callsGoTo === publicUrl };
    },
    async pointNumber(carrierNumberId, publicUrl) {
      const number = carrier().numbers.find((one) => one.carrierNumberId === carrierNumberId);
      if (!number) throw new Error(`the carrier has no number ${carrierNumberId}`);
      number.callsGoTo = publicUrl;
    },
  };
}
