import type { ModelTool } from '#shared/calls/call.ts';
import type {
  Conversation,
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/conversations/conversation.ts';
import type { RecentLog } from '#shared/conversations/telling-events.ts';
import type { ScriptInput } from '#shared/conversations/script.ts';

/**
 * The state and the log of each conversation, by the id of its WebSocket connection. Kept for a week.
 * `at` is the epoch millisecond at which the carrier's frame arrived.
 */
export interface ConversationStore {
  /**
   * Creates a conversation. A repeated call changes nothing.
   * @param source what the script was built from: then this is stored, which is shorter
   */
  open(state: ConversationState, script: ConversationScript, source?: ScriptInput): Promise<void>;
  /** A strongly consistent read of one item: cheap enough to run before every frame. */
  getState(connectionId: string): Promise<ConversationState | undefined>;
  read(connectionId: string): Promise<Conversation | undefined>;
  /** The state and a few of the newest events, for a frame that may need no write. Cheaper than a write by far. */
  readRecent(connectionId: string): Promise<RecentLog | undefined>;
  /**
   * Records what the customer said: increments the generation, ends the silence, stores the event and reads the conversation in one
   * round trip. Returns the updated conversation, with every event of older generations; undefined if it does not exist.
   * `too_short`: the assistant is speaking and the utterance has too few words to interrupt it; only the event is stored.
   * `repeated`: the carrier sent the same prompt again; nothing changes.
   * @param heardAt interruptions until then are older than the turn; the default is `at`
   */
  recordCustomerTurn(
    connectionId: string,
    text: string,
    at: number,
    heardAt?: number,
  ): Promise<Conversation | 'too_short' | 'repeated' | undefined>;
  /**
   * The customer has said enough words over the assistant and continues: increments the generation and marks the playback as stopped.
   * Returns undefined if the playback has stopped, if the full prompt has arrived, or if the call is ending.
   */
  yieldFloor(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /**
   * The customer interrupted the assistant: increments the generation, starts a silence and stores the event under the interrupted
   * generation. If a later prompt has already arrived, the generation stays, and the event goes to the generation before that prompt.
   */
  recordInterruption(connectionId: string, heard: string, at: number): Promise<ConversationState | undefined>;
  /**
   * Lets the assistant speak unprompted, if the customer has not spoken since `generation` and the call is not ending: increments the
   * generation. Returns undefined if the condition fails.
   * @param purpose `reprompt` (the default) stores the generation as `nudgedGeneration`; `go_on` repeats what a noise cut off
   * @param silentSince the silence that a reprompt breaks, which may not be stored yet
   */
  takeFloor(
    connectionId: string,
    generation: number,
    purpose?: 'reprompt' | 'go_on',
    silentSince?: number,
  ): Promise<ConversationState | undefined>;
  /**
   * Playback started or stopped. Stopping starts a silence; starting ends it. Late events and the playback of a reprompt change nothing.
   * Returns the new state, or undefined if nothing changed.
   */
  recordPlayback(connectionId: string, voice: 'began' | 'stopped', at: number): Promise<ConversationState | undefined>;
  /**
   * The customer started to speak; the prompt follows. Returns undefined if a prompt has arrived since, or if the start is already
   * known.
   */
  recordSpeechStart(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** The customer's sound has ended. Returns undefined unless that sound cut the assistant's voice and no words are known. */
  recordSpeechEnd(connectionId: string, at: number): Promise<ConversationState | undefined>;
  /** Adds a key to the pending ones. Returns undefined if the conversation does not exist. */
  recordKey(connectionId: string, digit: string, at: number): Promise<ConversationState | undefined>;
  /** Takes the pending keys until a time. Each key is taken once. */
  takeKeys(connectionId: string, until: number): Promise<ConversationState['pendingKeys']>;
  appendEvent(connectionId: string, event: ConversationEvent): Promise<void>;
  /** Deletes all there is of a conversation. Idempotent. */
  remove(connectionId: string): Promise<void>;
  /**
   * Marks the conversation as ending. Only the first call returns true.
   * @param generation if set, returns false when the generation has changed
   * @param tool with which a speech model ends the call
   */
  beginEnding(connectionId: string, at: number, generation?: number, tool?: ModelTool): Promise<boolean>;
}
