import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';

export interface AccountRate {
  /** Calls that the account accepts in a second of real time, also when the clock is scaled. */
  callsPerSecond: number;
}

/** How fast the accounts of the carrier accept calls. */
export interface DialRate extends AccountRate {
  /** The rates of the accounts beside the default one, by name. */
  furtherAccounts?: Readonly<Record<string, AccountRate>>;
}

export function accountsOf({ furtherAccounts = {} }: DialRate): string[] {
  return [DEFAULT_CARRIER_ACCOUNT, ...Object.keys(furtherAccounts)];
}

/** @throws Error if the stage has no such account */
export function rateOf(rate: DialRate, account: string): AccountRate {
  const found = account === DEFAULT_CARRIER_ACCOUNT ? rate : rate.furtherAccounts?.[account];
  if (!found) throw new Error(`the stage has no carrier account ${account}`);
  return found;
}

/** The time between two dials in milliseconds. */
export function dialIntervalMs({ callsPerSecond }: AccountRate): number {
  return 1000 / callsPerSecond;
}

/** A pump may be this late and still keep the rate. Calls are then as much closer to each other. */
const CATCH_UP_MS = 100;

/** How many of the wanted calls the account takes now, and when the next one. After a pause those of one second may come at once. */
export function grantDials(nextAt: number, wanted: number, rate: AccountRate, now: number) {
  const interval = dialIntervalMs(rate);
  const burst = Math.max(0, Math.floor(rate.callsPerSecond) - 1) * interval;
  const from = Math.max(nextAt, now - Math.max(burst, CATCH_UP_MS));
  const due = Math.floor((now - from) / interval) + 1;
  const count = Math.max(0, Math.min(wanted, due));
  return { count, nextAt: from + count * interval };
}

/** The pause after the carrier has refused calls `refusals` times in a row: its own wish, doubled each time, a minute at most. */
export function pauseMs(wishedSeconds: number, refusals: number): number {
  return Math.min(60, Math.max(1, wishedSeconds) * 2 ** Math.min(refusals, 6)) * 1000;
}

/** How long a new call has to wait for the carrier, as far as it can be told. */
export interface DialWait {
  /** 1: the next one. */
  queuePosition: number;
  estimatedSeconds: number;
}

/** The wait of a call that has this many calls ahead, in whole seconds of real time. 0: it is dialled now. */
export function waitSeconds(ahead: number, untilNextMs: number, rate: AccountRate): number {
  if (ahead === 0 && untilNextMs <= 1000) return 0;
  return Math.max(1, Math.ceil((Math.max(0, untilNextMs) + ahead * dialIntervalMs(rate)) / 1000));
}
