import type {
  Conversation,
  ConversationEvent,
  ConversationScript,
  ConversationState,
} from '#shared/domain/conversation/conversation.ts';

export const OPENED_AT = Date.UTC(2026, 5, 30, 11, 53, 40);

export function buildScript(changes: Partial<ConversationScript> = {}): ConversationScript {
  return {
    languageId: 1,
    locale: 'en-US',
    systemPrompt: 'You are a friendly receptionist.',
    greeting: 'Hello, this is Mia. How can I help you?',
    modelId: 1,
    temperature: 0.1,
    endCallDescription: null,
    canRefuseCalls: false,
    reengagementInterval: 30,
    maxSilenceDuration: 40,
    allowedSeconds: 600,
    allowInterruptions: true,
    wordsToInterrupt: 0,
    fillers: null,
    ...changes,
  };
}

export function buildState(changes: Partial<ConversationState> = {}): ConversationState {
  return {
    connectionId: 'connection-1',
    call: { userId: 7, callId: 9001 },
    generation: 0,
    endingAt: null,
    nudgedGeneration: 0,
    silentSince: null,
    speakingSince: null,
    customerSpeaksSince: null,
    wordsToInterrupt: 0,
    silenceSeconds: 30,
    openedAt: OPENED_AT,
    ...changes,
  };
}

export function buildConversation(events: ConversationEvent[], script: Partial<ConversationScript> = {}): Conversation {
  return { state: buildState(), script: buildScript(script), events };
}
