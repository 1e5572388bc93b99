import { createCatalogueLanguageModel, type Providers } from '#shared/adapters/ai-sdk/catalogue-language-model.ts';
import type { LanguageModel } from '#shared/ports/language-model.ts';
import { dynamo } from '#shared/runtime/clients.ts';
import { environment } from '#shared/runtime/environment.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import { once } from '#shared/runtime/once.ts';
import { secrets } from '#shared/runtime/secrets.ts';

const catalogueModel = /* @__PURE__ */ once(() => createCatalogueLanguageModel(configuredProviders(), logger));

export function languageModel(): LanguageModel {
  return catalogueModel();
}

function configuredProviders(): Providers {
  const { OPENAI_ENABLED, OPENAI_BASE_URL, BEDROCK_REGION } = environment.languageModels();
  return {
    ...(OPENAI_ENABLED ? { openai: { apiKey: () => secrets().get('openai-api-key'), baseUrl: OPENAI_BASE_URL } } : {}),
    ...(BEDROCK_REGION === undefined
      ? {}
      : // The SDK's own chain: the function's role in AWS, a profile on a developer's machine.
        { bedrock: { region: BEDROCK_REGION, credentials: () => dynamo().config.credentials() } }),
  };
}
