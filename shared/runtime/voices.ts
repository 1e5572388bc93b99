import { createDynamoDbVoiceStore } from '#shared/adapters/dynamodb/dynamodb-voice-store.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';
import { table } from '#shared/runtime/table.ts';

export function voices(): VoiceStore {
  return createDynamoDbVoiceStore(table());
}
