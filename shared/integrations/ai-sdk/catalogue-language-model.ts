import type { LanguageModelV4 } from '@ai-sdk/provider';
import { findModel, models, type ModelEntry } from '#shared/catalog/models.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';

/** The configured providers. */
export interface Providers {
  openai?: OpenAiAccess;
  bedrock?: BedrockAccess;
}

/**
 * Calls the assistant's model at its provider. If the provider is not configured, the rehearsal model answers, and a warning is
 * logged once. Providers are loaded on first use.
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
      logger.warn('provider not configured; using the rehearsal model', { provider });
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
  const { createAiSdkLanguageModel } = await import('#shared/integrations/ai-sdk/ai-sdk-language-model.ts');
  return createAiSdkLanguageModel(async (modelId) => {
    const entry = textModel(modelId);
    if (entry?.provider === 'openai' && providers.openai) return openAiModel(providers.openai, entry.providerModel);
    if (entry?.provider === 'bedrock' && providers.bedrock) return bedrockModel(providers.bedrock, entry.providerModel);
    throw new Error(`no provider for model ${modelId}`);
  });
}

/** A speech model cannot evaluate text: the first text model of its provider replaces it. */
function textModel(modelId: number): ModelEntry | undefined {
  const entry = findModel(modelId);
  if (entry?.mode !== 'multimodal') return entry;
  return models.find((model) => model.mode === 'pipeline' && model.provider === entry.provider);
}

export interface OpenAiAccess {
  /** Called for every request, so that a rotated key is used. */
  apiKey: () => Promise<string>;
  /** A server with OpenAI's protocol; OpenAI by default. */
  baseUrl: string | undefined;
}

/** Chat completions instead of responses: every compatible server supports them, and OpenAI does not store the conversation. */
export async function openAiModel({ apiKey, baseUrl }: OpenAiAccess, name: string): Promise<LanguageModelV4> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey: await apiKey(), ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
  return provider.chat(name);
}

export interface BedrockAccess {
  region: string;
  credentials: () => Promise<{ accessKeyId: string; secretAccessKey: string; sessionToken?: string }>;
}

export async function bedrockModel({ region, credentials }: BedrockAccess, name: string): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  return createAmazonBedrock({ region, credentialProvider: credentials })(name);
}
