import type { Micros } from '#shared/domain/account/money.ts';
import type { Assistant, EngineMode } from '#shared/domain/assistant/assistant.ts';
import type { CallStatus } from '#shared/domain/call/call-status.ts';
import type { LeadReason, LeadStatus } from '#shared/domain/lead/lead.ts';

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
