/** Does the work of every item, so many at once; the first failure ends it all. */
export async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const workOn = async (): Promise<void> => {
    for (;;) {
      const next = await items.next();
      if (next.done || failures.length > 0) return;
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  await items.return(undefined);
  if (failures.length > 0) throw failures[0];
}
