import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findModelByName } from '#shared/catalog/models.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { changeAssistant, type ChangeAssistantDeps } from '#shared/app/change-assistant.ts';
import { refuseTooLarge } from '#shared/app/create-assistant.ts';
import { findAssistantProblems, type AssistantRulesDeps } from '#shared/app/find-assistant-problems.ts';
import { updatedAssistant } from '#shared/domain/assistant/apply-request.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { UpdateAssistantRequest } from '#shared/domain/assistant/assistant-request.ts';
import { AppError, invalidFields, type FieldErrors } from '#shared/domain/errors/app-error.ts';

export type UpdateAssistantDeps = ChangeAssistantDeps & AssistantRulesDeps;

interface UpdateAssistantInput {
  userId: number;
  assistantId: number;
  request: UpdateAssistantRequest;
}

/** Changes what the request names and nothing else; the rules hold on the assistant that comes out. */
export async function updateAssistant(input: UpdateAssistantInput, deps: UpdateAssistantDeps): Promise<Assistant> {
  const { userId, request } = input;
  return changeAssistant(
    input,
    async (before) => {
      const problems = await findAssistantProblems({ userId, before, request }, deps);
      if (Object.keys(problems).length > 0) throw invalidFields(problems);
      const after = updatedAssistant(before, request, chosen(request, before));
      refuseTooLarge(after);
      return after;
    },
    deps,
  );
}

/** The same rules for a request whose form is wrong already, so that everything is reported at once. */
export async function findUpdateProblems(
  { userId, assistantId, request }: UpdateAssistantInput,
  deps: UpdateAssistantDeps,
): Promise<FieldErrors> {
  const before = await deps.assistants.get(userId, assistantId);
  if (!before) throw new AppError('assistant_not_found');
  return findAssistantProblems({ userId, before, request }, deps);
}

function chosen(request: UpdateAssistantRequest, before: Assistant) {
  const language = request.language === undefined ? undefined : findLanguageByName(request.language);
  const mode = request.engine_type ?? before.mode;
  return {
    ...(language === undefined ? {} : { language: { language, fillerConfig: phrasesFor(language.id).fillers } }),
    model: request.llm_model === undefined ? undefined : findModelByName(request.llm_model, mode),
  };
}
