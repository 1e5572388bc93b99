import type { DueWork, DueWorkStore } from '#shared/ports/due-work-store.ts';

export interface MemoryDueWorkStore extends DueWorkStore {
  /** What waits, in the order it was added. */
  waiting: DueWork[];
}

export function createMemoryDueWorkStore(): MemoryDueWorkStore {
  const waiting: DueWork[] = [];
  return {
    waiting,
    async add(work) {
      waiting.push(structuredClone(work));
    },
    async drain(now, release) {
      const due = waiting.filter((work) => work.dueAt <= now).toSorted((one, other) => one.dueAt - other.dueAt);
      const failures: unknown[] = [];
      for (const work of due) {
        try {
          await release(structuredClone(work));
          const position = waiting.indexOf(work);
          if (position >= 0) waiting.splice(position, 1);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items were not released`);
      return due.length;
    },
  };
}
