import { readBranch, readSeals, readSealVersion } from '#shared/adapters/dynamodb/call-list/read-seals.ts';
import { nextVersion } from '#shared/adapters/dynamodb/call-list/seal-writes.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { tallyKinds } from '#shared/domain/call-list/call-tally.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { keys } from '#shared/table/keys.ts';

/**
 * What a transaction has to contain that adds or removes a call below the sealing line: the removal of every seal above
 * the call. The first item, the version, fails when seals were written in between: ask again.
 */
export async function sealsAbove(table: Table, { userId, callId }: CallKey): Promise<TransactItems> {
  const version = await readSealVersion(table, userId);
  const above = (await readSeals(table, userId, 'totals', callId + 1)).filter((seal) => seal.to > callId);
  const doomed = await Promise.all(
    above.map(async ({ level, from }): Promise<ItemKey[]> => {
      const counts = tallyKinds.map((kind) => keys.callSeal.key(userId, kind, from, level));
      if (level === 'leaf') return [...counts, keys.callLeaf.key(userId, from)];
      const starts = (await readBranch(table, userId, 'totals', from))?.starts ?? [];
      const leaf = starts.findLast((start) => start <= callId);
      const branches = tallyKinds.map((kind) => keys.callBranch(userId, kind, from));
      return [...counts, ...branches, ...(leaf === undefined ? [] : [keys.callLeaf.key(userId, leaf)])];
    }),
  );
  const unique = new Map(doomed.flat().map((key) => [`${key.pk} ${key.sk}`, key]));
  const { tableName: TableName } = table;
  return [nextVersion(table, userId, version), ...[...unique.values()].map((Key) => ({ Delete: { TableName, Key } }))];
}
