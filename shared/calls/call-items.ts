import * as v from 'valibot';
import { AssistantItem } from '#shared/assistants/assistant-items.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { CallReason, callOutcomes, CarrierReason, endReasons } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { TransferItems } from '#shared/calls/transfer.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { CallModel } from '#shared/catalog/models.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { JsonText, knownWord } from '#shared/platform/table/table.ts';
import { leadReasons, leadStatuses } from './called-lead.ts';

export const callTypes = ['inbound', 'outbound', 'web'] as const;
export type CallType = (typeof callTypes)[number];

export const answerers = ['human', 'machine', 'unknown'] as const;
export type AnsweredBy = (typeof answerers)[number];

/** What another provider does for the rest of a call: transcribe, or speak and transcribe. */
const speechBackups = ['transcription', 'speech'] as const;
export type SpeechBackup = (typeof speechBackups)[number];

/**
 * The head of a call. About 700 bytes, so that each change costs one write unit.
 * Times are epoch milliseconds; money is in micros.
 */
export const CallItem = v.object({
  id: v.number(),
  userId: v.number(),
  type: v.picklist(callTypes),
  status: v.picklist(callStatuses),
  assistantId: v.number(),
  assistantName: v.string(),
  campaignId: v.nullable(v.number()),
  campaignName: v.nullable(v.string()),
  /** The lead that a campaign call is for. */
  leadId: v.optional(v.number()),
  /** Why the call was cancelled before it was dialled. */
  notDialled: knownWord(leadReasons),
  /** The call is not dialled after this time. Not `expiresAt`: at that time, in seconds, DynamoDB would delete the call. */
  dialBefore: v.optional(v.number()),
  /** Dialled although another call to the number is in progress. */
  allowsParallel: v.optional(v.boolean()),
  /** Of a campaign's call: how often campaigns of its user may dial a number in a day, if not as often as the stage allows. */
  attemptsPerDay: v.optional(v.number()),
  /** The carrier reported that we cancelled the call before it was answered. */
  wasCancelled: v.optional(v.boolean()),
  /** The status of the lead after this call. Written once, after the call is settled. */
  leadStatus: knownWord(leadStatuses),
  /** E.164. For an inbound call what the carrier reports about the caller; `anonymous` if the number is withheld. */
  clientPhoneNumber: v.string(),
  /** E.164 */
  assistantPhoneNumber: v.string(),
  /** The account of the carrier that dials the call, or received it. */
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  answeredBy: v.picklist(answerers),
  /** How long the telephone of the customer rings. Absent: 30. */
  ringSeconds: v.optional(v.number()),
  /** A mailbox gets a message, for which the end of its greeting must be known. */
  leavesMessage: v.optional(v.boolean()),
  durationSeconds: v.number(),
  carrierCost: v.number(),
  totalCost: v.number(),
  /** Money held for this call in the wallet; 0 once the call is settled. */
  hold: v.number(),
  /** Counts what it holds and costs among what its user spends on expensive destinations. */
  isExpensive: v.optional(v.boolean()),
  /** The carrier's price of a minute, where the rate card has none: the stage allows the kind of the number. */
  carrierPerMinute: v.optional(v.number()),
  /** The duration that the hold pays for. The carrier ends the call after this time. */
  allowedSeconds: v.number(),
  /** Once a human was called for the customer: the carrier ends the call after this time, which the hold pays for. */
  lineSeconds: v.optional(v.number()),
  /** The humans who were called for the customer, oldest first. */
  transfers: v.optional(TransferItems),
  /** The fairness round of the call's entry in the dial queue. */
  fairnessRound: v.optional(v.number()),
  /** When a worker claimed the call for dialling. A claim without `carrierCallId`: unknown whether it was dialled. */
  claimedAt: v.nullable(v.number()),
  /** The shard in which the call counts as one of the conversations at once; absent if their number is not limited. */
  liveShard: v.optional(v.number()),
  /** Who started a web call by the widget of its assistant, as a hash. Removed when the call is settled. */
  visitor: v.optional(v.string()),
  /** The carrier's id of the call. */
  carrierCallId: v.nullable(v.string()),
  answeredAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
  /** Who hung up, if there is evidence. Written once. */
  endedBy: v.nullable(v.picklist(['assistant', 'customer'])),
  /** Why the call ended, a `ReasonCode`. Recorded once, by what ends the call, or else when the call is settled. */
  reason: v.optional(v.string()),
  /** What came of the call. Written when it is settled. */
  outcome: knownWord(callOutcomes),
  /** What the carrier said about a call that did not come about, or whose conversation it lost. */
  carrierReason: v.optional(CarrierReason),
  /** The session whose speech providers have failed. Those after it have other ones. */
  speechFailed: v.optional(v.object({ sessionId: v.string(), backup: v.picklist(speechBackups) })),
  /** Some of the reasons as the release before `reason` recorded them. */
  endReason: knownWord(endReasons),
  /** The WebSocket connection of the conversation, once it is open. */
  connectionId: v.nullable(v.string()),
  /** How many connections the conversation has had. Each token of the call instructions is good for the next one. */
  connections: v.optional(v.number()),
  /** The WebSocket connections that were lost before the present one, oldest first. */
  earlierConnections: v.optional(v.array(v.string())),
  /** The engine that runs the conversation; absent for `pipeline`. */
  mode: v.optional(v.picklist(engineModes)),
  /** The speech model's id of a multimodal call, set when the call is offered to the model. */
  realtimeCallId: v.optional(v.string()),
  /** The carrier's recording, once the carrier has reported it. */
  recording: v.nullable(
    v.object({
      /** The carrier's id of the recording. */
      id: v.string(),
      durationSeconds: v.number(),
      /** When our own copy was stored. */
      storedAt: v.optional(v.number()),
    }),
  ),
  /** The secret in the link to the recording. Set when a recorded call is settled; it never changes. */
  recordingSecret: v.optional(v.string()),
  /** How fast the answers of a settled call were, as `writeLatency` writes it. Absent: none was measured. */
  latency: v.optional(v.string()),
  /** When the carrier reported that it made no recording although one was requested. */
  recordingAbsentAt: v.optional(v.number()),
  /** Identifies the idempotency key of the request, so that a retry recognises its own call under a reserved id. */
  reservationToken: v.optional(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
});

/** Maps the carrier's id of a call to its key, so that no other call can have that id. */
export const CarrierCallItem = v.object({ userId: v.number(), callId: v.number() });

const EvaluationValues = v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()])));
/** JSON text, in the order of the post-call schema: DynamoDB maps have no order. Older releases stored a map. */
const Evaluation = v.union([v.pipe(JsonText, EvaluationValues), EvaluationValues]);

