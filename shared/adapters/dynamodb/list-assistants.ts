import * as v from 'valibot';
import { batchGet } from '#shared/adapters/dynamodb/batch-get.ts';
import { listIds } from '#shared/adapters/dynamodb/id-directory/read-directory.ts';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { pageRange, type PageOf, type PageRequest } from '#shared/domain/pagination/pagination.ts';
import { AssistantItem } from '#shared/assistants/assistant-item.ts';
import { keys } from '#shared/table/keys.ts';

/** One page, newest first, whose ids a directory tells, so that no other assistant is read. */
export async function listAssistants(table: Table, userId: number, page: PageRequest): Promise<PageOf<Assistant>> {
  const { start, end } = pageRange(page);
  const found = await listIds(table, keys.idDirectory.ofAssistants(userId), { start, end });
  if (found) return { rows: await readAssistants(table, userId, found.ids), total: found.total };
  // Stored by a version that had no directory, and not changed since.
  const assistants = await readAllAssistants(table, userId);
  return { rows: assistants.slice(start, end), total: assistants.length };
}

/** Newest first: ids are ordered by time. */
export async function readAllAssistants(table: Table, userId: number): Promise<Assistant[]> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.assistant.partition(userId) },
    ScanIndexForward: false,
  });
  return items.map((item) => v.parse(AssistantItem, item));
}

async function readAssistants(table: Table, userId: number, ids: readonly number[]): Promise<Assistant[]> {
  const key = (id: number) => keys.assistant.key(userId, id);
  const found = await batchGet(table, ids.map(key));
  return ids.flatMap((id) => {
    const item = found.get(key(id));
    return item ? [v.parse(AssistantItem, item)] : [];
  });
}
