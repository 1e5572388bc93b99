import * as v from 'valibot';
import type { EngineMode } from '#shared/assistants/assistant.ts';
import { plainText, recordId } from '#shared/platform/http/record-fields.ts';

/** A language model in API responses. */
export const ModelRecord = v.pipe(
  v.strictObject({ id: recordId(1), name: plainText('rehearsal') }),
  v.title('ModelRecord'),
);

/** A language model of the catalogue. */
export interface ModelEntry {
  id: number;
  /** Unique: `llm_model` in the API. */
  name: string;
  mode: EngineMode;
  /** `rehearsal` is the built-in deterministic model, which needs no key. */
  provider: 'openai' | 'bedrock' | 'rehearsal';
  /** The provider's id of the model. */
  providerModel: string;
}

/** Ids are stored with assistants: never reuse one. Pipeline models come first. */
export const models: readonly ModelEntry[] = [
  { id: 1, name: 'gpt-4.1-mini', mode: 'pipeline', provider: 'openai', providerModel: 'gpt-4.1-mini' },
  { id: 2, name: 'gpt-4.1', mode: 'pipeline', provider: 'openai', providerModel: 'gpt-4.1' },
  { id: 3, name: 'gpt-4.1-nano', mode: 'pipeline', provider: 'openai', providerModel: 'gpt-4.1-nano' },
  { id: 4, name: 'gpt-4o', mode: 'pipeline', provider: 'openai', providerModel: 'gpt-4o' },
  { id: 5, name: 'gpt-4o-mini', mode: 'pipeline', provider: 'openai', providerModel: 'gpt-4o-mini' },
  {
    id: 6,
    name: 'claude-haiku-4.5',
    mode: 'pipeline',
    provider: 'bedrock',
    providerModel: 'global.anthropic.claude-haiku-4-5-20251001-v1:0',
  },
  {
    id: 7,
    name: 'claude-sonnet-4.5',
    mode: 'pipeline',
    provider: 'bedrock',
    providerModel: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
  },
  { id: 8, name: 'nova-pro', mode: 'pipeline', provider: 'bedrock', providerModel: 'amazon.nova-pro-v1:0' },
  { id: 9, name: 'nova-lite', mode: 'pipeline', provider: 'bedrock', providerModel: 'amazon.nova-lite-v1:0' },
  { id: 10, name: 'nova-micro', mode: 'pipeline', provider: 'bedrock', providerModel: 'amazon.nova-micro-v1:0' },
  { id: 11, name: 'rehearsal', mode: 'pipeline', provider: 'rehearsal', providerModel: 'rehearsal' },
  { id: 101, name: 'gpt-realtime', mode: 'multimodal', provider: 'openai', providerModel: 'gpt-realtime' },
  { id: 102, name: 'gpt-realtime-mini', mode: 'multimodal', provider: 'openai', providerModel: 'gpt-realtime-mini' },
  {
    id: 103,
    name: 'gpt-4o-realtime-preview',
    mode: 'multimodal',
    provider: 'openai',
    providerModel: 'gpt-4o-realtime-preview',
  },
];

export function findModel(id: number): ModelEntry | undefined {
  return models.find((model) => model.id === id);
}

/** Finds a model of the mode by name, in any case. */
export function findModelByName(name: string, mode: EngineMode): ModelEntry | undefined {
  const wanted = name.toLowerCase();
  return models.find((model) => model.mode === mode && model.name.toLowerCase() === wanted);
}

/** The models of both modes, pipeline first. */
export function listModels(): readonly ModelEntry[] {
  return models;
}
