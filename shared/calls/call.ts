import type * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { CallBodyItem, CallConfigurationItem, CallItem, CarrierCallItem } from '#shared/calls/call-items.ts';
import type { Clock } from '#shared/platform/clock.ts';

export const callTypes = ['inbound', 'outbound', 'web'] as const;
export type CallType = (typeof callTypes)[number];

export const answerers = ['human', 'machine', 'unknown'] as const;
export type AnsweredBy = (typeof answerers)[number];

export const callStatuses = [
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
] as const;
export type CallStatus = (typeof callStatuses)[number];

/** After it was accepted, no call is dialled later than this, whatever is queued again. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

export type CancelReason = NonNullable<Call['notDialled']>;

export type CallKey = v.InferOutput<typeof CarrierCallItem>;

/** The head: small fields that change. `CallItem` documents them. */
export type Call = v.InferOutput<typeof CallItem>;

export type CallRecording = NonNullable<Call['recording']>;

/** Written once. A running call keeps it even if the assistant is changed or deleted. */
export interface CallConfiguration extends Omit<v.InferOutput<typeof CallConfigurationItem>, 'assistant' | 'pinned'> {
  /** Its variables are among those of the call. */
  assistant: Assistant;
}

export type CalledLead = NonNullable<CallConfiguration['lead']>;

/** The large part. Written when the call is settled; read only for the rows that a page shows. */
export type CallBody = v.InferOutput<typeof CallBodyItem>;

export type TranscriptTurn = CallBody['turns'][number];

export type WebhookResponse = NonNullable<CallBody['webhookResponse']>;

export function emptyCallBody(variables: Record<string, unknown>): CallBody {
  return { variables, turns: [], evaluation: {}, webhookResponse: null };
}

/**
 * Why a status may follow; null where its name says it. `ended`: the line is down, and settlement is pending. Lost or
 * reordered callbacks lead from `initiated` and `ringing` straight to `ended`.
 */
export const statusMoves: Record<CallStatus, Partial<Record<CallStatus, string | null>>> = {
  initiated: { ringing: null, 'in-progress': null, busy: null, 'no-answer': null, failed: null, ended: null },
  ringing: { 'in-progress': 'answered', busy: null, 'no-answer': null, failed: null, ended: null },
  'in-progress': { failed: null, ended: 'line down, settlement pending' },
  ended: {
    completed: 'not known who hung up',
    ended_by_customer: null,
    ended_by_assistant: 'tool, silence, voicemail or time limit',
  },
  busy: {},
  'no-answer': {},
  failed: {},
  completed: {},
  ended_by_customer: {},
  ended_by_assistant: {},
};

export function isFinal(status: CallStatus): boolean {
  return Object.keys(statusMoves[status]).length === 0;
}

export const openStatuses: readonly CallStatus[] = callStatuses.filter((status) => !isFinal(status));

export function hasEnded(status: CallStatus): boolean {
  return status === 'ended' || isFinal(status);
}

/** Final and paid for: what lists filter by no longer changes. */
export function isSettled({ status, hold }: Pick<Call, 'status' | 'hold'>): boolean {
  return isFinal(status) && hold === 0;
}

/** `send_webhook_only_on_completed` lets only these calls through. */
export function hadConversation(status: CallStatus): boolean {
  return status in statusMoves.ended;
}

export function statusesBefore(next: CallStatus): CallStatus[] {
  return callStatuses.filter((status) => next in statusMoves[status]);
}

/** A web call has a person in it: it runs in real time also on the local stack, where call seconds are shorter. */
export function secondsOnLine({ type }: Pick<Call, 'type'>, seconds: number, clock: Pick<Clock, 'callMs'>): number {
  return type === 'web' ? (seconds * 1000) / clock.callMs(1) : seconds;
}

export function decideFinalStatus(call: Pick<Call, 'endedBy' | 'durationSeconds' | 'allowedSeconds'>): CallStatus {
  if (call.endedBy === 'assistant') return 'ended_by_assistant';
  // The carrier ended the call at our time limit: the service ended it, whatever the WebSocket reported.
  if (call.durationSeconds >= call.allowedSeconds) return 'ended_by_assistant';
  return call.endedBy === 'customer' ? 'ended_by_customer' : 'completed';
}
