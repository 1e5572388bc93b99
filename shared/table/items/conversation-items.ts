import * as v from 'valibot';
import { FillerConfigItem } from '#shared/assistants/assistant-item.ts';
import type {
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/domain/conversation/conversation.ts';

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
