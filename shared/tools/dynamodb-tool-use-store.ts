import { randomUUID } from 'node:crypto';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ItemKey, query, read, type Table } from '#shared/platform/table/table.ts';
import { put, remove } from '#shared/platform/table/write.ts';
import { toUseTurnItem, UseTurnItem, type ToolUseStore } from '#shared/tools/tool-use.ts';

const KEPT_SECONDS = 7 * 24 * 3600;

export function createDynamoDbToolUseStore(table: Table): ToolUseStore {
  const partitionOf = keys.toolUse.partition;
  return {
    async list({ userId, callId }) {
      const turns = await query(table, { partition: partitionOf(userId, callId) }, UseTurnItem);
      return turns.toSorted((one, other) => one.at - other.at);
    },
    get: ({ userId, callId }, turn) => read(table, keys.toolUse.key(userId, callId, turn), UseTurnItem),
    save({ userId, callId }, turn) {
      const savedBy = randomUUID();
      const item = {
        ...keys.toolUse.key(userId, callId, turn.turn),
        ...toUseTurnItem({ ...turn, version: turn.version + 1 }),
        savedBy,
        expiresAt: Math.floor(turn.at / 1000) + KEPT_SECONDS,
      };
      const isKnown = turn.version === 0 ? expr`attribute_not_exists(pk)` : expr`version = ${turn.version}`;
      // A repeat after a lost answer finds its own write.
      return put(table, item, expr`(${isKnown}) OR savedBy = ${savedBy}`);
    },
    async remove({ userId, callId }) {
      const items = await query(table, { partition: partitionOf(userId, callId) }, ItemKey);
      for (const item of items) await remove(table, item);
    },
  };
}
