import { absent } from '#shared/platform/table/expressions.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';
import { VoiceItem } from '#shared/table/items/voice-item.ts';
import { keys } from '#shared/table/keys.ts';

export function createDynamoDbVoiceStore(table: Table): VoiceStore {
  return {
    async add(userId, voice) {
      const isAdded = await put(table, { ...keys.voice.key(userId, voice.id), ...voice }, absent);
      return isAdded ? 'added' : 'id_taken';
    },

    list: (userId) => query(table, { partition: keys.voice.partition(userId) }, VoiceItem),
  };
}
