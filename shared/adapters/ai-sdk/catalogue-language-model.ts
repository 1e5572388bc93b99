import {
  bedrockModel,
  openAiModel,
  type BedrockAccess,
  type OpenAiAccess,
} from '#shared/adapters/ai-sdk/provider-models.ts';
import { createRehearsalLanguageModel } from '#shared/adapters/rehearsal/rehearsal-language-model.ts';
import { findModel, models } from '#shared/catalog/models.ts';
import type { ModelEntry } from '#shared/domain/language-model/model-entry.ts';
import type { LanguageModel } from '#shared/ports/language-model.ts';
import type { Logger } from '#shared/ports/logger.ts';

/** What is configured; a provider that is left out is not. */
export interface Providers {
  openai?: OpenAiAccess;
  bedrock?: BedrockAccess;
}

/**
 * The model that an assistant names, by its provider. Where that provider is not configured the rehearsal model answers,
 * and the log says so once. Only what is used is loaded.
 */
export function createCatalogueLanguageModel(providers: Providers, logger: Logger): LanguageModel {
  const rehearsal = createRehearsalLanguageModel();
  const told = new Set<string>();
  let real: Promise<LanguageModel> | undefined;
  const choose = async (modelId: number): Promise<LanguageModel> => {
    const entry = textModel(modelId);
    const provider = entry?.provider ?? 'rehearsal';
    if (provider !== 'rehearsal' && providers[provider]) return (real ??= loadReal(providers));
    if (provider !== 'rehearsal' && !told.has(provider)) {
      told.add(provider);
      logger.warn('the rehearsal model answers, because the provider is not configured', { provider });
    }
    return rehearsal;
  };
  return {
    async *reply(request) {
      yield* (await choose(request.modelId)).reply(request);
    },
    evaluate: async (request) => (await choose(request.modelId)).evaluate(request),
  };
}

async function loadReal(providers: Providers): Promise<LanguageModel> {
  const { createAiSdkLanguageModel } = await import('#shared/adapters/ai-sdk/ai-sdk-language-model.ts');
  return createAiSdkLanguageModel(async (modelId) => {
    const entry = textModel(modelId);
    if (entry?.provider === 'openai' && providers.openai) return openAiModel(providers.openai, entry.providerModel);
    if (entry?.provider === 'bedrock' && providers.bedrock) return bedrockModel(providers.bedrock, entry.providerModel);
    throw new Error(`no provider for model ${modelId}`);
  });
}

/** A speech model does not read: the first text model of its provider does it instead. */
function textModel(modelId: number): ModelEntry | undefined {
  const entry = findModel(modelId);
  if (entry?.mode !== 'multimodal') return entry;
  return models.find((model) => model.mode === 'pipeline' && model.provider === entry.provider);
}
