import type { LedgerEntry } from '#shared/domain/account/account.ts';
import { toDecimal } from '#shared/domain/account/money.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { Conversation, ConversationEvent } from '#shared/domain/conversation/conversation.ts';
import { maskNumber } from '#shared/domain/phone-number/to-e164.ts';
import type { WebhookDelivery } from '#shared/domain/webhook/webhook-delivery.ts';

/** One thing that happened to a call. */
export interface TraceEntry {
  /** Epoch milliseconds. */
  at: number;
  source: string;
  what: string;
  details: Record<string, unknown>;
}

export interface StoredStory {
  call: Call;
  conversation: Conversation | undefined;
  deliveries: readonly WebhookDelivery[];
  /** Of the whole user. */
  ledger: readonly LedgerEntry[];
  withTranscript: boolean;
}

/** What the table knows of a call, in no order. */
export function tableStory({ call, conversation, deliveries, ledger, withTranscript }: StoredStory): TraceEntry[] {
  return [
    ...headEntries(call),
    ...(conversation ? conversationEntries(conversation, withTranscript) : []),
    ...deliveries.flatMap(deliveryEntries),
    ...ledger.filter((entry) => entry.kind === 'call' && entry.reference === String(call.id)).map(ledgerEntry),
  ];
}

function headEntries(call: Call): TraceEntry[] {
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
    ...entry(endedAt, 'line is down', { ended_by: call.endedBy, duration_seconds: call.durationSeconds }),
    ...entry(updatedAt, `last change of its record: ${call.status}`, { held: toDecimal(call.hold) }),
  ];
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
} as const;

function eventEntry(event: ConversationEvent, withTranscript: boolean): TraceEntry {
  const text = event.kind === 'interrupted' ? event.heard : event.text;
  const generation = 'generation' in event ? { generation: event.generation } : {};
  const said = withTranscript ? { text } : { characters: text.length };
  return { at: event.at, source: 'conversation', what: eventNames[event.kind], details: { ...generation, ...said } };
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
