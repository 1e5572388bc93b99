/** Names the data of a query: its kind, and then its inputs. `['calls']` is the beginning of `['calls', 7]`. */
export type Key = readonly [kind: string, ...inputs: unknown[]];

/** A read of the API. */
export interface Query<Data> {
  key: Key;
  read: (signal: AbortSignal) => PromiseLike<Data>;
}

/** A request that changes something. When it is over, the queries of a page whose keys begin with `changes` are read again. */
interface Mutation<Input extends unknown[], Result> {
  /** The text of the reference about the operation, where a user is asked before it. */
  about?: string;
  changes: readonly Key[];
  send: (...input: Input) => Promise<Result>;
}

interface ShownQuery {
  key: Key;
  reload: () => Promise<void>;
}

const shown = new Set<ShownQuery>();
const reloads = new Set<Promise<void>>();

/** Keeps a query among those that mutations read again. Returns the function that ends it. */
export function show(query: ShownQuery): () => void {
  shown.add(query);
  return () => shown.delete(query);
}

/** A mutation as a function. A failure reads the queries again, too: the answer may be lost after the work was done. */
export function mutation<Input extends unknown[], Result>({
  about = '',
  changes,
  send,
}: Mutation<Input, Result>): ((...input: Input) => Promise<Result>) & { about: string } {
  const run = async (...input: Input) => {
    try {
      return await send(...input);
    } finally {
      invalidate(changes);
    }
  };
  return Object.assign(run, { about });
}

/** Waits until the page shows the changes of the last mutations. */
export async function refreshed(): Promise<void> {
  await Promise.all(reloads);
}

function invalidate(changes: readonly Key[]): void {
  for (const { key, reload } of shown) {
    if (!changes.some((change) => beginsWith(key, change))) continue;
    const reading = reload().finally(() => reloads.delete(reading));
    reloads.add(reading);
  }
}

const beginsWith = (key: Key, beginning: Key): boolean =>
  beginning.every((part, index) => JSON.stringify(part) === JSON.stringify(key[index]));
