import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  builtInModels,
  currentTextModel,
  speakingModelOf,
  type ModelCatalogue,
  type ModelEntry,
} from '#shared/catalog/models.ts';
import { ModelFailure, type LanguageModel } from '#shared/conversations/language-model.ts';
import { openThoughtsOf } from '#shared/integrations/ai-sdk/open-thoughts.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface Providers {
  openai?: OpenAiAccess;
  bedrock?: BedrockAccess;
}

interface CatalogueLanguageModelDeps {
  models: ModelCatalogue;
  providers: () => Providers;
  clock: Pick<Clock, 'now'>;
}

/** The rehearsal model replaces every other where the deployment says so. Providers are loaded on first use. */
export function createCatalogueLanguageModel(deps: CatalogueLanguageModelDeps): LanguageModel {
  const { models, providers, clock } = deps;
  let real: Promise<LanguageModel> | undefined;
  let rehearsal: Promise<LanguageModel> | undefined;
  const find = async (modelId: number): Promise<ModelEntry> => {
    const entry = currentTextModel(modelId, await models.list(), clock.now());
    if (!entry) throw new ModelUnavailable(`there is no current model ${modelId}`);
    return entry;
  };
  const choose = async (modelId: number): Promise<LanguageModel> => {
    const entry = await find(modelId);
    const speakingModel = speakingModelOf(entry, models.access);
    if (speakingModel === 'none') throw new ModelUnavailable(`no provider is configured for ${entry.name}`);
    return speakingModel === 'provider' ? (real ??= loadReal(find, providers)) : (rehearsal ??= loadRehearsal());
  };
  // Before the first words of a customer, who would wait for it. A failure is reported by the answer.
  if (models.access.rehearsal) (rehearsal ??= loadRehearsal()).catch(() => undefined);
  return {
    async *reply(request) {
      yield* (await choose(request.modelId)).reply(request);
    },
    evaluate: async (request) => (await choose(request.modelId)).evaluate(request),
  };
}

class ModelUnavailable extends ModelFailure {
  override name = 'ModelUnavailable';

  constructor(message: string) {
    super(message, { isPermanent: true });
  }
}

async function loadReal(
  find: (modelId: number) => Promise<ModelEntry>,
  providers: () => Providers,
): Promise<LanguageModel> {
  const { createAiSdkLanguageModel } = await import('#shared/integrations/ai-sdk/ai-sdk-language-model.ts');
  return createAiSdkLanguageModel(async (modelId, needs) => {
    const entry = await find(modelId);
    const { reasoning, server } = entry;
    const { openai, bedrock } = providers();
    const own = entry.provider === 'openai' ? openai : undefined;
    const access = entry.provider === 'local' && server !== undefined ? { ...noKey, baseUrl: server } : own;
    if (access) {
      const openThoughts = access.baseUrl === undefined ? undefined : openThoughtsAt(access, entry);
      return { model: await openAiModel(access, entry, needs), reasoning, openThoughts };
    }
    if (entry.provider === 'bedrock' && bedrock) return { model: await bedrockModel(bedrock, entry), reasoning };
    throw new ModelUnavailable(`no provider is configured for ${entry.name}`);
  });
}

/** Servers on the developer's machine ask for none. */
const noKey = { apiKey: () => Promise.resolve('none') };

/** Imported here alone: the bundles of a stage without the rehearsal model leave its module out. */
async function loadRehearsal(): Promise<LanguageModel> {
  const { createRehearsalLanguageModel } = await import('#shared/integrations/rehearsal/rehearsal-language-model.ts');
  return createRehearsalLanguageModel();
}

export interface OpenAiAccess {
  /** Called for every request, so that a rotated key is used. */
  apiKey: () => Promise<string>;
  /** A server with OpenAI's protocol; OpenAI by default. */
  baseUrl: string | undefined;
  /** The name of the model at that server, for all built-in models of OpenAI. */
  model?: string | undefined;
}

/** Every compatible server supports chat completions, and OpenAI does not store the conversation. */
export async function openAiModel(
  access: OpenAiAccess,
  entry: Pick<ModelEntry, 'id' | 'providerModel'>,
  needs: { needsTools: boolean },
): Promise<LanguageModelV4> {
  const { apiKey, baseUrl } = access;
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({
    apiKey: await apiKey(),
    ...(baseUrl !== undefined && (await serverAt(baseUrl, needs))),
  });
  return provider.chat(servedName(access, entry));
}

/** What is known of a built-in model is not true of the model that replaces it. */
function openThoughtsAt(access: OpenAiAccess, entry: ModelEntry) {
  const name = servedName(access, entry);
  return openThoughtsOf(name, name === entry.providerModel ? entry.reasoning : undefined);
}

function servedName(
  { model }: Pick<OpenAiAccess, 'model'>,
  { id, providerModel }: Pick<ModelEntry, 'id' | 'providerModel'>,
): string {
  const isBuiltIn = builtInModels.some((known) => known.id === id);
  return isBuiltIn ? (model ?? providerModel) : providerModel;
}

async function serverAt(baseURL: string, needs: { needsTools: boolean }) {
  const { askCompatibleServer } = await import('#shared/integrations/ai-sdk/compatible-server.ts');
  return { baseURL, fetch: (...request: Parameters<typeof fetch>) => askCompatibleServer(request, needs) };
}

export interface BedrockAccess {
  region: string;
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;
}

export async function bedrockModel(
  { region, credentials }: BedrockAccess,
  { providerModel }: Pick<ModelEntry, 'providerModel'>,
): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  return createAmazonBedrock({ region, credentialProvider: credentials })(providerModel);
}
