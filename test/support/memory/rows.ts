import { lastIdOf, pageRange, type PageRequest } from '#shared/platform/http/lists.ts';

type Row = { userId: number; id: number; version?: number };

const isSame = (one: Row) => (other: Row) => one.userId === other.userId && one.id === other.id;

/** Rows of users: copies go in and out. The array stays that of the caller, who may look into it. */
export function createRows<R extends Row>(rows: R[] = []) {
  const unchanged = (row: R) => rows.findIndex((other) => isSame(row)(other) && other.version === row.version);
  return {
    find: (userId: number, id: number) => rows.find(isSame({ userId, id })),
    get: async (userId: number, id: number) => structuredClone(rows.find(isSame({ userId, id }))),
    ofUser: (userId: number) => rows.filter((row) => row.userId === userId).toSorted((one, other) => one.id - other.id),
    has: (row: Row) => rows.some(isSame(row)),
    add: (...added: R[]) => void rows.push(...structuredClone(added)),
    unchanged: (row: R) => unchanged(row) >= 0,
    /** False when the row is another one by now. */
    replace(before: R, after: R): boolean {
      const index = unchanged(before);
      if (index >= 0) rows[index] = structuredClone(after);
      return index >= 0;
    },
    remove(row: R): boolean {
      const index = unchanged(row);
      if (index >= 0) rows.splice(index, 1);
      return index >= 0;
    },
  };
}

/** `rows`: newest first. */
export function pageOf<R extends { id: number }>(rows: readonly R[], page: PageRequest): { rows: R[]; total: number } {
  const { start, end } = pageRange(page);
  const listed = rows.filter(({ id }) => id <= lastIdOf(page));
  return structuredClone({ rows: listed.slice(start, end), total: listed.length });
}
