import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { ConversationScript } from '#shared/domain/conversation/conversation.ts';
import type { Language } from '#shared/domain/language/language.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

export interface RealtimeStart {
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  /** Where the model finds the tool that ends the call, and what it shows there. */
  tools: { url: string; token: string };
  /** The model listens, and says nothing by itself until `unmute`: it may be talking to a mailbox. */
  isMuted: boolean;
}

/** What the model is asked to say: the greeting word for word, a sentence of ours, or something in its own words. */
export type RealtimeWords =
  | { kind: 'greeting'; text: string }
  | { kind: 'sentence'; text: string }
  | { kind: 'farewell'; language: Language }
  /** Its own answer to what it has heard so far. */
  | { kind: 'answer' };

/** A short visit to a call that the model holds. */
export interface RealtimeVisit {
  /**
   * Has the model say something, and waits until it is made, or, with `heard`, until the line has played it. Where the model
   * is speaking already, that is what is waited for. `gone`: the call has ended meanwhile.
   */
  say(words: RealtimeWords, until: 'made' | 'heard'): Promise<'said' | 'gone'>;
  /** From here on the model takes its turns by itself. */
  unmute(assistant: Assistant): void;
  leave(): void;
}

/** The calls that a speech model holds by itself, after the carrier has bridged them to it. */
export interface RealtimeCalls {
  /** `refused`: the model will not take this call; any other failure throws, and may be tried again. */
  accept(realtimeCallId: string, start: RealtimeStart): Promise<'accepted' | 'refused'>;
  /** Turns a call away that rings. One that is over already is no error, here and below. */
  reject(realtimeCallId: string): Promise<void>;
  hangUp(realtimeCallId: string): Promise<void>;
  /** Undefined when there is no such call any more. */
  visit(realtimeCallId: string): Promise<RealtimeVisit | undefined>;
}
