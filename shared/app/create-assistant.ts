import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findModelByName } from '#shared/catalog/models.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { findAssistantProblems, type AssistantRulesDeps } from '#shared/app/find-assistant-problems.ts';
import { newAssistant } from '#shared/domain/assistant/apply-request.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { CreateAssistantRequest } from '#shared/domain/assistant/assistant-request.ts';
import { invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { IdSource } from '#shared/ports/id-source.ts';

export interface CreateAssistantDeps extends AssistantRulesDeps {
  assistants: AssistantStore;
  clock: Clock;
  ids: IdSource;
}

/** Two records of one millisecond draw the same id once in 4,096 times; five times in a row never happens. */
const MAX_DRAWS = 5;

export async function createAssistant(
  input: { userId: number; request: CreateAssistantRequest },
  deps: CreateAssistantDeps,
): Promise<Assistant> {
  const { userId, request } = input;
  const problems = await findAssistantProblems({ userId, request }, deps);
  const language = findLanguageByName(request.language);
  const model = findModelByName(request.llm_model, request.engine_type);
  if (!language || !model || Object.keys(problems).length > 0) throw invalidFields(problems);
  const choices = { language, model, fillerConfig: phrasesFor(language.id).fillers };
  for (let draw = 1; draw <= MAX_DRAWS; draw += 1) {
    const origin = { userId, id: deps.ids.recordId(), uuid: deps.ids.uuid(), now: deps.clock.now() };
    const assistant = newAssistant(request, choices, origin);
    const outcome = await deps.assistants.create(assistant);
    if (outcome === 'created') return assistant;
    if (outcome === 'number_taken') throw numberTaken();
  }
  throw new Error(`every one of ${MAX_DRAWS} assistant ids was taken`);
}

/** Somebody else took the number after it was looked at. */
export function numberTaken() {
  return invalidFields({ phone_number_id: [fillSentence(sentences.selected, 'phone_number_id')] });
}
