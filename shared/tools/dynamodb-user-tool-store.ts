import * as v from 'valibot';
import { absent, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { transactCounted, type CountedList } from '#shared/platform/table/list-total.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { transact, type Write } from '#shared/platform/table/write.ts';
import {
  MOST_TOOLS_OF_USER,
  toUserToolItem,
  UserToolItem,
  type SealedHeaders,
  type UserTool,
  type UserToolStore,
} from '#shared/tools/user-tool.ts';

const SealedItem = v.object({ keyId: v.string(), wrappedKey: v.string(), content: v.string() });

export function createDynamoDbUserToolStore(table: Table): UserToolStore {
  const get: UserToolStore['get'] = (userId, toolId) => read(table, keys.tool.key(userId, toolId), UserToolItem);
  return {
    async create(tool, secret) {
      const counted = { list: countedTools(table, tool.userId), change: { records: 1, kilobytes: 0 } };
      const writes = [{ put: itemOf(tool), condition: absent }, takeName(tool), secretOf(tool, secret)];
      const failed = await transactCounted(table, counted, writes);
      if (typeof failed === 'string') return 'too_many';
      if (failed.length === 0) return 'created';
      return failed.includes(0) ? 'id_taken' : 'name_taken';
    },

    get,

    async getSome(userId, toolIds) {
      // Side by side: a batch would be in the bundle of the function that answers turns.
      const found = await Promise.all(toolIds.map((id) => get(userId, id)));
      return found.filter((tool) => tool !== undefined);
    },

    list: (userId) => query(table, { partition: keys.tool.partition(userId), newestFirst: true }, UserToolItem),

    async replace(before, after, secret) {
      const isRenamed = before.name !== after.name;
      const failed = await transact(table, [
        { put: itemOf(after), condition: { version: before.version } },
        secretOf(after, secret),
        ...(isRenamed ? [takeName(after), freeName(before)] : []),
      ]);
      if (failed.length === 0) return 'replaced';
      return failed.includes(0) ? 'conflict' : 'name_taken';
    },

    async delete(tool) {
      const { userId, id, version } = tool;
      const counted = { list: countedTools(table, userId), change: { records: -1, kilobytes: 0 } };
      const failed = await transactCounted(table, counted, [
        { remove: keys.tool.key(userId, id), condition: { version } },
        { remove: keys.toolSecret(userId, id) },
        freeName(tool),
      ]);
      return failed.length === 0 ? 'deleted' : 'conflict';
    },

    getSecret: (userId, toolId) => read(table, keys.toolSecret(userId, toolId), SealedItem),
  };
}

const itemOf = (tool: UserTool) => ({ ...keys.tool.key(tool.userId, tool.id), ...toUserToolItem(tool) });

const secretOf = ({ userId, id }: UserTool, secret: SealedHeaders): Write => ({
  put: { ...keys.toolSecret(userId, id), ...secret },
});

/** A repeat finds its own mark. */
const takeName = ({ userId, name, id }: UserTool): Write => ({
  put: { ...keys.toolOfName(userId, name), id },
  condition: expr`attribute_not_exists(pk) OR id = ${id}`,
});

const freeName = ({ userId, name }: UserTool): Write => ({ remove: keys.toolOfName(userId, name) });

function countedTools(table: Table, userId: number): CountedList {
  return {
    total: keys.listTotal.ofTools(userId),
    most: { records: MOST_TOOLS_OF_USER, kilobytes: 0 },
    async measure() {
      const wanted = { partition: keys.tool.partition(userId), attributes: ['id'] };
      return { records: (await query(table, wanted, v.object({ id: v.number() }))).length, kilobytes: 0 };
    },
  };
}
