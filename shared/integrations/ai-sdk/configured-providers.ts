import type { Providers } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { dynamo, environment } from '#shared/platform/environment.ts';
import { secrets } from '#shared/platform/secrets.ts';

/** The providers that the environment names, with their keys and addresses. */
export function configuredProviders(): Providers {
  const {
    OPENAI_ENABLED,
    OPENAI_BASE_URL: baseUrl,
    OPENAI_MODEL: model,
    OPENAI_KEY_SECRET: keySecret,
    BEDROCK_REGION,
  } = environment.languageModels();
  return {
    ...(OPENAI_ENABLED ? { openai: { apiKey: () => secrets().get(keySecret), baseUrl, model } } : {}),
    ...(BEDROCK_REGION === undefined
      ? {}
      : // The SDK's credential chain: the function's role in AWS, a profile on a developer's machine.
        { bedrock: { region: BEDROCK_REGION, credentials: () => dynamo().config.credentials() } }),
  };
}
