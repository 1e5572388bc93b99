import { RetryLater } from '#shared/platform/errors.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';

/** @throws Error if the stage has no such account */
export type CarrierOf<Carrier> = (account: string) => Carrier;

/**
 * `retry`: certainly not taken, maybe later. `closed`: likewise, for the whole account, until an operator has acted.
 * `unknown`: no response; search the carrier, never send it again. `isOfRecipient`: refused because of the number.
 */
export type CarrierOutcome<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; code: number; reason: string; isOfRecipient?: boolean }
  | { kind: 'closed'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

/** As metrics name it: numbers that cannot be called or texted are no concern of operators. */
export function problemOf(outcome: { kind: string; isOfRecipient?: boolean }): string {
  return outcome.isOfRecipient ? 'recipient' : outcome.kind;
}

/** Numbers that cannot be called or texted, and closed accounts, have metrics of their own: the alarms leave out the former. */
export function countProblem(
  of: 'call' | 'sms',
  outcome: { kind: string; isOfRecipient?: boolean; code?: number },
  metrics: Metrics,
): void {
  const problem = problemOf(outcome);
  if (problem === 'recipient') metrics.count('CarrierRecipientRefused', { of });
  else if (problem === 'closed') metrics.count('CarrierAccountClosed', { of });
  else if (of === 'call') metrics.count('CarrierDialProblem', { outcome: problem });
  else metrics.count('CarrierMessageProblem', { outcome: problem });
  if (outcome.code !== undefined) metrics.count('CarrierError', { code: String(outcome.code) });
}

/** A request that fails, and may be repeated, is a message for later and no crash. */
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

export interface CarrierNumber {
  carrierNumberId: string;
  phoneNumber: string;
  /** For an operator; null if nowhere. */
  callsGoTo: string | null;
  /** Whether calls and status callbacks go to the service at the given origin. */
  isPointed: boolean;
}

export interface CarrierNumbers {
  findNumber(phoneNumber: string, publicUrl: string): Promise<CarrierNumber | undefined>;
  pointNumber(carrierNumberId: string, publicUrl: string): Promise<void>;
}

/** What a carrier account may call in a country. */
export interface DialingPermission {
  /** ISO 3166. */
  country: string;
  name: string;
  ordinary: boolean;
  /** Premium and shared-cost numbers, among others. */
  special: boolean;
  /** Ranges that the carrier knows from fraud. */
  highRisk: boolean;
}

export interface CarrierPermissions {
  /** Of all countries. @throws Error if the carrier does not answer */
  list(): Promise<DialingPermission[]>;
}