const WebhookResponse = v.object({
  /** HTTP status; 0 if no response was received. */
  status: v.number(),
  body: v.string(),
  attempts: v.number(),
  /** Epoch milliseconds of the 2xx response; null until the webhook is delivered. */
  deliveredAt: v.nullable(v.number()),
});

/** What the receiver of the webhook answered last. Beside the body, which is some kilobytes, it costs one write unit. */
export const WebhookResponseItem = v.object({
  /** Absent from the mark of a removed call. */
  webhookResponse: v.optional(WebhookResponse),
});

/** What one side has said, until the other one spoke. */
const TranscriptTurn = v.object({
  sender: v.picklist(['bot', 'human']),
  text: v.string(),
  /** Epoch milliseconds. */
  timestamp: v.number(),
  /** From the customer's last word to the voice, in milliseconds. Of an answer that was measured. */
  waitMs: v.optional(v.number()),
  /** What the model called in this turn, or after it if nothing was heard. A later release may have more tools. */
  tools: v.optional(v.array(v.string())),
});

/** JSON text of short lists: it is read three times as fast as a list of maps, and smaller. Older releases stored that list. */
const Turns = v.union([
  v.pipe(
    v.string(),
    v.parseJson(),
    v.array(
      v.pipe(
        v.array(v.unknown()),
        v.transform(([sender, text, timestamp, more]): unknown => Object.assign({ sender, text, timestamp }, more)),
        TranscriptTurn,
      ),
    ),
  ),
  v.array(TranscriptTurn),
]);

