import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { readSeals } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import { branchItems, nextVersion } from '#shared/adapters/dynamodb/call-list/seal-writes.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import { tallyKinds, type TallyKind } from '#shared/domain/call-list/call-tally.ts';
import { coverRange } from '#shared/domain/call-list/cover-range.ts';
import type { CallSeal } from '#shared/table/items/call-seal-items.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys } from '#shared/table/keys.ts';

const DELETES_AT_ONCE = 25;

/**
 * Makes a branch of the first full leaves that lie side by side with no open call, or removes the counts of leaves that a
 * branch has taken over. Undefined: there is nothing of the kind to do. False: somebody else has changed the seals.
 */
export async function growBranch(
  table: Table,
  userId: number,
  { seals, version, sizes }: { seals: readonly CallSeal[]; version: number; sizes: ListSizes },
): Promise<boolean | undefined> {
  const covered = coveredLeaves(seals);
  if (covered.length > 0) {
    await removeCounts(table, userId, covered);
    return true;
  }
  const leaves = fullLeaves(seals, sizes);
  if (!leaves) return undefined;
  const counts = await Promise.all(tallyKinds.map((kind) => countsOf(table, userId, kind, leaves)));
  if (counts.some((ofKind) => ofKind.length < sizes.branch)) return false;
  const items = tallyKinds.flatMap((kind, index) => branchItems(userId, kind, counts[index] ?? []));
  const puts = items.map((Item) => ({ Put: { TableName: table.tableName, Item } }));
  return (await transact(table, [nextVersion(table, userId, version), ...puts])).length === 0;
}

function coveredLeaves(seals: readonly CallSeal[]): CallSeal[] {
  const branches = seals.filter(({ level }) => level === 'branch');
  return seals.filter(
    (seal) => seal.level === 'leaf' && branches.some((branch) => branch.from <= seal.from && seal.to <= branch.to),
  );
}

function fullLeaves(seals: readonly CallSeal[], sizes: ListSizes): CallSeal[] | undefined {
  const end = seals.reduce((last, { to }) => Math.max(last, to), 0);
  let side: CallSeal[] = [];
  for (const { seal } of coverRange(seals, { from: 0, to: end })) {
    const isFull = seal?.level === 'leaf' && seal.size >= sizes.leaf && seal.open.length === 0;
    side = isFull ? [...side, seal] : [];
    if (side.length === sizes.branch) return side;
  }
  return undefined;
}

async function countsOf(table: Table, userId: number, kind: TallyKind, leaves: readonly CallSeal[]) {
  const starts = new Set(leaves.map(({ from }) => from));
  const seals = await readSeals(table, userId, kind, leaves.at(-1)?.to ?? 0);
  return seals.filter(({ level, from, open }) => level === 'leaf' && starts.has(from) && open.length === 0);
}

async function removeCounts({ client, tableName }: Table, userId: number, leaves: readonly CallSeal[]): Promise<void> {
  // The totals go last: as long as they are there, the next step removes what a crash has left of the others.
  const doomed = tallyKinds
    .toReversed()
    .flatMap((kind) => leaves.map(({ from }) => keys.callSeal.key(userId, kind, from, 'leaf')));
  for (let start = 0; start < doomed.length; start += DELETES_AT_ONCE) {
    await removeSome(doomed.slice(start, start + DELETES_AT_ONCE));
  }

  async function removeSome(some: ItemKey[]): Promise<void> {
    let requests: BatchWriteCommandInput['RequestItems'] = {
      [tableName]: some.map((key) => ({ DeleteRequest: { Key: { ...key } } })),
    };
    while (requests && Object.keys(requests).length > 0) {
      requests = (await client.send(new BatchWriteCommand({ RequestItems: requests }))).UnprocessedItems;
    }
  }
}
