import { numberTaken } from '#shared/app/create-assistant.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { Clock } from '#shared/ports/clock.ts';

export interface ChangeAssistantDeps {
  assistants: AssistantStore;
  clock: Clock;
}

/** Of all who change one assistant at once at least one gets through per round, so so many can be at it at once. */
const MAX_ROUNDS = 100;

/** Loads, changes and replaces an assistant; starts over when somebody else changed it in between. */
export async function changeAssistant(
  { userId, assistantId }: { userId: number; assistantId: number },
  change: (before: Assistant) => Assistant | Promise<Assistant>,
  deps: ChangeAssistantDeps,
): Promise<Assistant> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = await deps.assistants.get(userId, assistantId);
    if (!before) throw new AppError('assistant_not_found');
    const changed = await change(before);
    const after = { ...changed, updatedAt: deps.clock.now(), version: before.version + 1 };
    const outcome = await deps.assistants.replace(before, after);
    if (outcome === 'replaced') return after;
    if (outcome === 'number_taken') throw numberTaken();
  }
  throw new Error(`the assistant changed ${MAX_ROUNDS} times while it was being changed`);
}
