import type { Assistant } from '#shared/assistants/assistant.ts';
import type { ModelChoice } from '#shared/assistants/speech-settings.ts';
import {
  currentModel,
  currentTextModel,
  findModelByName,
  isRetired,
  speakingModelOf,
  type ModelCatalogue,
  type ModelEntry,
  type SpeakingModel,
} from '#shared/catalog/models.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { fillSentence, invalidFields, sentences, type FieldErrors } from '#shared/platform/errors.ts';

/** `none`: the provider of its model is not configured, or the model is retired without a successor. */
export async function speakingModelFor(
  { llmModelId, multimodalModelId }: Pick<Assistant, 'llmModelId' | 'multimodalModelId'>,
  { models, clock }: { models: ModelCatalogue; clock: Pick<Clock, 'now'> },
): Promise<SpeakingModel> {
  const model = currentModel(llmModelId ?? multimodalModelId ?? 0, await models.list(), clock.now());
  return model ? speakingModelOf(model, models.access) : 'none';
}

/** The text model for an id and those of a fallback list, or else the first one of another provider that is configured. */
export async function textModelsFor(
  { modelId, fallbackModels }: { modelId: number; fallbackModels?: readonly string[] | undefined },
  { models, clock }: { models: ModelCatalogue; clock: Pick<Clock, 'now'> },
): Promise<ModelEntry[]> {
  const now = clock.now();
  const all = await models.list();
  const own = currentTextModel(modelId, all, now);
  const named = fallbackModels?.flatMap((name) => {
    const model = findModelByName(name, all);
    return (model && currentModel(model.id, all, now)) ?? [];
  });
  // The rehearsal model replaces no model that has failed.
  const usable = (named ?? all.filter(({ provider }) => provider !== own?.provider)).filter(
    (model) =>
      model.id !== own?.id &&
      model.mode === 'pipeline' &&
      !isRetired(model, now) &&
      speakingModelOf(model, models.access) === 'provider',
  );
  return [...(own ? [own] : []), ...(named ? usable : usable.slice(0, 1))];
}

/** @throws AppError validation_failed if an operator removed the model since the request was checked */
export function requireChosenModel(choice: ModelChoice, models: readonly ModelEntry[]): ModelEntry {
  const model = findChosenModel(choice, models);
  if (!model) throw invalidFields(problem('llm_model', sentences.selected));
  return model;
}

/** Undefined if one of the names names none, or if two of them differ. */
export function findChosenModel(choice: ModelChoice, models: readonly ModelEntry[]): ModelEntry | undefined {
  const [first, ...others] = entriesOf(choice, models).map(({ entry }) => entry);
  return others.every((other) => other === first) ? first : undefined;
}

export function findModelProblems(
  choice: ModelChoice,
  before: Assistant | undefined,
  { models, access, now }: { models: readonly ModelEntry[]; access: ModelCatalogue['access']; now: number },
): FieldErrors {
  const named = entriesOf(choice, models);
  const unknown = named.filter(({ entry }) => entry === undefined);
  if (unknown.length > 0) return Object.assign({}, ...unknown.map(({ field }) => problem(field, sentences.selected)));
  const [first, ...others] = named;
  if (!first?.entry) return {};
  const different = others.find(({ entry }) => entry !== first.entry);
  if (different) return problem('llm_model', sentences.match(different.field));
  const isKept = [before?.llmModelId, before?.multimodalModelId].includes(first.entry.id);
  if (isRetired(first.entry, now) && !isKept) {
    const successor = models.find(({ id }) => id === first.entry?.successorId);
    return problem('llm_model', sentences.retired(successor?.name));
  }
  return speakingModelOf(first.entry, access) === 'none' && !isKept ? problem('llm_model', sentences.noProvider) : {};
}

export function findFallbackProblems(
  names: readonly string[],
  { models, access, now }: { models: readonly ModelEntry[]; access: ModelCatalogue['access']; now: number },
): FieldErrors {
  const problems = names.flatMap((name, index) => {
    const model = findModelByName(name, models);
    const isFit = model?.mode === 'pipeline' && !isRetired(model, now) && speakingModelOf(model, access) !== 'none';
    return isFit ? [] : [problem(`fallback_models.${index}`, sentences.selected)];
  });
  return Object.assign({}, ...problems);
}

function entriesOf(choice: ModelChoice, models: readonly ModelEntry[]) {
  const byId = (id: number, mode: ModelEntry['mode']) => models.find((one) => one.id === id && one.mode === mode);
  const { llm_model: name, llm_model_id: textId, multimodal_model_id: speechId } = choice;
  return [
    ...(name === undefined ? [] : [{ field: 'llm_model', entry: findModelByName(name, models) }]),
    ...(textId === undefined ? [] : [{ field: 'llm_model_id', entry: byId(textId, 'pipeline') }]),
    ...(speechId === undefined ? [] : [{ field: 'multimodal_model_id', entry: byId(speechId, 'multimodal') }]),
  ];
}

function problem(field: string, sentence: string): FieldErrors {
  return { [field]: [fillSentence(sentence, field)] };
}
