import { createHash } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { queryAll } from '#shared/adapters/dynamodb/query-all.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { ConversationEvent, ConversationScript } from '#shared/domain/conversation/conversation.ts';
import { ConversationEventItem, ConversationScriptItem } from '#shared/table/items/conversation-items.ts';
import { keys } from '#shared/table/keys.ts';

const KEPT_SECONDS = 7 * 24 * 3600;

/** The items of a conversation beside its state: what it is held with, and what happened. */
export interface ConversationRows {
  script: ConversationScript | undefined;
  events: ConversationEvent[];
}

/** Epoch seconds at which what happened at this moment is forgotten. */
export function forgottenAt(at: number): number {
  return Math.floor(at / 1000) + KEPT_SECONDS;
}

/** The same event always has the same key, so that a write that is tried again leaves one event. */
export async function putEvent(table: Table, connectionId: string, event: ConversationEvent): Promise<void> {
  const suffix = createHash('sha256')
    .update(JSON.stringify(Object.entries(event)))
    .digest('hex')
    .slice(0, 16);
  const Item = {
    ...keys.conversation.event(connectionId, event.at, suffix),
    ...event,
    expiresAt: forgottenAt(event.at),
  };
  await table.client.send(new PutCommand({ TableName: table.tableName, Item }));
}

export async function readRows(table: Table, connectionId: string): Promise<ConversationRows> {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.conversation.partition(connectionId) },
  });
  const script = items.find((item) => item['sk'] === keys.conversation.script(connectionId).sk);
  return {
    script: script && v.parse(ConversationScriptItem, script),
    events: items.filter((item) => 'kind' in item).map((item) => v.parse(ConversationEventItem, item)),
  };
}
