import type {
  Conversation,
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/domain/conversation/conversation.ts';

/** The state and the log of live conversations, by the carrier's WebSocket connection. Kept for a week. */
export interface ConversationStore {
  open(state: ConversationState, script: ConversationScript): Promise<void>;
  /** Strongly consistent, one item: cheap enough to ask before every frame. */
  state(connectionId: string): Promise<ConversationState | undefined>;
  read(connectionId: string): Promise<Conversation | undefined>;
  /**
   * The customer has spoken: generation + 1, the event written under the new generation, and the whole conversation read,
   * all in one round trip. The conversation given back has the new event and the new generation.
   * Undefined when there is no such conversation.
   */
  hear(connectionId: string, text: string, at: number): Promise<Conversation | undefined>;
  /** The customer cut the assistant short: generation + 1, and the event written under the generation that was cut. */
  interrupt(connectionId: string, heard: string, at: number): Promise<ConversationState | undefined>;
  /**
   * The assistant takes the word on its own, if nobody has spoken since `generation`: generation + 1, `nudgedGeneration` set to it.
   * Undefined when somebody has.
   */
  nudge(connectionId: string, generation: number): Promise<ConversationState | undefined>;
  append(connectionId: string, event: ConversationEvent): Promise<void>;
  /** Marks the conversation as ending; only the first caller gets `true`. */
  beginEnding(connectionId: string): Promise<boolean>;
}
