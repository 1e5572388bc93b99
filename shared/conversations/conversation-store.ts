import type {
  Conversation,
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/conversations/conversation.ts';

/** The state and the log of live conversations, by the carrier's WebSocket connection. Kept for a week. */
export interface ConversationStore {
  open(state: ConversationState, script: ConversationScript): Promise<void>;
  /** Strongly consistent, one item: cheap enough to ask before every frame. */
  getState(connectionId: string): Promise<ConversationState | undefined>;
  read(connectionId: string): Promise<Conversation | undefined>;
  /**
   * The customer has spoken: generation + 1, the silence is over, the event written, and the whole conversation read, all in
   * one round trip. The conversation given back has the new event and the new generation, and everything that was heard
   * under an older one. Undefined when there is no such conversation.
   * `murmur`: the assistant speaks, and the words are too few to take the word from it; only the event is written.
   * `repeated`: the same words of the same moment were the last to be heard; nothing changes.
   */
  recordCustomerTurn(
    connectionId: string,
    text: string,
    at: number,
  ): Promise<Conversation | 'too_short' | 'repeated' | undefined>;
  /**
   * The customer has said enough words over the assistant at this moment, and goes on: generation + 1, and the voice counts as
   * stopped. Undefined when it has stopped already, when those words have come since, and when the call is being ended.
   */
  yieldFloor(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /**
   * The customer cut the assistant short at this moment: generation + 1, a silence begins, and the event is written under the
   * generation that was cut. An interruption that comes in after words that were spoken later cuts nothing off: it changes
   * no generation, and its event goes to the generation before those words.
   */
  recordInterruption(connectionId: string, heard: string, at: number): Promise<ConversationState | undefined>;
  /**
   * The assistant takes the word on its own, if nobody has spoken since `generation` and the call is not being ended:
   * generation + 1, `nudgedGeneration` set to it. Undefined when somebody has.
   */
  takeFloor(connectionId: string, generation: number): Promise<ConversationState | undefined>;
  /**
   * The assistant's voice began or stopped at this moment: the silence is over, or one begins. What comes in late changes
   * nothing, nor does the voice that broke a silence: that silence goes on. Gives the state after the change;
   * undefined when nothing changed.
   */
  recordPlayback(connectionId: string, voice: 'began' | 'stopped', at: number): Promise<ConversationState | undefined>;
  /**
   * The customer began to speak at this moment; their words are to come. Undefined when words have come since, or the
   * beginning is known.
   */
  recordSpeechStart(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** The customer did something without a word: a silence begins anew, if there is one. Undefined when there is none. */
  restartSilence(connectionId: string, at: number): Promise<ConversationState | undefined>;
  appendEvent(connectionId: string, event: ConversationEvent): Promise<void>;
  /**
   * Marks the conversation as ending from this moment; only the first caller gets `true`. With a generation: only if nobody has
   * spoken since.
   */
  beginEnding(connectionId: string, at: number, generation?: number): Promise<boolean>;
}
