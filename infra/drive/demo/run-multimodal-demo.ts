import { demoAssistant } from '#infra/drive/demo/demo-assistants.ts';
import { runDemo } from '#infra/drive/demo/run-demo.ts';
import type { Screen } from '#infra/drive/demo/screen.ts';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { builtInModels } from '#shared/catalog/models.ts';
import { publicVoices } from '#shared/catalog/voices.ts';

/** The same call with a speech model. Returns what is missing; empty when all went well. */
export async function runMultimodalDemo(stack: LocalStack, screen: Screen): Promise<string[]> {
  const voice = publicVoices.find(({ mode }) => mode === 'multimodal');
  const model = builtInModels.find(({ mode }) => mode === 'multimodal');
  if (!voice || !model) throw new Error('the catalogue has no speech model');
  return runDemo(stack, screen, (webhookUrl) => ({
    ...demoAssistant(webhookUrl),
    engine_type: 'multimodal',
    llm_model: model.name,
    voice_id: voice.id,
  }));
}
