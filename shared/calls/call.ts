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

/** No call is dialled later than this after it was accepted, whatever is queued again. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Why a call was cancelled before it was dialled. */
export type CancelReason = NonNullable<Call['notDialled']>;

export type CallKey = v.InferOutput<typeof CarrierCallItem>;

/** The head of a call: its status and the other small fields that change. `CallItem` documents the fields. */
export type Call = v.InferOutput<typeof CallItem>;

export type CallRecording = NonNullable<Call['recording']>;

/** What a call was started with, written once. A running call keeps it even if the assistant is changed or deleted. */
export interface CallConfiguration extends Omit<v.InferOutput<typeof CallConfigurationItem>, 'assistant' | 'pinned'> {
  /** As it was when the call was made. Its variables are among those of the call. */
  assistant: Assistant;
}

/** What the prompt and the webhooks of a campaign call contain about its lead. */
export type CalledLead = NonNullable<CallConfiguration['lead']>;

/** The large part of a call. Written when the call is settled; read only for the rows that a page shows. */
export type CallBody = v.InferOutput<typeof CallBodyItem>;

export type TranscriptTurn = CallBody['turns'][number];

export type WebhookResponse = NonNullable<CallBody['webhookResponse']>;

/** The body of a call that is not settled yet. */
export function emptyCallBody(variables: Record<string, unknown>): CallBody {
  return { variables, turns: [], evaluation: {}, webhookResponse: null };
}

/**
 * The statuses to which a call may move from each, and why; null where the name of the status says it. `ended`: the line is down, and
 * evaluation and settlement are pending. `initiated` and `ringing` can go straight to `ended`: callbacks are lost or reordered. From
 * a final status nothing follows.
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

/** The statuses of a call that is not final. */
export const openStatuses: readonly CallStatus[] = callStatuses.filter((status) => !isFinal(status));

/** Whether the line is down. */
export function hasEnded(status: CallStatus): boolean {
  return status === 'ended' || isFinal(status);
}

/** Whether the call is final and paid for. What lists filter by no longer changes. */
export function isSettled({ status, hold }: Pick<Call, 'status' | 'hold'>): boolean {
  return isFinal(status) && hold === 0;
}

/** Whether the call was answered and ended regularly. `send_webhook_only_on_completed` lets only these calls through. */
export function hadConversation(status: CallStatus): boolean {
  return status in statusMoves.ended;
}

/** The statuses from which a call may move to `next`. A late or repeated report finds the call in none of them. */
export function statusesBefore(next: CallStatus): CallStatus[] {
  return callStatuses.filter((status) => next in statusMoves[status]);
}

/**
 * How many call seconds a time on the line takes. A person is at the other end of a web call, so it runs in real time also on the
 * local stack, where a call second of other calls is shorter.
 */
export function secondsOnLine({ type }: Pick<Call, 'type'>, seconds: number, clock: Pick<Clock, 'callMs'>): number {
  return type === 'web' ? (seconds * 1000) / clock.callMs(1) : seconds;
}

/** The final status of an answered call, from the evidence of who hung up. */
export function decideFinalStatus(call: Pick<Call, 'endedBy' | 'durationSeconds' | 'allowedSeconds'>): CallStatus {
  if (call.endedBy === 'assistant') return 'ended_by_assistant';
  // The carrier ended the call at the time limit that we set, so the service ended it, whatever the WebSocket reported.
  if (call.durationSeconds >= call.allowedSeconds) return 'ended_by_assistant';
  return call.endedBy === 'customer' ? 'ended_by_customer' : 'completed';
}
