import { createDynamoDbConversationStore } from '#shared/adapters/dynamodb/dynamodb-conversation-store.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import { clock } from '#shared/runtime/clock.ts';
import { table } from '#shared/runtime/table.ts';

export function conversations(): ConversationStore {
  return createDynamoDbConversationStore(table(), clock());
}
