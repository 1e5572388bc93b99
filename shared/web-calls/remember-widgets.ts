import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** So long an instance shows a widget as it was before a change. */
const REMEMBERED_MS = 3_000;
/** Of 200 KB at most. */
const MOST_REMEMBERED = 50;

/** An assistant with a long prompt costs some 50 read units. Of a flood of requests for its widget, each instance reads one in three seconds. */
export function rememberWidgets(
  assistants: Pick<AssistantStore, 'get'>,
  { now }: Pick<Clock, 'now'>,
): Pick<AssistantStore, 'get'> {
  const known = new Map<string, { assistant: Assistant; until: number }>();
  return {
    async get(userId, id) {
      const name = `${userId}.${id}`;
      const remembered = known.get(name);
      if (remembered && remembered.until > now()) return remembered.assistant;
      const assistant = await assistants.get(userId, id);
      known.delete(name);
      if (known.size >= MOST_REMEMBERED) known.clear();
      if (assistant) known.set(name, { assistant, until: now() + REMEMBERED_MS });
      return assistant;
    },
  };
}
