import { mergeModels, ModelItem, type ModelEntry, type ModelStore } from '#shared/catalog/models.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { VoiceItem, type VoiceStore } from '#shared/catalog/voices.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

export function createDynamoDbModelStore(table: Table): ModelStore {
  return {
    list: () => query(table, { partition: keys.model.partition }, ModelItem),

    async add(model) {
      return (await put(table, { ...keys.model.key(model.id), ...model }, absent)) ? 'added' : 'id_taken';
    },

    async replace(model) {
      await put(table, { ...keys.model.key(model.id), ...model });
    },
  };
}

/** One read a minute in each instance of a function. A change therefore takes up to a minute. */
const KEPT_MS = 60_000;

/** Reads the catalogue once a minute. While the table does not answer, the last known one is used: it must not silence a call. */
export function createModelList(store: Pick<ModelStore, 'list'>, clock: Pick<Clock, 'now'>) {
  let known: { models: ModelEntry[]; until: number } | undefined;
  let reading: Promise<ModelEntry[]> | undefined;
  const read = async () => {
    try {
      const models = mergeModels(await store.list());
      known = { models, until: clock.now() + KEPT_MS };
      return models;
    } catch (error) {
      if (known) return known.models;
      throw error;
    } finally {
      reading = undefined;
    }
  };
  return async (): Promise<readonly ModelEntry[]> =>
    known && known.until > clock.now() ? known.models : (reading ??= read());
}

export function createDynamoDbVoiceStore(table: Table): VoiceStore {
  return {
    async add(userId, voice) {
      const isAdded = await put(table, { ...keys.voice.key(userId, voice.id), ...voice }, absent);
      return isAdded ? 'added' : 'id_taken';
    },

    list: (userId) => query(table, { partition: keys.voice.partition(userId) }, VoiceItem),
  };
}
