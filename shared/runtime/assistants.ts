import { createDynamoDbAssistantStore } from '#shared/adapters/dynamodb/dynamodb-assistant-store.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import { table } from '#shared/runtime/table.ts';

export function assistants(): AssistantStore {
  return createDynamoDbAssistantStore(table());
}
