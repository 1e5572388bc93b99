import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { listAssistants, readAllAssistants } from '#shared/adapters/dynamodb/list-assistants.ts';
import { transactWithDirectory, type DirectoryChange } from '#shared/adapters/dynamodb/id-directory/write-directory.ts';
import { moveNumber } from '#shared/adapters/dynamodb/move-number.ts';
import { switchOffWebhook } from '#shared/adapters/dynamodb/switch-off-webhook.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { heldNumber } from '#shared/assistants/assistant-item.ts';
import { directorySizes, type DirectorySizes, type IdChange } from '#shared/domain/id-directory/change-directory.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import { AssistantItem, toAssistantItem } from '#shared/assistants/assistant-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbAssistantStore(table: Table, sizes: DirectorySizes = directorySizes): AssistantStore {
  const { client, tableName: TableName } = table;
  const inDirectory = (assistant: Assistant, kind: IdChange['kind'], items: TransactItems) =>
    transactWithDirectory(table, changeOf(table, assistant, kind), items, sizes);
  return {
    async create(assistant) {
      const failed = await inDirectory(assistant, 'enter', [
        { Put: { TableName, Item: itemOf(assistant), ConditionExpression: 'attribute_not_exists(pk)' } },
        ...moveNumber(table, { ...assistant, from: null, to: heldNumber(assistant) }),
      ]);
      if (failed.length === 0) return 'created';
      return failed.includes(0) ? 'id_taken' : 'number_taken';
    },

    async get(userId, assistantId) {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: keys.assistant.key(userId, assistantId), ConsistentRead: true }),
      );
      return Item && v.parse(AssistantItem, Item);
    },

    async replace(before, after) {
      const failed = await transact(table, [
        { Put: { TableName, Item: itemOf(after), ...ifUnchanged(before) } },
        ...moveNumber(table, { ...before, from: heldNumber(before), to: heldNumber(after) }),
      ]);
      if (failed.length === 0) return 'replaced';
      return failed.includes(0) ? 'conflict' : 'number_taken';
    },

    async delete(assistant) {
      const Key = keys.assistant.key(assistant.userId, assistant.id);
      const failed = await inDirectory(assistant, 'leave', [
        { Delete: { TableName, Key, ...ifUnchanged(assistant) } },
        ...moveNumber(table, { ...assistant, from: heldNumber(assistant), to: null }),
      ]);
      return failed.length === 0 ? 'deleted' : 'conflict';
    },

    switchOffWebhook: (userId, assistantId, url) => switchOffWebhook(table, userId, assistantId, url),

    list: (userId, page) => listAssistants(table, userId, page),

    async listOutbound(userId) {
      const assistants = await readAllAssistants(table, userId);
      return assistants.filter((assistant) => assistant.type === 'outbound');
    },
  };
}

function itemOf(assistant: Assistant) {
  return { ...keys.assistant.key(assistant.userId, assistant.id), ...toAssistantItem(assistant) };
}

function ifUnchanged(before: Assistant) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': before.version },
  };
}

function changeOf(table: Table, { userId, id }: Assistant, kind: IdChange['kind']): DirectoryChange {
  const allIds = async () => (await readAllAssistants(table, userId)).map((assistant) => assistant.id).toReversed();
  return { partition: keys.idDirectory.ofAssistants(userId), id, kind, allIds };
}
