import type { Carrier, CarrierCall, Dial, DialOutcome } from '#shared/ports/carrier.ts';

export interface MemoryCarrier extends Carrier {
  /** Every attempt to dial, in order. */
  dialled: Dial[];
  hungUp: string[];
  /** The calls that the carrier knows, with the numbers they are between. */
  known: Array<CarrierCall & { to: string; from: string }>;
  /** What the next attempts are answered with; `accepted` after the last one. */
  outcomes: DialOutcome[];
}

/** A carrier in memory. An `unknown` outcome takes the call all the same when `takesUnknown` is set. */
export function createMemoryCarrier({ takesUnknown = false } = {}): MemoryCarrier {
  const carrier: MemoryCarrier = {
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
        carrier.known.push({ carrierCallId, status: 'queued', durationSeconds: 0, createdAt: Date.now(), to, from });
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
  };
  return carrier;
}
