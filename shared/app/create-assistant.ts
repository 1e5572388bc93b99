import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findModelByName } from '#shared/catalog/models.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { findReserved, type Reservation, resumed } from '#shared/platform/http/idempotency.ts';
import { findAssistantProblems, type AssistantRulesDeps } from '#shared/app/find-assistant-problems.ts';
import { newAssistant } from '#shared/domain/assistant/apply-request.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { CreateAssistantRequest } from '#shared/domain/assistant/assistant-request.ts';
import { findSizeProblem } from '#shared/domain/assistant/find-size-problem.ts';
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

export interface CreateAssistantInput {
  userId: number;
  request: CreateAssistantRequest;
  reservation?: Reservation | undefined;
}

export async function createAssistant(
  input: CreateAssistantInput,
  deps: CreateAssistantDeps,
  draw = 1,
): Promise<Assistant> {
  const { userId, request, reservation } = input;
  const place = await findReserved(
    reservation,
    (id) => deps.assistants.get(userId, id),
    ({ uuid }) => uuid,
  );
  if (place.item) return place.item;
  const problems = await findAssistantProblems({ userId, request }, deps);
  const language = findLanguageByName(request.language);
  const model = findModelByName(request.llm_model, request.engine_type);
  if (!language || !model || Object.keys(problems).length > 0) throw invalidFields(problems);
  const assistant = newAssistant(
    request,
    { language, model, fillerConfig: phrasesFor(language.id).fillers },
    {
      userId,
      id: place.id ?? deps.ids.recordId(),
      uuid: reservation?.token ?? deps.ids.uuid(),
      now: deps.clock.now(),
    },
  );
  refuseTooLarge(assistant);
  const outcome = await deps.assistants.create(assistant);
  if (outcome === 'created') return assistant;
  if (outcome === 'number_taken') throw numberTaken();
  if (draw === MAX_DRAWS) throw new Error(`every one of ${MAX_DRAWS} assistant ids was taken`);
  return createAssistant({ ...input, reservation: resumed(reservation) }, deps, draw + 1);
}

/** @throws AppError validation_failed on the largest text of an assistant that cannot be stored */
export function refuseTooLarge(assistant: Assistant): void {
  const problems = findSizeProblem(assistant);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Somebody else took the number after it was looked at. */
export function numberTaken() {
  return invalidFields({ phone_number_id: [fillSentence(sentences.selected, 'phone_number_id')] });
}
