import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { plainText, recordId } from '#shared/platform/http/record-fields.ts';
import { absent } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { queryKnown } from '#shared/platform/table/later-kinds.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { engineModes, type EngineMode } from './engine-mode.ts';

export const ModelRecord = v.pipe(
  v.strictObject({
    id: recordId(1),
    name: plainText('rehearsal'),
    mode: v.optional(
      v.pipe(v.picklist(engineModes), v.description('The field is present only if the request has a `type`.')),
    ),
  }),
  v.title('ModelRecord'),
);

/** `rehearsal` is the built-in deterministic model, which needs no key. `local` is a server on the developer's machine, which only a local stack asks. */
const modelProviders = ['openai', 'bedrock', 'rehearsal', 'local'] as const;
export type ModelProvider = (typeof modelProviders)[number];

export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;

export const ModelItem = v.object({
  id: v.number(),
  /** Unique: `llm_model` in the API. */
  name: v.string(),
  mode: v.picklist(engineModes),
  provider: v.picklist(modelProviders),
  providerModel: v.string(),
  /** Absent: the provider's default, which is right for models that do not reason. */
  reasoning: v.optional(v.picklist(reasoningEfforts)),
  /** The first UTC day on which the model is gone. */
  retiresOn: v.optional(v.pipe(v.string(), v.isoDate())),
  successorId: v.optional(v.number()),
  /** The base URL of a `local` server, with OpenAI's protocol. */
  server: v.optional(v.string()),
  /** The server does not serve the model at present. */
  isAway: v.optional(v.boolean()),
});
export type ModelEntry = v.InferOutput<typeof ModelItem>;

/** Of the Bedrock ids that functions may invoke, without `global.`. */
export const bedrockFamilies = ['amazon.nova-', 'anthropic.claude-'] as const;

export const FIRST_ADDED_ID = 1001;

// Dates: https://developers.openai.com/api/docs/deprecations. AWS has announced none for its models here:
// https://docs.aws.amazon.com/bedrock/latest/userguide/model-lifecycle.html
const gpt4 = { mode: 'pipeline', provider: 'openai', retiresOn: '2027-01-14', successorId: 12 } as const;
/** They take tools in chat completions only without reasoning, which would be silence on the line. */
const gpt6 = { mode: 'pipeline', provider: 'openai', reasoning: 'none' } as const;
const bedrock = { mode: 'pipeline', provider: 'bedrock' } as const;
const speech = { mode: 'multimodal', provider: 'openai' } as const;
const oldSpeech = { ...speech, retiresOn: '2027-01-20' } as const;

