import type { Assistant } from '#shared/domain/assistant/assistant.ts';

/** What create and update answer. */
export function toAssistantSummary({ id, name, status, type, mode }: Assistant) {
  return { id, name, status, type, mode };
}
