/** Messages that wait, by group. Groups take turns, so that one with many messages does not delay the others. */
interface FairQueue<Item> {
  add(item: Item): void;
  /** Takes at most this number of items, one of each group in turn. */
  take(most: number): Item[];
  size(): number;
}

export function createFairQueue<Item>(groupOf: (item: Item) => string): FairQueue<Item> {
  /** In the order of their turns. `next`: the position of the first item that still waits. */
  const groups = new Map<string, { items: Item[]; next: number }>();
  let size = 0;

  function takeOne(): Item | undefined {
    const [first] = groups;
    if (!first) return undefined;
    const [name, group] = first;
    const item = group.items[group.next];
    group.next += 1;
    size -= 1;
    groups.delete(name);
    if (group.next < group.items.length) groups.set(name, group);
    return item;
  }

  return {
    add(item) {
      const name = groupOf(item);
      const group = groups.get(name);
      if (group) group.items.push(item);
      else groups.set(name, { items: [item], next: 0 });
      size += 1;
    },
    take(most) {
      const taken: Item[] = [];
      while (taken.length < most) {
        const item = takeOne();
        if (item === undefined) break;
        taken.push(item);
      }
      return taken;
    },
    size: () => size,
  };
}
