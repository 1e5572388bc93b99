import { changeAssistant, type ChangeDeps } from '#shared/assistants/update-assistant.ts';
import { AppError } from '#shared/platform/errors.ts';

/** From each assistant that has the tool. One that is deleted meanwhile has none. */
export async function detachTool(
  { userId, toolId }: { userId: number; toolId: number },
  deps: ChangeDeps,
): Promise<void> {
  const all = await deps.assistants.listAll(userId);
  for (const { id: assistantId } of all.filter(({ toolIds }) => toolIds.includes(toolId))) {
    try {
      await changeAssistant({ userId, assistantId }, deps, (before) => ({
        ...before,
        toolIds: before.toolIds.filter((id) => id !== toolId),
      }));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'assistant_not_found')) throw error;
    }
  }
}
