import { RetryLater } from '#shared/platform/errors.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';

/**
 * A carrier by the account that has the number of a call or message.
 * @throws Error if the stage has no such account
 */
export type CarrierOf<Carrier> = (account: string) => Carrier;

/**
 * What became of a request that must not be sent twice. `accepted`: the carrier has it. `refused`: it will never take it;
 * `isOfRecipient`: because of the number. `retry`: it certainly did not take it, and may take it later. `closed`: likewise, but it takes
 * nothing of the account until an operator has acted. `unknown`: no response; search the carrier, never send it again.
 */
export type CarrierOutcome<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; code: number; reason: string; isOfRecipient?: boolean }
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** The outcome as metrics name it: numbers that cannot be called or texted are no concern of operators. */
export function problemOf(outcome: { kind: string; isOfRecipient?: boolean }): string {
  return outcome.isOfRecipient ? 'recipient' : outcome.kind;
}

/** Waits for a carrier's answer. A request that fails, and may be repeated, is a message for later and no crash. */
export type OrLater = <Answer>(request: Promise<Answer>) => Promise<Answer>;

export function retryLater(delaySeconds: number, logger: Logger): OrLater {
  return async (request) => {
    try {
      return await request;
    } catch (cause) {
      logger.warn('the carrier does not answer', { error: cause });
      throw new RetryLater('the carrier does not answer', delaySeconds, { cause });
    }
  };
}

/** A phone number in the carrier account. */
export interface CarrierNumber {
  carrierNumberId: string;
  /** E.164 */
  phoneNumber: string;
  /** Where its calls are routed now, as text for an operator; null if nowhere. */
  callsGoTo: string | null;
  /** Whether its calls and status callbacks are routed to the service at the given origin. */
  isPointed: boolean;
}

/** The phone numbers of a carrier account. The functions of the service do not use it. */
export interface CarrierNumbers {
  /** Finds a number of the account and compares its routing with `publicUrl`. Undefined if the account does not have it. */
  findNumber(phoneNumber: string, publicUrl: string): Promise<CarrierNumber | undefined>;
  /** Routes the calls to a number, and their status callbacks, to the service at `publicUrl`. */
  pointNumber(carrierNumberId: string, publicUrl: string): Promise<void>;
}
