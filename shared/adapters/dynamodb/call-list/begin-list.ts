import { readSomeHeads } from '#shared/adapters/dynamodb/call-list/read-heads.ts';
import { readSeals, readSealVersion } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import type { SealMemory } from '#shared/adapters/dynamodb/call-list/seal-memory.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { TallyKind } from '#shared/domain/call-list/call-tally.ts';
import type { IdRange } from '#shared/domain/call-list/cover-range.ts';
import type { CallSeal } from '#shared/table/items/call-seal-items.ts';

export interface ListBeginning {
  seals: readonly CallSeal[];
  heads: Call[];
  reached: number;
  version: number;
  isOfVersion: boolean;
}

/** Of seals whose version nobody has asked for: a process that is asked for one list only does not pay for it. */
const UNKNOWN = -1;

/**
 * The first round trip of a list: its seals and the newest heads. Where the seals are remembered, only their version is
 * read, and only the heads that are newer than all of them; when they have changed, they are read after all.
 */
export async function beginList(
  table: Table,
  memory: SealMemory,
  { userId, kind, range, limit, isFirstOfAll }: ListStart,
): Promise<ListBeginning> {
  const name = `${userId} ${kind} ${range.to}`;
  const known = memory.versions.get(String(userId));
  const remembered = memory.seals.get(name);
  const isTailEnough = remembered !== undefined && !isFirstOfAll;
  const from = isTailEnough ? Math.max(range.from, Math.min(range.to, endOf(remembered.value))) : range.from;
  const [version, fresh, newest] = await Promise.all([
    known === undefined && !remembered ? UNKNOWN : readSealVersion(table, userId),
    remembered ? undefined : readSeals(table, userId, kind, range.to),
    readSomeHeads(table, userId, { range: { from, to: range.to }, limit, order: 'newest first' }),
  ]);
  memory.versions.set(String(userId), version);
  const isOfVersion = remembered?.version === version;
  const seals = isOfVersion ? remembered.value : (fresh ?? (await readSeals(table, userId, kind, range.to)));
  // Seals that were read together with the version are of that version or later only if it was known before.
  if (!isOfVersion && version !== UNKNOWN && (!fresh || known === version))
    memory.seals.set(name, { version, value: seals });
  return { seals, ...newest, version, isOfVersion };
}

export interface ListStart {
  userId: number;
  kind: TallyKind;
  range: IdRange;
  /** How many of the newest heads. */
  limit: number;
  /** The newest calls, whatever they are: their heads are the page. */
  isFirstOfAll: boolean;
}

function endOf(seals: readonly CallSeal[]): number {
  return seals.reduce((end, { to }) => Math.max(end, to), 0);
}
