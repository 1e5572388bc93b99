import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { AppError } from '#shared/platform/errors.ts';
import { lastIdOf, pageRange, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';

interface ListInput {
  userId: number;
  type: Assistant['type'] | undefined;
  page: PageRequest;
}

/** Newest first. The page index has both types, so those of one type are read whole. @throws AppError list_too_large */
export async function listAssistants(
  { userId, type, page }: ListInput,
  { assistants }: { assistants: Pick<AssistantStore, 'list' | 'listWhole'> },
): Promise<PageOf<Assistant>> {
  if (type === undefined) return assistants.list(userId, page);
  const whole = await assistants.listWhole(userId, type);
  if (!whole) throw new AppError('list_too_large');
  const older = whole.filter(({ id }) => id <= lastIdOf(page));
  const { start, end } = pageRange(page);
  return { rows: older.slice(start, end), total: older.length };
}
