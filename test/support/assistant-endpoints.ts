import {
  createMemoryAssistantStore,
  createMemoryPhoneNumberStore,
  createMemoryVoiceStore,
} from '#test/support/memory/accounts.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { assistantRequest as fullRequest } from '#test/support/assistant-request.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

/** What the endpoints of assistants work on: user 7 with numbers of every kind and a voice of their own. */
export function assistantDeps(stored: Assistant[] = []) {
  const clock = createFixedClock();
  const numbers = [
    buildPhoneNumber({ id: 1, phoneNumber: '+12025550201' }),
    buildPhoneNumber({ id: 2, phoneNumber: '+12025550202', type: 'Caller ID' }),
    buildPhoneNumber({ id: 3, phoneNumber: '+12025550203', inboundAssistantId: 99 }),
    buildPhoneNumber({ id: 4, phoneNumber: '+12025550204', userId: 8 }),
  ];
  const assistants = createMemoryAssistantStore(stored, numbers);
  const phoneNumbers = createMemoryPhoneNumberStore(numbers);
  const voice = { name: 'Mine', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'mine' } as const;
  const voices = createMemoryVoiceStore([
    { userId: 7, voice: { ...voice, id: 5001 } },
    { userId: 8, voice: { ...voice, id: 5002 } },
  ]);
  return {
    assistants,
    phoneNumbers,
    voices,
    clock,
    ids: createRandomIds(clock),
    allowLoopback: false,
    idempotency: createMemoryIdempotencyStore(),
  };
}

/** A create request with everything that is required and nothing else. */
export const assistantRequest = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  fullRequest({ initial_message: 'Hello!', system_prompt: 'Be kind.', end_call_tool: undefined, ...changes });
