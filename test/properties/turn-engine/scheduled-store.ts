import * as v from 'valibot';
import type { ConversationStore } from '#shared/conversations/conversation.ts';

const State = v.object({ generation: v.number() });
const Changed = v.union([
  State,
  v.pipe(
    v.object({ state: State }),
    v.transform(({ state }) => state),
  ),
]);

/** A store whose every act waits for its turn before and after; `done` is told what has become of it. */
export function scheduleStore(
  store: ConversationStore,
  turn: (label: string) => Promise<void>,
  done: (name: string, result: unknown, args: unknown[]) => Promise<void>,
): ConversationStore {
  const wrapped = Object.entries(store).map(([name, act]) => [
    name,
    async (...args: unknown[]) => {
      await turn(name);
      const result = await (act as (...all: unknown[]) => Promise<unknown>)(...args);
      await done(name, result, args);
      await turn(`${name} done`);
      return result;
    },
  ]);
  return Object.fromEntries(wrapped) as ConversationStore;
}

/** The generation that an act of the store has led to, if it tells one. */
export function generationOf(result: unknown): number | undefined {
  const state = v.safeParse(Changed, result);
  return state.success ? state.output.generation : undefined;
}
