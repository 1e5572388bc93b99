import type { Assistant } from '#shared/assistants/assistant.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { assistantRequest as fullRequest } from '#test/support/assistant-request.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import {
  createMemoryAssistantStore,
  createMemoryPhoneNumberStore,
  createMemoryVoiceStore,
} from '#test/support/memory/accounts.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';

/** What the endpoints of assistants work on: user 7 with a number. */
export function assistantDeps(stored: Assistant[] = []) {
  const clock = createFixedClock();
  const numbers = [buildPhoneNumber({ id: 1 })];
  return {
    assistants: createMemoryAssistantStore(stored, numbers),
    phoneNumbers: createMemoryPhoneNumberStore(numbers),
    voices: createMemoryVoiceStore(),
    models: createMemoryModels(),
    clock,
    ids: createRandomIds(clock),
    allowLoopback: false,
    idempotency: createMemoryIdempotencyStore(),
  };
}

/** A create request with everything that is required and nothing else. */
export const assistantRequest = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  fullRequest({ initial_message: 'Hello!', system_prompt: 'Be kind.', end_call_tool: undefined, ...changes });
