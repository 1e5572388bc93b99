import {
  findAssistantProblems,
  refusalOf,
  refuseTooLarge,
  type AssistantDeps,
} from '#shared/assistants/assistant-rules.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { requireChosenModel } from '#shared/assistants/choose-model.ts';
import { assistantDefaults, type CreateRequest } from '#shared/assistants/settings.ts';
import { phrasesFor, type Language } from '#shared/catalog/languages.ts';
import type { ModelEntry } from '#shared/catalog/models.ts';
import { invalidFields } from '#shared/platform/errors.ts';
import { findReservedRecord, type Reservation, asResumed } from '#shared/platform/http/idempotency.ts';
import { nextDraw } from '#shared/platform/ids.ts';
import type { ModelChoice } from './speech-settings.ts';

interface CreateAssistantInput {
  userId: number;
  request: CreateRequest;
  reservation?: Reservation | undefined;
}

export async function createAssistant(input: CreateAssistantInput, deps: AssistantDeps, draw = 1): Promise<Assistant> {
  const { userId, request, reservation } = input;
  const place = await findReservedRecord(
    reservation,
    (id) => deps.assistants.get(userId, id),
    ({ uuid }) => uuid,
  );
  if (place.item) return place.item;
  const problems = await findAssistantProblems({ userId, request }, deps);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const assistant = newAssistant(request, await deps.models.list(), {
    userId,
    id: place.id ?? deps.ids.recordId(),
    uuid: reservation?.token ?? deps.ids.uuid(),
    now: deps.clock.now(),
  });
  refuseTooLarge(assistant);
  const outcome = await deps.assistants.create(assistant);
  if (outcome === 'created') return assistant;
  if (outcome !== 'id_taken') throw refusalOf(outcome);
  return createAssistant({ ...input, reservation: asResumed(reservation) }, deps, nextDraw(draw));
}

interface Origin {
  id: number;
  userId: number;
  uuid: string;
  now: number;
}

export function newAssistant(
  request: CreateRequest,
  models: readonly ModelEntry[],
  { id, userId, uuid, now }: Origin,
): Assistant {
  const { language, model, useMinInterruptWords, sentIgnored: _, ...sent } = request;
  return {
    id,
    userId,
    uuid,
    ...assistantDefaults,
    ...sent,
    ...languageFields(language),
    ...modelFields(model, models),
    ...interruptWords(useMinInterruptWords),
    createdAt: now,
    updatedAt: now,
    version: 1,
    copiedVersion: 1,
  };
}

/** Fillers are spoken in the assistant's language, so they change with it. */
export function languageFields({ id, name }: Language) {
  return { language: name, languageId: id, fillerConfig: phrasesFor(id).fillers };
}

export function modelFields(choice: ModelChoice, models: readonly ModelEntry[]) {
  const { id, mode } = requireChosenModel(choice, models);
  return mode === 'pipeline'
    ? { llmModelId: id, multimodalModelId: null }
    : { llmModelId: null, multimodalModelId: id };
}

/** Switching the words off wins over a number that is sent along. */
export function interruptWords(areUsed: boolean | undefined) {
  return areUsed === false ? { minInterruptWords: 0 } : {};
}
