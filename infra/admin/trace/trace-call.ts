import type { CallLogs } from '#infra/text/call-logs.ts';
import { toDecimal, type LedgerEntry, type WalletStore } from '#shared/accounts/account.ts';
import { showCall, type ShowCallDeps } from '#shared/call-life/read-calls.ts';
import { endReasonOf, outcomeOf } from '#shared/calls/call-end.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { Call, CallBody, CallKey } from '#shared/calls/call.ts';
import { mergeModels, type ModelEntry, type ModelStore } from '#shared/catalog/models.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Conversation, ConversationStore } from '#shared/conversations/conversation.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { maskNumber } from '#shared/platform/e164.ts';
import { RETRIES_LAST_MS } from '#shared/webhooks/retry-schedule.ts';
import type { WebhookDelivery } from '#shared/webhooks/webhook.ts';

interface TraceCallDeps extends ShowCallDeps {
  conversations: ConversationStore;
  models: ModelStore;
  wallets: WalletStore;
  logs: CallLogs;
  clock: Clock;
}

export interface CallTrace {
  call: Call;
  /** The configuration of the call, without the user's texts. */
  configuration: Record<string, string | number | boolean | null>;
  /** Oldest first. */
  entries: TraceEntry[];
}

/** The clocks of the functions and of the logs differ by seconds. */
const BEFORE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** Retries of webhooks are logged, too. They are later by their jitter, and by what receivers ask for. */
const AFTER_MS = Math.ceil(RETRIES_LAST_MS / DAY_MS) * DAY_MS;

/**
 * Everything that is stored and logged about a call. The text of the conversation is included on request only.
 * @throws OperatorError when the user has no such call
 */
export async function traceCall(
  { key, withTranscript }: { key: CallKey; withTranscript: boolean },
  deps: TraceCallDeps,
): Promise<CallTrace> {
  const { call, body, deliveries } = await showCall(key, deps);
  const [configuration, conversation, ledger, lines] = await Promise.all([
    deps.calls.getConfiguration(key),
    call.connectionId === null ? undefined : deps.conversations.read(call.connectionId),
    deps.wallets.ledger(key.userId),
    deps.logs.find({
      ...key,
      connectionId: call.connectionId,
      from: call.createdAt - BEFORE_MS,
      to: Math.min(deps.clock.now(), (call.endedAt ?? deps.clock.now()) + AFTER_MS),
    }),
  ]);
  const entries = tableEntries({ call, body, conversation, deliveries, ledger, withTranscript });
  for (const { at, level, message, fields } of lines) {
    entries.push({ at, source: `log ${level.toLowerCase()}`, what: message, details: fields });
  }
  return {
    call,
    configuration: configuration ? summary(configuration, mergeModels(await deps.models.list())) : {},
    entries: entries.toSorted((one, other) => one.at - other.at),
  };
}

function summary(
  { assistant, variables }: CallConfiguration,
  models: readonly ModelEntry[],
): CallTrace['configuration'] {
  const { llmModelId, multimodalModelId } = assistant;
  return {
    assistant_id: assistant.id,
    assistant_version: assistant.version,
    mode: assistant.mode,
    model: models.find(({ id }) => id === (llmModelId ?? multimodalModelId))?.name ?? null,
    language: assistant.language,
    voice_id: assistant.voiceId,
    max_duration: assistant.maxDuration,
    max_silence_duration: assistant.maxSilenceDuration,
    record: assistant.record,
    system_prompt_characters: assistant.systemPrompt.length,
    variables: Object.keys(variables).join(', '),
    webhook: assistant.isWebhookActive,
  };
}

/** One event of a call. */
interface TraceEntry {
  /** Epoch milliseconds. */
  at: number;
  source: string;
  what: string;
  details: Record<string, unknown>;
}

interface StoredCall {
  call: Call;
  body: CallBody | undefined;
  conversation: Conversation | undefined;
  deliveries: readonly WebhookDelivery[];
  /** All entries of the user. */
  ledger: readonly LedgerEntry[];
  withTranscript: boolean;
}

