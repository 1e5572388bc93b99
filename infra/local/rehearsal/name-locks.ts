export type NameLocks = ReturnType<typeof createNameLocks>;

/** The tools of a user have different names, so rehearsals whose tools share one wait for each other. */
export function createNameLocks() {
  const lastOf = new Map<string, Promise<unknown>>();
  return async <Result>(names: readonly string[], run: () => Promise<Result>): Promise<Result> => {
    const before = names.map(async (name) => lastOf.get(name));
    const done = Promise.withResolvers<void>();
    for (const name of names) lastOf.set(name, done.promise);
    try {
      await Promise.all(before);
      return await run();
    } finally {
      done.resolve();
    }
  };
}
