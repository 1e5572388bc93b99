import type { Assistant } from '#shared/domain/assistant/assistant.ts';

/** The number that the assistant answers on, which no other inbound assistant may have; outbound ones share numbers. */
export function heldNumber(assistant: Assistant): number | null {
  return assistant.type === 'inbound' ? assistant.phoneNumberId : null;
}
