import type { LoadedRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { ScriptedAnswers } from '#infra/local/rehearsal/scripted-model.ts';
import { builtInModels } from '#shared/catalog/models.ts';
import { publicVoices } from '#shared/catalog/voices.ts';

/** A file for both engines is rehearsed twice. */
export function inItsEngines(rehearsal: LoadedRehearsal): LoadedRehearsal[] {
  if (rehearsal.engines !== 'both') return [rehearsal];
  const voice = publicVoices.find(({ mode }) => mode === 'multimodal');
  const model = builtInModels.find(({ mode }) => mode === 'multimodal');
  if (!voice || !model) throw new Error('the catalogue has no speech model');
  const speech = { engine_type: 'multimodal', llm_model: model.name, voice_id: voice.id };
  const assistant = { ...rehearsal.assistant, ...speech };
  return [rehearsal, { ...rehearsal, name: `${rehearsal.name} (speech model)`, assistant }];
}

export const isForSpeechModel = ({ assistant }: Pick<LoadedRehearsal, 'assistant'>): boolean =>
  'engine_type' in assistant && assistant['engine_type'] === 'multimodal';

/** What the stand-in of a speech model answers: it knows words, pauses and tools. */
export function speechModelOf(answers: ScriptedAnswers | undefined) {
  return answers?.map((parts) => parts.filter((part) => typeof part === 'string' || 'wait' in part || 'call' in part));
}
