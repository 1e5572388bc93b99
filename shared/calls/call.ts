import type { Micros } from '#shared/accounts/money.ts';
import type { Assistant, EngineMode } from '#shared/assistants/assistant.ts';
import type { LeadReason, LeadStatus } from '#shared/campaigns/lead.ts';

export const callTypes = ['inbound', 'outbound', 'web'] as const;
export type CallType = (typeof callTypes)[number];
export const answerers = ['human', 'machine', 'unknown'] as const;
export type AnsweredBy = (typeof answerers)[number];

export interface CallKey {
  userId: number;
  callId: number;
}

/** The small, changing part of a call: what lists filter and show in short. */
export interface Call {
  id: number;
  userId: number;
  type: CallType;
  status: CallStatus;
  assistantId: number;
  assistantName: string;
  campaignId: number | null;
  campaignName: string | null;
  /** The lead that a campaign's call is for. */
  leadId?: number | undefined;
  /** Why a campaign's call was not dialled after all. */
  notDialled?: LeadReason | undefined;
  /** We cancelled it before anybody answered, says the carrier. */
  wasCancelled?: boolean | undefined;
  /** What became of the lead by this call; written once the call is settled. */
  leadStatus?: LeadStatus | undefined;
  /** E.164; of a call that came in, what the carrier knows of the caller, `anonymous` where it is withheld. */
  clientPhoneNumber: string;
  /** E.164 */
  assistantPhoneNumber: string;
  answeredBy: AnsweredBy;
  durationSeconds: number;
  carrierCost: Micros;
  totalCost: Micros;
  /** Money set aside for this call in the wallet; 0 once the call is settled. */
  hold: Micros;
  /** What the hold pays for: the carrier's time limit. */
  allowedSeconds: number;
  /** When a worker claimed the call for dialling. Claimed without `carrierCallId` = unknown whether dialled. */
  claimedAt: number | null;
  /** The carrier's own id of the call. */
  carrierCallId: string | null;
  answeredAt: number | null;
  endedAt: number | null;
  /** Who ended the line, as far as there is evidence; written once. */
  endedBy: 'assistant' | 'customer' | null;
  /** The WebSocket connection of the conversation, once there is one. */
  connectionId: string | null;
  /** Who holds the conversation; left out: our own pipeline. */
  mode?: EngineMode | undefined;
  /** The speech model's id of a multimodal call, once the model has been offered it. */
  realtimeCallId?: string | undefined;
  /** The carrier's recording, once there is one. */
  recording: CallRecording | null;
  /** Of the link to the recording; set when a call that was recorded is settled, and never changed. */
  recordingSecret?: string | undefined;
  /** When it became known that the carrier made no recording, although it was told to. */
  recordingAbsentAt?: number | undefined;
  /** Of the idempotency key that the call was asked for with; tells it from another that drew the same id. */
  reservationToken?: string | undefined;
  createdAt: number;
  updatedAt: number;
}

export interface CallRecording {
  /** The carrier's. */
  id: string;
  durationSeconds: number;
  /** Since when we have a copy of our own. */
  storedAt?: number | undefined;
}

/** Of a lead, what its call tells others. */
export interface CalledLead {
  id: number;
  /** E.164: the main number, whichever was called. */
  phoneNumber: string;
  variables: Record<string, unknown>;
}

/** What a call was started with; written once. Running calls keep it whatever happens to the assistant. */
export interface CallConfiguration {
  assistant: Assistant;
  /** The assistant's variables overlaid by the call's. */
  variables: Record<string, unknown>;
  /** The lead that a campaign's call is for, as it was then. */
  lead?: CalledLead | undefined;
}

export interface TranscriptTurn {
  sender: 'bot' | 'human';
  text: string;
  /** Epoch milliseconds. */
  timestamp: number;
}

export interface WebhookResponse {
  /** HTTP status; 0 when no answer came. */
  status: number;
  body: string;
  attempts: number;
  /** Epoch milliseconds of the 2xx; null until delivered. */
  deliveredAt: number | null;
}

/** The large part of a call: written when the call ends, read for the rows that a page shows. */
export interface CallBody {
  variables: Record<string, unknown>;
  turns: TranscriptTurn[];
  evaluation: Record<string, string | number | boolean | null>;
  webhookResponse: WebhookResponse | null;
}

/** The body of a call that has not ended yet. */
export function emptyCallBody(variables: Record<string, unknown>): CallBody {
  return { variables, turns: [], evaluation: {}, webhookResponse: null };
}

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

/**
 * Forward-only order. `ended` means that the line is down and post-call work is pending;
 * the statuses of rank 4 are final and written once.
 */
const ranks: Record<CallStatus, number> = {
  initiated: 0,
  ringing: 1,
  'in-progress': 2,
  ended: 3,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  completed: 4,
  ended_by_customer: 4,
  ended_by_assistant: 4,
};

export function isFinal(status: CallStatus): boolean {
  return ranks[status] === 4;
}

/** Whether somebody talked on the line: what `send_webhook_only_on_completed` lets through. */
export function hadConversation(status: CallStatus): boolean {
  return status === 'completed' || status === 'ended_by_customer' || status === 'ended_by_assistant';
}

/** The statuses from which a call may move to this one; what comes late or twice finds its status not among them. */
export function statusesBefore(next: CallStatus): CallStatus[] {
  if (next === 'busy' || next === 'no-answer') return ['initiated', 'ringing'];
  if (next === 'failed') return ['initiated', 'ringing', 'in-progress'];
  if (isFinal(next)) return ['ended'];
  return callStatuses.filter((status) => ranks[status] < ranks[next]);
}

/** How a call stands at the carrier, in the carrier's words. */
export const carrierStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
] as const;

export type CarrierStatus = (typeof carrierStatuses)[number];

/** Our status for the carrier's. `completed` only says that the line is down; who ended it is decided afterwards. */
const ours: Record<CarrierStatus, CallStatus> = {
  queued: 'initiated',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  completed: 'ended',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no-answer',
  canceled: 'no-answer',
};

export function toCallStatus(status: CarrierStatus): CallStatus {
  return ours[status];
}

/** Whether the carrier will say nothing more about this call. */
export function isOver(status: CarrierStatus): boolean {
  return !['queued', 'initiated', 'ringing', 'in-progress'].includes(status);
}

/** The final status of a call that was answered: who hung up decides, as far as anybody can tell. */
export function decideFinalStatus(call: Pick<Call, 'endedBy' | 'durationSeconds' | 'allowedSeconds'>): CallStatus {
  if (call.endedBy === 'assistant') return 'ended_by_assistant';
  // The carrier cut the line at the limit that we gave it, so it was us, whatever the socket saw.
  if (call.durationSeconds >= call.allowedSeconds) return 'ended_by_assistant';
  return call.endedBy === 'customer' ? 'ended_by_customer' : 'completed';
}
