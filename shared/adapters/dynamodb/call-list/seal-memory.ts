import type { CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import type { CallBranch, CallSeal } from '#shared/table/items/call-seal-items.ts';

/**
 * What one process remembers of the seals. A list asks for their version; what was read under the same
 * version is what stands there now, because nothing drops or rewrites a seal without taking the next version.
 */
export interface SealMemory {
  /** The version of a user's seals, as an earlier request has read it. */
  versions: Bounded<number>;
  seals: Bounded<Versioned<readonly CallSeal[]>>;
  branches: Bounded<Versioned<CallBranch | undefined>>;
  leaves: Bounded<Versioned<CallLeaf | undefined>>;
}

/** The version was read before the value: when it is still the same, the value is too. */
export interface Versioned<Value> {
  version: number;
  value: Value;
}

export interface Bounded<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

/** Some 10 MB at the most: a branch of many assistants and campaigns takes 400 KB, a leaf 40 KB. */
export function createSealMemory(): SealMemory {
  return { versions: bounded(1000), seals: bounded(16), branches: bounded(8), leaves: bounded(64) };
}

/**
 * The value of this version, read only when it is not remembered. It is not taken from memory beside seals that were
 * read later: they might count a call that it does not have.
 */
export async function recall<Value>(
  memory: Bounded<Versioned<Value>>,
  name: string,
  { version, isOfVersion }: { version: number; isOfVersion: boolean },
  read: () => Promise<Value>,
): Promise<Value> {
  const known = isOfVersion ? memory.get(name) : undefined;
  if (known?.version === version) return known.value;
  const value = await read();
  memory.set(name, { version, value });
  return value;
}

/** A map that forgets what nobody has asked for longest. */
function bounded<Value>(limit: number): Bounded<Value> {
  const values = new Map<string, Value>();
  const set = (name: string, value: Value) => {
    values.delete(name);
    values.set(name, value);
    for (const oldest of values.keys()) {
      if (values.size <= limit) break;
      values.delete(oldest);
    }
  };
  return {
    set,
    get(name) {
      const value = values.get(name);
      if (value !== undefined) set(name, value);
      return value;
    },
  };
}
