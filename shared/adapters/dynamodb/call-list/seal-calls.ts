import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHolds } from '#shared/adapters/dynamodb/condition-holds.ts';
import { growBranch } from '#shared/adapters/dynamodb/call-list/grow-branch.ts';
import { readHeadsOf, readSomeHeads } from '#shared/adapters/dynamodb/call-list/read-heads.ts';
import { readLeaf, readSeals, readSealVersion } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import { leafItems, nextVersion } from '#shared/adapters/dynamodb/call-list/seal-writes.ts';
import { readSealingLine } from '#shared/adapters/dynamodb/call-list/sealing-line.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { growLeaf, isSealable, toLeafRow, type CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import { coverRange, type IdRange } from '#shared/domain/call-list/cover-range.ts';
import type { ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import { firstRecordIdAt } from '#shared/domain/ids/record-id.ts';
import type { CallSeal } from '#shared/table/items/call-seal-items.ts';
import { keys } from '#shared/table/keys.ts';

/** Calls this young are left alone: most are still open, and their makers may not have stored them yet. */
const YOUNG_MS = 2 * 60_000;
const PUTS_AT_ONCE = 50;

/**
 * One step of sealing: a leaf is begun, grown, or told which of its open calls have ended, or a branch is made of full
 * leaves. Gives false when there is nothing to do, or somebody else is doing it. A crash anywhere leaves lists exact:
 * each seal is one transaction, and says what is true for ever.
 */
export async function sealCalls(table: Table, userId: number, now: number, sizes: ListSizes): Promise<boolean> {
  const line = Math.max(0, firstRecordIdAt(now - YOUNG_MS));
  const version = await readSealVersion(table, userId);
  const seals = await readSeals(table, userId, 'totals', line);
  const branch = await growBranch(table, userId, { seals, version, sizes });
  if (branch !== undefined) return branch;
  const parts = coverRange(seals, { from: 0, to: line });
  const ended = await findEnded(table, userId, seals);
  if (ended) return writeLeaf(table, userId, version, await regrown(table, userId, ended));
  const hole = parts.find(({ seal }) => seal === undefined);
  if (!hole) return false;
  const isTail = hole.to === line;
  const peek = { range: hole, limit: sizes.worthSealing, order: 'oldest first' } as const;
  if (isTail && (await readSomeHeads(table, userId, peek)).heads.length < sizes.worthSealing) return false;
  if (!(await raiseLine(table, userId, line))) return false;
  const before = seals.find(({ level, size, to }) => level === 'leaf' && to === hole.from && size < sizes.leaf);
  return writeLeaf(table, userId, version, await filled(table, userId, { hole, before, leafSize: sizes.leaf }));
}

interface GrownLeaf {
  leaf: CallLeaf;
  /** The calls that the leaf counts now and did not before. */
  counted: Call[];
}

/** The first leaf of which an open call has become final, and those calls. */
async function findEnded(table: Table, userId: number, seals: readonly CallSeal[]) {
  const ids = seals.flatMap(({ open }) => open);
  if (ids.length === 0) return undefined;
  const ended = (await readHeadsOf(table, userId, ids)).filter(isSealable);
  const seal = seals.find(({ open }) => ended.some(({ id }) => open.includes(id)));
  return seal && { seal, calls: ended.filter(({ id }) => seal.open.includes(id)) };
}

async function regrown(table: Table, userId: number, { seal, calls }: { seal: CallSeal; calls: Call[] }) {
  const leaf = await readLeaf(table, userId, seal.from);
  return leaf && { leaf: growLeaf(leaf, [], leaf.to, calls), counted: calls };
}

/** Fills the beginning of a hole: from the heads, or by a leaf that lies there already, left by a branch that was dropped. */
async function filled(
  table: Table,
  userId: number,
  { hole, before, leafSize }: { hole: IdRange; before: CallSeal | undefined; leafSize: number },
): Promise<GrownLeaf | undefined> {
  const leaf = await readLeaf(table, userId, before?.from ?? hole.from);
  if (!before && leaf && leaf.to <= hole.to) return { leaf, counted: [] };
  if (before && leaf?.to !== before.to) return undefined;
  const start = before && leaf ? leaf : { from: hole.from, to: hole.from, rows: [] };
  const limit = leafSize - start.rows.length;
  const { heads, reached } = await readSomeHeads(table, userId, { range: hole, limit, order: 'oldest first' });
  return { leaf: growLeaf(start, heads, reached, []), counted: heads.filter(isSealable) };
}

/** The calls stand under their numbers before the leaf counts them; a list by number relies on that. */
async function writeLeaf(
  table: Table,
  userId: number,
  version: number,
  grown: GrownLeaf | undefined,
): Promise<boolean> {
  if (!grown) return false;
  const { client, tableName: TableName } = table;
  for (let start = 0; start < grown.counted.length; start += PUTS_AT_ONCE) {
    const some = grown.counted.slice(start, start + PUTS_AT_ONCE);
    await Promise.all(
      some.map((call) => {
        const Item = callOfNumberItem(call);
        // One that stands there says the same, or that the call was deleted.
        const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
        return conditionHolds(client.send(put));
      }),
    );
  }
  const puts = leafItems(userId, grown.leaf).map((Item) => ({ Put: { TableName, Item } }));
  return (await transact(table, [nextVersion(table, userId, version), ...puts])).length === 0;
}

export function callOfNumberItem(call: Call): Record<string, unknown> {
  const { id, cell } = toLeafRow(call);
  return { ...keys.callOfNumber.key(call.userId, call.clientPhoneNumber, id), id, ...cell };
}

/**
 * From now on no call is created with an id below the line, so what is read below it afterwards is all there ever will be.
 * False: the wallet is busy or missing; another time.
 */
async function raiseLine(table: Table, userId: number, line: number): Promise<boolean> {
  try {
    const isRaised = await conditionHolds(
      table.client.send(
        new UpdateCommand({
          TableName: table.tableName,
          Key: keys.wallet(userId),
          UpdateExpression: 'SET callsSealedTo = :line',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(callsSealedTo) OR callsSealedTo < :line)',
          ExpressionAttributeValues: { ':line': line },
        }),
      ),
    );
    return isRaised || (await readSealingLine(table, userId)).callsSealedTo >= line;
  } catch (error) {
    if (error instanceof TransactionConflictException) return false;
    throw error;
  }
}