/** What the model has done outside of the service. Sensitive values are not in it. */
const CalledTool = v.object({
  name: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  status: v.string(),
  durationMs: v.nullable(v.number()),
  result: v.string(),
});

/** The body of a call. Written when the call is settled. */
export const CallBodyItem = v.object({
  variables: JsonText,
  /** The names of those that an anonymous visitor gave. */
  visitorVariables: v.optional(v.array(v.string())),
  turns: Turns,
  /** Absent: none. */
  toolCalls: v.optional(v.pipe(v.string(), v.parseJson(), v.array(CalledTool))),
  /** Absent: none. */
  transfers: v.optional(v.pipe(v.string(), v.parseJson(), TransferItems)),
  evaluation: Evaluation,
  /** Why the call ended. Absent where it is not known, and from calls of older releases. */
  reason: v.fallback(v.optional(CallReason), undefined),
  /** The model that answered; null if none did. Absent from calls of older releases. */
  model: v.optional(v.nullable(CallModel)),
  /** A webhook is sent, so that lists look for its answer. */
  hasWebhook: v.optional(v.boolean()),
  /** Older releases stored it in the body; now it is an item of its own. */
  webhookResponse: v.nullish(WebhookResponse, null),
});

/** What a call was started with. An item of its own, so that changes of the head stay cheap. */
export const CallConfigurationItem = v.object({
  /** The version of the assistant, whose copy all its calls share. */
  pinned: v.optional(v.object({ assistantId: v.number(), version: v.number() })),
  /** In calls of older releases, the assistant itself. */
  assistant: v.optional(AssistantItem),
  /** The variables of the assistant, overridden by those of the request. */
  variables: JsonText,
  /** The names of those that an anonymous visitor gave. */
  visitorVariables: v.optional(v.array(v.string())),
  /** The lead of a campaign call, as it was when the call was made. */
  lead: v.optional(
    v.object({
      id: v.number(),
      /** E.164. The lead's main number, even if a secondary contact was called. */
      phoneNumber: v.string(),
      variables: JsonText,
    }),
  ),
  /** The item of the post-call schema that tells whether its campaign's goal is reached, if the campaign names one. */
  goal: v.optional(v.string()),
});

/** Written once. A running call keeps it even if the assistant is changed or deleted. */
export interface CallConfiguration extends Omit<v.InferOutput<typeof CallConfigurationItem>, 'assistant' | 'pinned'> {
  /** Its variables are among those of the call. */
  assistant: Assistant;
}

export function toCallBodyItem(body: v.InferOutput<typeof CallBodyItem>): v.InferInput<typeof CallBodyItem> {
  const { variables, turns, toolCalls, transfers, evaluation, webhookResponse, ...rest } = body;
  return {
    ...rest,
    variables: JSON.stringify(variables),
    turns: JSON.stringify(turns.map(({ sender, text, timestamp, ...more }) => [sender, text, timestamp, more])),
    evaluation: JSON.stringify(evaluation),
    ...(toolCalls && { toolCalls: JSON.stringify(toolCalls) }),
    ...(transfers && { transfers: JSON.stringify(transfers) }),
    ...(webhookResponse && { webhookResponse }),
  };
}

export function toCallConfigurationItem(configuration: CallConfiguration): v.InferInput<typeof CallConfigurationItem> {
  return {
    pinned: { assistantId: configuration.assistant.id, version: configuration.assistant.version },
    variables: JSON.stringify(configuration.variables),
    ...(configuration.lead && {
      lead: { ...configuration.lead, variables: JSON.stringify(configuration.lead.variables) },
    }),
    ...(configuration.goal !== undefined && { goal: configuration.goal }),
    ...(configuration.visitorVariables && { visitorVariables: configuration.visitorVariables }),
  };
}
