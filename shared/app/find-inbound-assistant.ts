import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { isSubscriptionActive } from '#shared/domain/phone-number/phone-number.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';

/** Why nobody answers a number. */
export type Unanswerable =
  | 'unknown_number'
  | 'subscription_expired'
  | 'no_assistant'
  | 'assistant_inactive'
  | 'no_speech_model';

export interface FindInboundAssistantDeps {
  phoneNumbers: PhoneNumberStore;
  assistants: AssistantStore;
  clock: Clock;
  /** Whether calls can be handed to a speech model, as assistants of the multimodal engine need. */
  hasSpeechModel: boolean;
}

/** The assistant that answers a number, E.164, or why there is none. */
export async function findInboundAssistant(
  e164: string,
  deps: FindInboundAssistantDeps,
): Promise<Assistant | Unanswerable> {
  const number = await deps.phoneNumbers.findByNumber(e164);
  if (!number) return 'unknown_number';
  if (!isSubscriptionActive(number, deps.clock.now())) return 'subscription_expired';
  const { userId, inboundAssistantId } = number;
  const assistant = inboundAssistantId === null ? undefined : await deps.assistants.get(userId, inboundAssistantId);
  if (!assistant) return 'no_assistant';
  if (assistant.type !== 'inbound' || assistant.status !== 'active') return 'assistant_inactive';
  return assistant.mode === 'pipeline' || deps.hasSpeechModel ? assistant : 'no_speech_model';
}
