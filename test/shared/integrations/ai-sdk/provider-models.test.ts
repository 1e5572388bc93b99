import { expect, it } from 'vitest';
import { bedrockModel, openAiModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';

it('reach OpenAI itself by chat completions when no other server is named', async () => {
  const model = await openAiModel({ apiKey: async () => 'sk-test', baseUrl: undefined }, 'gpt-4.1-mini');
  expect(model).toMatchObject({ modelId: 'gpt-4.1-mini', provider: 'openai.chat' });
});

it('reach Bedrock by the region and the credentials of the function', async () => {
  const credentials = async () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const model = await bedrockModel({ region: 'us-east-1', credentials }, 'amazon.nova-lite-v1:0');
  expect(model).toMatchObject({ modelId: 'amazon.nova-lite-v1:0', provider: 'amazon-bedrock' });
});