/** The events of a call in the table, not sorted. */
function tableEntries({ call, body, conversation, deliveries, ledger, withTranscript }: StoredCall): TraceEntry[] {
  return [
    ...headEntries(call, body),
    ...(conversation ? conversationEntries(conversation, withTranscript) : []),
    ...deliveries.flatMap(deliveryEntries),
    ...ledger.filter((entry) => entry.kind === 'call' && entry.reference === String(call.id)).map(ledgerEntry),
  ];
}

function headEntries(call: Call, body: CallBody | undefined): TraceEntry[] {
  const { createdAt, claimedAt, answeredAt, endedAt, updatedAt } = call;
  const entry = (at: number | null, what: string, details: Record<string, unknown> = {}) =>
    at === null ? [] : [{ at, source: 'call', what, details }];
  return [
    ...entry(createdAt, 'accepted', {
      to: maskNumber(call.clientPhoneNumber),
      from: maskNumber(call.assistantPhoneNumber),
      allowed_seconds: call.allowedSeconds,
    }),
    ...entry(claimedAt, 'claimed for dialling', { carrier_call_id: call.carrierCallId }),
    ...entry(answeredAt, 'answered', { answered_by: call.answeredBy, connection_id: call.connectionId }),
    ...entry(endedAt, endOf(call), {
      ended_by: call.endedBy,
      duration_seconds: call.durationSeconds,
      outcome: outcomeOf(call),
      end_reason: endReasonOf(call),
      ...body?.reason,
    }),
    ...entry(updatedAt, `last change of its record: ${call.status}`, { held: toDecimal(call.hold) }),
  ];
}

function endOf({ carrierCallId, claimedAt }: Call): string {
  if (carrierCallId !== null) return 'line is down';
  return claimedAt === null ? 'over before there was a line' : 'over, and no line is known';
}

function conversationEntries({ state, events }: Conversation, withTranscript: boolean): TraceEntry[] {
  const source = 'conversation';
  const opened = { at: state.openedAt, source, what: 'opened', details: { generation: state.generation } };
  const ending = state.endingAt === null ? [] : [{ at: state.endingAt, source, what: 'being ended', details: {} }];
  return [opened, ...events.map((event) => eventEntry(event, withTranscript)), ...ending];
}

const eventNames = {
  customer_said: 'customer spoke',
  assistant_said: 'assistant spoke',
  interrupted: 'assistant was interrupted',
  played: 'assistant was heard',
  turn_ended: 'turn ended without an answer',
  handed_back: 'call came back to the assistant',
} as const;

function eventEntry(event: ConversationEvent, withTranscript: boolean): TraceEntry {
  const generation = 'generation' in event ? { generation: event.generation } : {};
  const details = {
    ...generation,
    ...(event.kind === 'turn_ended' ? { outcome: event.outcome } : textOf(event, withTranscript)),
  };
  return { at: event.at, source: 'conversation', what: eventNames[event.kind], details };
}

function textOf(event: Exclude<ConversationEvent, { kind: 'turn_ended' }>, withTranscript: boolean) {
  const text = event.kind === 'interrupted' ? event.heard : event.text;
  return withTranscript ? { text } : { characters: text.length };
}

function deliveryEntries({ id, event, status, createdAt, attempts }: WebhookDelivery): TraceEntry[] {
  const announced = { at: createdAt, source: 'webhook', what: 'announced', details: { id, event, status } };
  const made = attempts.map(({ at, status: answer, problem, durationMs }, index) => ({
    at,
    source: 'webhook',
    what: `attempt ${index + 1}`,
    details: { id, answer, problem, duration_ms: durationMs },
  }));
  return [announced, ...made];
}

function ledgerEntry({ id, amount, createdAt }: LedgerEntry): TraceEntry {
  return { at: createdAt, source: 'ledger', what: 'booked', details: { id, amount: toDecimal(amount) } };
}
