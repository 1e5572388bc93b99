import type * as v from 'valibot';
import type { CallBodyItem, CallConfiguration, CallItem, CarrierCallItem } from '#shared/calls/call-items.ts';
import { isFinal, type CallStatus } from '#shared/calls/call-status.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** After it was accepted, no call is dialled later than this, whatever is queued again. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

export type CancelReason = NonNullable<Call['notDialled']>;

export type CallKey = v.InferOutput<typeof CarrierCallItem>;

/** The head: small fields that change. `CallItem` documents them. */
export type Call = v.InferOutput<typeof CallItem>;

export type CallRecording = NonNullable<Call['recording']>;

export type CalledLead = NonNullable<CallConfiguration['lead']>;

/** The large part. Written when the call is settled; read only for the rows that a page shows. */
export type CallBody = v.InferOutput<typeof CallBodyItem>;

export type TranscriptTurn = CallBody['turns'][number];

export type CalledTool = NonNullable<CallBody['toolCalls']>[number];

export type WebhookResponse = NonNullable<CallBody['webhookResponse']>;

export function emptyCallBody(variables: Record<string, unknown>): CallBody {
  return { variables, turns: [], evaluation: {}, webhookResponse: null };
}

/** Final and paid for: what lists filter by no longer changes. */
export function isSettled({ status, hold }: Pick<Call, 'status' | 'hold'>): boolean {
  return isFinal(status) && hold === 0;
}

/** A web call has a person in it: it runs in real time also on the local stack, where call seconds are shorter. */
export function secondsOnLine({ type }: Pick<Call, 'type'>, seconds: number, clock: Pick<Clock, 'callMs'>): number {
  return type === 'web' ? (seconds * 1000) / clock.callMs(1) : seconds;
}

/** The time limit at the carrier. */
export function longestSecondsOf({
  allowedSeconds,
  lineSeconds,
}: Pick<Call, 'allowedSeconds' | 'lineSeconds'>): number {
  return lineSeconds ?? allowedSeconds;
}

export function decideFinalStatus(
  call: Pick<Call, 'endedBy' | 'durationSeconds' | 'allowedSeconds' | 'lineSeconds'>,
): CallStatus {
  if (call.endedBy === 'assistant') return 'ended_by_assistant';
  // The carrier ended the call at our time limit: the service ended it, whatever the WebSocket reported.
  if (call.durationSeconds >= longestSecondsOf(call)) return 'ended_by_assistant';
  return call.endedBy === 'customer' ? 'ended_by_customer' : 'completed';
}
