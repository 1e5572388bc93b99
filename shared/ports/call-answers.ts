import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import type { Language } from '#shared/domain/language/language.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

export interface ConversationAnswer {
  key: CallKey;
  carrierCallId: string;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  /** Null when the customer speaks first. */
  greeting: string | null;
  /** What the call may take at most. */
  timeLimitSeconds: number;
}

/** What the carrier is told to do with a call, in the carrier's own language. */
export interface CallAnswers {
  /** Connect the call to the conversation, ours or that of the speech model, recorded if the assistant says so. */
  converse(answer: ConversationAnswer): Promise<string>;
  hangUp(): string;
  /** Do not answer a call that comes in: the caller hears that the line is busy, or that nobody has the number. */
  reject(reason: 'busy' | 'unassigned'): string;
}