/** Ids are stored with assistants: never reuse one, never remove an entry. Current ones come before older ones. */
export const builtInModels: readonly ModelEntry[] = [
  { ...gpt6, id: 12, name: 'gpt-6-luna', providerModel: 'gpt-6-luna' },
  { ...gpt6, id: 13, name: 'gpt-6.1-terra', providerModel: 'gpt-6.1-terra' },
  { ...gpt6, id: 14, name: 'gpt-6-sol', providerModel: 'gpt-6-sol' },
  { ...gpt4, id: 1, name: 'gpt-4.1-mini', providerModel: 'gpt-4.1-mini' },
  { ...gpt4, id: 2, name: 'gpt-4.1', providerModel: 'gpt-4.1' },
  { ...gpt4, id: 3, name: 'gpt-4.1-nano', providerModel: 'gpt-4.1-nano', retiresOn: '2026-10-23' },
  { ...gpt4, id: 4, name: 'gpt-4o', providerModel: 'gpt-4o' },
  { ...gpt4, id: 5, name: 'gpt-4o-mini', providerModel: 'gpt-4o-mini' },
  // Needs no activation in the account, unlike Claude: the first model of a stage on Bedrock.
  { ...bedrock, id: 15, name: 'nova-2-lite', providerModel: 'global.amazon.nova-2-lite-v1:0' },
  { ...bedrock, id: 16, name: 'claude-sonnet-5', providerModel: 'global.anthropic.claude-sonnet-5' },
  { ...bedrock, id: 6, name: 'claude-haiku-4.5', providerModel: 'global.anthropic.claude-haiku-4-5-20251001-v1:0' },
  { ...bedrock, id: 7, name: 'claude-sonnet-4.5', providerModel: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0' },
  { ...bedrock, id: 8, name: 'nova-pro', providerModel: 'amazon.nova-pro-v1:0' },
  { ...bedrock, id: 9, name: 'nova-lite', providerModel: 'amazon.nova-lite-v1:0' },
  { ...bedrock, id: 10, name: 'nova-micro', providerModel: 'amazon.nova-micro-v1:0' },
  { id: 11, name: 'rehearsal', mode: 'pipeline', provider: 'rehearsal', providerModel: 'rehearsal' },
  { ...speech, id: 104, name: 'gpt-realtime-2.1', providerModel: 'gpt-realtime-2.1' },
  { ...speech, id: 105, name: 'gpt-realtime-2.1-mini', providerModel: 'gpt-realtime-2.1-mini' },
  { ...oldSpeech, id: 101, name: 'gpt-realtime', providerModel: 'gpt-realtime', successorId: 104 },
  { ...oldSpeech, id: 102, name: 'gpt-realtime-mini', providerModel: 'gpt-realtime-mini', successorId: 105 },
  {
    ...oldSpeech,
    id: 103,
    name: 'gpt-4o-realtime-preview',
    providerModel: 'gpt-4o-realtime-preview',
    successorId: 104,
  },
];

export function isRetired({ retiresOn }: ModelEntry, now: number): boolean {
  return retiresOn !== undefined && now >= Date.parse(retiresOn);
}

export function findModelByName(name: string, models: readonly ModelEntry[]): ModelEntry | undefined {
  const wanted = name.toLowerCase();
  return models.find((model) => model.name.toLowerCase() === wanted);
}

/** The successor of a retired model may be retired too. */
export function currentModel(id: number, models: readonly ModelEntry[], now: number): ModelEntry | undefined {
  const passed = new Set<number>();
  let model = models.find((one) => one.id === id);
  while (model && isRetired(model, now) && !passed.has(model.id)) {
    const { successorId } = model;
    passed.add(model.id);
    model = models.find((one) => one.id === successorId);
  }
  return model && !isRetired(model, now) ? model : undefined;
}

/** A speech model cannot evaluate text: the first current text model of its provider replaces it. */
export function currentTextModel(id: number, models: readonly ModelEntry[], now: number): ModelEntry | undefined {
  const model = currentModel(id, models, now);
  if (model?.mode !== 'multimodal') return model;
  return models.find((one) => one.mode === 'pipeline' && one.provider === model.provider && !isRetired(one, now));
}

export interface ModelAccess {
  openai: boolean;
  bedrock: string | undefined;
  /** Servers on the developer's machine. */
  local: boolean;
  speech: boolean;
  /** The speech model is a stand-in on this machine. */
  isSpeechSimulated: boolean;
  /** Replaces every text model whose provider is not configured. */
  rehearsal: boolean;
}

/** `none`: the provider is not configured. */
export type SpeakingModel = 'provider' | 'rehearsal' | 'none';

export function speakingModelOf(model: ModelEntry, access: ModelAccess): SpeakingModel {
  const { mode, provider, providerModel, isAway = false } = model;
  if (mode === 'multimodal') return access.speech ? 'provider' : 'none';
  const isOffered = !isAway && (access.bedrock === 'us-east-1' || !IN_US_EAST_1.test(providerModel));
  if (provider !== 'rehearsal' && access[provider] && isOffered) return 'provider';
  return access.rehearsal ? 'rehearsal' : 'none';
}

// These have no «global» inference profile, and most other regions refuse them by their own ids:
// https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
const IN_US_EAST_1 = /^amazon\.nova-(?:pro|lite|micro)-v1:0$/;

const REHEARSAL = 'rehearsal';

/** Who answers where the model is asked. */
export function nameOfSpeaker(model: ModelEntry, access: ModelAccess): string {
  return speakingModelOf(model, access) === 'rehearsal' ? REHEARSAL : model.name;
}

/** The language model of a call, as the API shows it. */
export const CallModel = v.pipe(
  v.strictObject({
    name: plainText('gpt-6-luna'),
    simulated: v.pipe(
      v.boolean(),
      v.description(
        'Whether a stand-in answered instead of a model of a provider: the rehearsal model, or the speech model of a local stack. The times of a stand-in are not those of a real model.',
      ),
    ),
  }),
  v.title('CallModel'),
  v.description(
    'The model that answered, or null if none did. If several did, because one failed, it is the one with the most answers.',
  ),
);
export type CallModel = v.InferOutput<typeof CallModel>;

export const toCallModel = (name: string): CallModel => ({ name, simulated: name === REHEARSAL });

export function modelHeaders(speakingModel: SpeakingModel): Record<string, string> {
  return speakingModel === 'rehearsal' ? { 'x-language-model': 'rehearsal' } : {};
}

export interface ModelCatalogue {
  access: ModelAccess;
  list(): Promise<readonly ModelEntry[]>;
}

export interface ModelStore {
  list(): Promise<ModelEntry[]>;
  add(model: ModelEntry): Promise<'added' | 'id_taken'>;
  replace(model: ModelEntry): Promise<void>;
}

export function createDynamoDbModelStore(table: Table): ModelStore {
  return {
    list: () =>
      queryKnown(table, { partition: keys.model.partition }, ['provider', ModelItem.entries.provider, ModelItem]),

    async add(model) {
      return (await put(table, { ...keys.model.key(model.id), ...model }, absent)) ? 'added' : 'id_taken';
    },

    async replace(model) {
      await put(table, { ...keys.model.key(model.id), ...model });
    },
  };
}

const KEPT_MS = 60_000;
/** Servers on a developer's machine come and go. */
const LOCAL_KEPT_MS = 200;

/** Once a minute. While the table does not answer, the last known list is used: it must not silence a call. */
export function createModelList(store: Pick<ModelStore, 'list'>, clock: Pick<Clock, 'now'>, hasLocal = false) {
  const keptMs = hasLocal ? LOCAL_KEPT_MS : KEPT_MS;
  let known: { models: ModelEntry[]; until: number } | undefined;
  let reading: Promise<ModelEntry[]> | undefined;
  const read = async () => {
    try {
      const models = mergeModels(await store.list());
      known = { models, until: clock.now() + keptMs };
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

export function mergeModels(stored: readonly ModelEntry[]): ModelEntry[] {
  const own = builtInModels.map((model) => stored.find(({ id }) => id === model.id) ?? model);
  const added = stored.filter(({ id }) => !builtInModels.some((model) => model.id === id));
  return [...own, ...added].toSorted((one, other) => byMode(one.mode) - byMode(other.mode));
}

const byMode = (mode: EngineMode) => engineModes.indexOf(mode);
