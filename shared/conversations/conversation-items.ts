import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { FillerConfigItem } from '#shared/assistants/assistant-item.ts';
import {
  countWords,
  type ConversationEvent,
  type ConversationScript,
  type ConversationState,
} from '#shared/conversations/conversation.ts';
import { expr, present, type Change } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, updateIf } from '#shared/platform/table/write.ts';

/** The state of a conversation as stored; what orders late frames is the store's own and dropped when it is read. */
export const ConversationStateItem = v.object({
  connectionId: v.string(),
  call: v.object({ userId: v.number(), callId: v.number() }),
  generation: v.number(),
  endingAt: v.nullable(v.number()),
  nudgedGeneration: v.number(),
  silentSince: v.nullable(v.number()),
  speakingSince: v.optional(v.nullable(v.number()), null),
  customerSpeaksSince: v.optional(v.nullable(v.number()), null),
  wordsToInterrupt: v.optional(v.number(), 0),
  silenceSeconds: v.optional(v.number(), 30),
  openedAt: v.number(),
}) satisfies v.GenericSchema<unknown, ConversationState>;

export const ConversationScriptItem = v.object({
  languageId: v.number(),
  locale: v.string(),
  systemPrompt: v.string(),
  greeting: v.nullable(v.string()),
  modelId: v.number(),
  temperature: v.number(),
  endCallDescription: v.nullable(v.string()),
  canRefuseCalls: v.optional(v.boolean(), false),
  reengagementInterval: v.number(),
  maxSilenceDuration: v.number(),
  allowedSeconds: v.number(),
  allowInterruptions: v.boolean(),
  wordsToInterrupt: v.optional(v.number(), 0),
  fillers: v.optional(v.nullable(FillerConfigItem), null),
}) satisfies v.GenericSchema<unknown, ConversationScript>;

export const ConversationEventItem = v.variant('kind', [
  v.object({
    kind: v.literal('customer_said'),
    at: v.number(),
    text: v.string(),
    sequence: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('assistant_said'),
    at: v.number(),
    generation: v.number(),
    text: v.string(),
    filler: v.optional(v.boolean()),
    continues: v.optional(v.boolean()),
    sequence: v.optional(v.number()),
  }),
  v.object({ kind: v.literal('interrupted'), at: v.number(), generation: v.number(), heard: v.string() }),
  v.object({ kind: v.literal('played'), at: v.number(), text: v.string() }),
]) satisfies v.GenericSchema<unknown, ConversationEvent>;

const KEPT_SECONDS = 7 * 24 * 3600;

/** Epoch seconds at which DynamoDB removes what happened at this time. */
export function expiryOf(at: number): number {
  return Math.floor(at / 1000) + KEPT_SECONDS;
}

/** Beside the public state: what orders late frames, how often the customer was heard, and the last utterance. */
const StoredState = v.object({
  ...ConversationStateItem.entries,
  expiresAt: v.number(),
  voiceAt: v.optional(v.number()),
  heardAt: v.optional(v.number()),
  heardTimes: v.number(),
  heardLast: v.optional(v.string()),
});
export type StoredState = v.InferOutput<typeof StoredState>;
export type StateChange = Change<v.InferInput<typeof StoredState>>;

export async function readState(table: Table, connectionId: string, now: number): Promise<StoredState | undefined> {
  const state = await read(table, keys.conversation.state(connectionId), StoredState);
  return state && state.expiresAt * 1000 > now ? state : undefined;
}

/** The state after the change. Undefined: its condition failed, or there is no such conversation. */
export function changeState(table: Table, connectionId: string, change: StateChange): Promise<StoredState | undefined> {
  return updateIf(table, keys.conversation.state(connectionId), StoredState, { condition: present, ...change });
}

export function publicState(state: StoredState | undefined) {
  return state && v.parse(ConversationStateItem, state);
}

/** A voice event counts when no later one is known, nobody spoke since, and the voice is not the one that breaks a silence. */
export function voiceChange(voice: 'began' | 'stopped', at: number): StateChange {
  const isNew = voice === 'began' ? expr`voiceAt < ${at}` : expr`voiceAt <= ${at}`;
  return {
    set: { silentSince: voice === 'began' ? null : at, speakingSince: voice === 'began' ? at : null, voiceAt: at },
    condition: expr`${isNew} AND heardAt <= ${at} AND (generation = ${0} OR nudgedGeneration <> generation)`,
  };
}

/** Stops an assistant that speaks, because the customer has begun to. */
export function bargeInChange(at: number): StateChange {
  return {
    set: { speakingSince: null },
    add: { generation: 1 },
    condition: expr`attribute_type(speakingSince, ${'N'}) AND heardAt < ${at} AND endingAt = ${null}`,
  };
}

export function speechStartChange(at: number): StateChange {
  return {
    set: { customerSpeaksSince: at },
    condition: expr`heardAt < ${at} AND NOT (customerSpeaksSince >= ${at})`,
  };
}

export type Utterance = Extract<ConversationEvent, { kind: 'customer_said' }>;

/** The carrier sometimes sends a frame twice: one utterance is answered once, and counted once. */
const nameOf = ({ at, text }: Utterance) => `${at} ${text}`;

/** Enough words take the floor from an assistant that speaks; any words do when it does not. */
export function hearingChange(utterance: Utterance): StateChange {
  const { at, text } = utterance;
  const isTooShort = expr`wordsToInterrupt > ${countWords(text)} AND attribute_type(speakingSince, ${'N'})`;
  return {
    set: { silentSince: null, customerSpeaksSince: null, heardAt: at, heardLast: nameOf(utterance) },
    add: { generation: 1, heardTimes: 1 },
    condition: expr`attribute_exists(pk) AND NOT (heardLast = ${nameOf(utterance)}) AND NOT (${isTooShort})`,
  };
}

/** Counts an utterance that does not take the floor. */
export function countingChange(utterance: Utterance): StateChange {
  return {
    set: { heardLast: nameOf(utterance) },
    add: { heardTimes: 1 },
    condition: expr`attribute_exists(pk) AND NOT (heardLast = ${nameOf(utterance)})`,
  };
}

/** The items of a conversation beside its state: what it is held with, and what happened. */
export interface ConversationRows {
  script: ConversationScript | undefined;
  events: ConversationEvent[];
}

const Row = v.looseObject({ sk: v.string() });

export async function readRows(table: Table, connectionId: string): Promise<ConversationRows> {
  const items = await query(table, { partition: keys.conversation.partition(connectionId) }, Row);
  const script = items.find(({ sk }) => sk === keys.conversation.script(connectionId).sk);
  return {
    script: script && v.parse(ConversationScriptItem, script),
    events: items.filter((item) => 'kind' in item).map((item) => v.parse(ConversationEventItem, item)),
  };
}

/** The same event always has the same key, so that a repeated write leaves one event. */
export async function putEvent(table: Table, connectionId: string, event: ConversationEvent): Promise<void> {
  const suffix = createHash('sha256')
    .update(JSON.stringify(Object.entries(event)))
    .digest('hex')
    .slice(0, 16);
  const key = keys.conversation.event(connectionId, event.at, suffix);
  await put(table, { ...key, ...event, expiresAt: expiryOf(event.at) });
}
