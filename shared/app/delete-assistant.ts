import { AppError } from '#shared/domain/errors/app-error.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';

export interface DeleteAssistantDeps {
  assistants: AssistantStore;
}

/** As in changes: one of all who are at it gets through per round. */
const MAX_ROUNDS = 25;

/** Removes the assistant and frees its number. Running calls keep the configuration they started with. */
export async function deleteAssistant(
  { userId, assistantId }: { userId: number; assistantId: number },
  deps: DeleteAssistantDeps,
): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const assistant = await deps.assistants.get(userId, assistantId);
    if (!assistant) throw new AppError('assistant_not_found');
    if ((await deps.assistants.delete(assistant)) === 'deleted') return;
  }
  throw new Error(`the assistant changed ${MAX_ROUNDS} times while it was being deleted`);
}
