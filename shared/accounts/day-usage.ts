import * as v from 'valibot';

/** Of a UTC day. Costs are micro-units. A refund counts against its own day, which can therefore be negative. */
export const UsageCounters = v.object({
  calls: v.number(),
  seconds: v.number(),
  callsCost: v.number(),
  sms: v.number(),
  segments: v.number(),
  smsCost: v.number(),
});
export type UsageCounters = v.InferOutput<typeof UsageCounters>;

export interface DayUsage extends UsageCounters {
  /** `2026-11-22` */
  date: string;
}

export const noUsage: UsageCounters = { calls: 0, seconds: 0, callsCost: 0, sms: 0, segments: 0, smsCost: 0 };

export function callUsage(at: number, seconds: number, cost: number): DayUsage {
  return { ...noUsage, date: dateOf(at), calls: 1, seconds, callsCost: cost };
}

/** @param sign -1 for a refund */
export function smsUsage(at: number, segments: number, cost: number, sign: 1 | -1): DayUsage {
  return { ...noUsage, date: dateOf(at), sms: sign, segments: sign * segments, smsCost: sign * cost };
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
