import type { LanguageModelV4 } from '@ai-sdk/provider';

export interface OpenAiAccess {
  /** Read again for every answer, so that a rotated key is picked up. */
  apiKey: () => Promise<string>;
  /** Of a server that speaks OpenAI's protocol; OpenAI itself when left out. */
  baseUrl: string | undefined;
}

/** Chat completions rather than responses: every compatible server has them, and OpenAI stores none of the conversation. */
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
