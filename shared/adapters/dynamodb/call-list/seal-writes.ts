import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import { finalCells, openIds, type CallLeaf } from '#shared/domain/call-list/call-leaf.ts';
import { addTallies, tallyCells, tallyKinds, type TallyKind } from '#shared/domain/call-list/call-tally.ts';
import {
  toCallBranchItem,
  toCallLeafItem,
  toCallSealItem,
  type CallSeal,
} from '#shared/table/items/call-seal-items.ts';
import { keys } from '#shared/table/keys.ts';

/** All that tells about a leaf: its calls, and its counts of both kinds. */
export function leafItems(userId: number, leaf: CallLeaf): Record<string, unknown>[] {
  const { from, to } = leaf;
  const seal = { level: 'leaf' as const, from, to, size: leaf.rows.length, open: openIds(leaf) };
  return [
    { ...keys.callLeaf.key(userId, from), ...toCallLeafItem(leaf) },
    ...tallyKinds.map((kind) => ({
      ...keys.callSeal.key(userId, kind, from, 'leaf'),
      ...toCallSealItem({ ...seal, tally: tallyCells(finalCells(leaf), kind) }),
    })),
  ];
}

/** A branch of one kind of counts: one item with the sums, one with its leaves. */
export function branchItems(userId: number, kind: TallyKind, leaves: readonly CallSeal[]): Record<string, unknown>[] {
  const from = leaves[0]?.from ?? 0;
  const to = leaves.at(-1)?.to ?? 0;
  const tallies = leaves.map(({ tally }) => tally);
  const size = leaves.reduce((sum, leaf) => sum + leaf.size, 0);
  const seal = { level: 'branch' as const, from, to, size, open: [], tally: addTallies(tallies) };
  return [
    { ...keys.callSeal.key(userId, kind, from, 'branch'), ...toCallSealItem(seal) },
    {
      ...keys.callBranch(userId, kind, from),
      ...toCallBranchItem({ from, to, starts: leaves.map((leaf) => leaf.from), tallies }),
    },
  ];
}

/** Takes the next version of the user's seals: the transaction fails if anybody else has taken it. */
export function nextVersion({ tableName: TableName }: Table, userId: number, seen: number): TransactItems[number] {
  return {
    Update: {
      TableName,
      Key: keys.callSealState(userId),
      UpdateExpression: 'SET #version = :next',
      ConditionExpression: seen === 0 ? 'attribute_not_exists(pk)' : '#version = :seen',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: seen === 0 ? { ':next': 1 } : { ':next': seen + 1, ':seen': seen },
    },
  };
}
