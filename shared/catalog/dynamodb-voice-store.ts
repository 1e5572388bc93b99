import { VoiceItem, type VoiceStore } from '#shared/catalog/voices.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

export function createDynamoDbVoiceStore(table: Table): VoiceStore {
  return {
    async add(userId, voice) {
      const isAdded = await put(table, { ...keys.voice.key(userId, voice.id), ...voice }, absent);
      return isAdded ? 'added' : 'id_taken';
    },

    list: (userId) => query(table, { partition: keys.voice.partition(userId) }, VoiceItem),
  };
}
