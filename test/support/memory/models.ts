import { mergeModels, type ModelAccess, type ModelEntry, type ModelStore } from '#shared/catalog/models.ts';

export function createMemoryModelStore(stored: ModelEntry[] = []): ModelStore {
  const models = new Map(stored.map((model) => [model.id, structuredClone(model)]));
  return {
    list: async () => structuredClone([...models.values()].toSorted((one, other) => one.id - other.id)),
    async add(model) {
      if (models.has(model.id)) return 'id_taken';
      models.set(model.id, structuredClone(model));
      return 'added';
    },
    replace: async (model) => void models.set(model.id, structuredClone(model)),
  };
}

/** The catalogue of a deployment that reaches every provider, but for what is changed. */
export function createMemoryModels(changes: Partial<ModelAccess> = {}, stored: ModelEntry[] = []) {
  const stage = { openai: true, bedrock: 'us-east-1', local: false, speech: true, isSpeechSimulated: false };
  const access: ModelAccess = { ...stage, rehearsal: true, ...changes };
  return { list: async () => mergeModels(stored), access };
}
