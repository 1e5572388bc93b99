import * as v from 'valibot';
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
  reengagementInterval: v.number(),
  maxSilenceDuration: v.number(),
  allowedSeconds: v.number(),
  allowInterruptions: v.boolean(),
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
    sequence: v.optional(v.number()),
  }),
  v.object({ kind: v.literal('interrupted'), at: v.number(), generation: v.number(), heard: v.string() }),
]) satisfies v.GenericSchema<unknown, ConversationEvent>;
