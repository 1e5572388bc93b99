import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';

export interface ListAssistantsDeps {
  assistants: AssistantStore;
}

/** One page of the user's assistants, newest first. */
export async function listAssistants(
  { userId, page }: { userId: number; page: PageRequest },
  deps: ListAssistantsDeps,
): Promise<PageOf<Assistant>> {
  return deps.assistants.list(userId, page);
}

/** All assistants that can make calls, newest first. */
export async function listOutboundAssistants(
  { userId }: { userId: number },
  deps: ListAssistantsDeps,
): Promise<Assistant[]> {
  return deps.assistants.listOutbound(userId);
}
