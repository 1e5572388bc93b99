import * as v from 'valibot';
import type { Micros } from '#shared/accounts/account.ts';
import { withoutLater } from '#shared/platform/table/later-kinds.ts';

/** `requested`: the customer is told. `ringing` until a person has taken the call, also while they hear the announcement. */
export const transferStatuses = ['requested', 'ringing', 'bridged', 'no_answer', 'busy', 'declined', 'failed'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** A human who is called for the customer. Times are epoch milliseconds. */
const TransferItem = v.object({
  /** Counts the transfers of a call, from 1. */
  id: v.number(),
  /** E.164 */
  to: v.string(),
  status: v.picklist(transferStatuses),
  startedAt: v.number(),
  /** The carrier's price of a minute of the human's leg. Absent: the human was not dialled. */
  perMinute: v.optional(v.number()),
  /** The carrier's id of the human's leg. */
  legId: v.optional(v.string()),
  bridgedAt: v.optional(v.number()),
  /** Call seconds from the customer's answer to the bridge. */
  bridgedAfter: v.optional(v.number()),
  endedAt: v.optional(v.number()),
  /** Of the human's leg. Known when the call is settled, as its cost is. */
  durationSeconds: v.optional(v.number()),
  cost: v.optional(v.number()),
});
export type Transfer = v.InferOutput<typeof TransferItem>;

export const TransferItems = withoutLater('status', v.picklist(transferStatuses), TransferItem);

/** Attempts in a call. A model may try again and again. */
export const MOST_TRANSFERS = 3;
/** How long the telephone of a human rings. */
export const TRANSFER_RING_SECONDS = 30;
/** For the announcement, and until a key was pressed. */
const ANNOUNCED_SECONDS = 30;
/** The longest talk of a customer with a human. */
const TALK_SECONDS = 3_600;
/** For a shorter talk no human is called. */
const LEAST_TALK_SECONDS = 60;

const LEAD_SECONDS = TRANSFER_RING_SECONDS + ANNOUNCED_SECONDS;

export const isOpen = ({ status, endedAt }: Transfer): boolean =>
  status === 'ringing' || (status === 'bridged' && endedAt === undefined);

/** The customer hears nothing of the assistant, and no human has taken the call. */
export const isWaitedFor = ({ status, endedAt }: Transfer): boolean =>
  endedAt === undefined && (status === 'requested' || status === 'ringing');

/** What the session with the carrier ends with. It names no number. */
export const handOverOf = ({ id }: Pick<Transfer, 'id'>): string => `transfer:${id}`;

export function transferIdOf(handOver: string): number | undefined {
  const id = /^transfer:(\d{1,3})$/.exec(handOver)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The list with a transfer to this number, which replaces one whose human was not dialled. */
export function withRequest(transfers: readonly Transfer[], to: string, at: number): Transfer[] {
  const known = transfers.filter(
    ({ status, perMinute }, index) =>
      status !== 'requested' && (perMinute !== undefined || index > transfers.length - MOST_TRANSFERS),
  );
  const id = Math.max(0, ...known.map((one) => one.id)) + 1;
  return [...known, { id, to, status: 'requested', startedAt: at }];
}

export function withChange(transfers: readonly Transfer[], id: number, change: Partial<Transfer>): Transfer[] {
  return transfers.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** A started minute counts. A leg that was not answered is free. */
export function legCost({ perMinute = 0 }: Pick<Transfer, 'perMinute'>, durationSeconds: number): Micros {
  return perMinute * Math.ceil(durationSeconds / 60);
}

export interface TransferPlan {
  /** What the call holds then. */
  hold: Micros;
  talkSeconds: number;
  /** The time limit of the customer's leg. */
  lineSeconds: number;
}

interface PlannedCall {
  hold: Micros;
  allowedSeconds: number;
  transfers: readonly Transfer[];
  /** Call seconds since the customer's answer. */
  elapsedSeconds: number;
  available: Micros;
  perMinute: Micros;
  /** Of the whole call, where the customer's leg lasts this long. */
  costOf: (lineSeconds: number) => Micros;
}

/** The longest talk that the user can pay for. Undefined: not even a minute. Both legs are paid, and those before it. */
export function planTransfer(call: PlannedCall): TransferPlan | undefined {
  const { hold, allowedSeconds, transfers, elapsedSeconds, available, perMinute, costOf } = call;
  const before = transfers.reduce((sum, one) => sum + legCost(one, LEAD_SECONDS), 0);
  const planOf = (talkSeconds: number): TransferPlan => {
    const lineSeconds = Math.max(allowedSeconds, elapsedSeconds + LEAD_SECONDS + talkSeconds);
    const legs = before + legCost({ perMinute }, ANNOUNCED_SECONDS + talkSeconds);
    return { hold: Math.max(hold, costOf(lineSeconds) + legs), talkSeconds, lineSeconds };
  };
  for (let talkSeconds = TALK_SECONDS; talkSeconds >= LEAST_TALK_SECONDS; talkSeconds -= 60) {
    const plan = planOf(talkSeconds);
    if (plan.hold - hold <= available) return plan;
  }
  return undefined;
}
