import {
  findAssistantProblems,
  refusalOf,
  refuseTooLarge,
  type AssistantDeps,
  type RulesDeps,
} from '#shared/assistants/assistant-rules.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { interruptWords, languageFields, modelFields } from '#shared/assistants/create-assistant.ts';
import type { UpdateRequest } from '#shared/assistants/settings.ts';
import type { ModelEntry } from '#shared/catalog/models.ts';
import { AppError, invalidFields, type FieldErrors } from '#shared/platform/errors.ts';
import { inRounds } from '#shared/platform/table/table.ts';

export interface AssistantKey {
  userId: number;
  assistantId: number;
}

interface UpdateAssistantInput extends AssistantKey {
  request: UpdateRequest;
}

export type ChangeDeps = Pick<AssistantDeps, 'assistants' | 'clock'>;

export async function updateAssistant(input: UpdateAssistantInput, deps: ChangeDeps & RulesDeps): Promise<Assistant> {
  const { userId, request } = input;
  return changeAssistant(input, deps, async (before) => {
    const { sentVersion = before.version } = request;
    if (sentVersion !== before.version) throw new AppError('assistant_changed');
    const problems = await findAssistantProblems({ userId, before, request }, deps);
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
    const after = updatedAssistant(before, request, await deps.models.list());
    refuseTooLarge(after);
    return after;
  });
}

/** All problems are reported at once, those of a body with faults, too. */
export async function findUpdateProblems(
  { userId, assistantId, request }: UpdateAssistantInput,
  deps: RulesDeps & Pick<AssistantDeps, 'assistants'>,
): Promise<FieldErrors> {
  const before = await deps.assistants.get(userId, assistantId);
  if (!before) throw new AppError('assistant_not_found');
  return findAssistantProblems({ userId, before, request }, deps);
}

function updatedAssistant(before: Assistant, request: UpdateRequest, models: readonly ModelEntry[]): Assistant {
  const { language, model, useMinInterruptWords, sentStatus: _, sentVersion: __, sentIgnored: ___, ...rest } = request;
  const { sentEndCall, ...sent } = rest;
  const others = sentEndCall ? before.tools.filter(({ type }) => type !== 'end_call') : [];
  return {
    ...before,
    ...sent,
    ...(sent.tools && { tools: [...others, ...sent.tools] }),
    ...(language && languageFields(language)),
    ...(model && modelFields(model, models)),
    ...interruptWords(useMinInterruptWords),
  };
}

/** The assistant makes and answers no calls from now on. */
export async function deactivateAssistant(key: AssistantKey, deps: ChangeDeps): Promise<void> {
  await changeAssistant(key, deps, (before) => ({ ...before, status: 'inactive', phoneNumberId: null }));
}

/** Running calls keep the configuration they started with. */
export async function deleteAssistant(
  { userId, assistantId }: AssistantKey,
  deps: Pick<AssistantDeps, 'assistants'>,
): Promise<void> {
  await inRounds('assistant', async () => {
    const assistant = await deps.assistants.get(userId, assistantId);
    if (!assistant) throw new AppError('assistant_not_found');
    return (await deps.assistants.delete(assistant)) === 'deleted' ? undefined : 'again';
  });
}

/** @throws AppError assistant_not_found; what `change` throws */
export async function changeAssistant(
  { userId, assistantId }: AssistantKey,
  deps: ChangeDeps,
  change: (before: Assistant) => Assistant | Promise<Assistant>,
): Promise<Assistant> {
  return inRounds('assistant', async () => {
    const before = await deps.assistants.get(userId, assistantId);
    if (!before) throw new AppError('assistant_not_found');
    const changed = await change(before);
    const version = before.version + 1;
    const after = { ...changed, updatedAt: deps.clock.now(), version, copiedVersion: version };
    const outcome = await deps.assistants.replace(before, after);
    if (outcome === 'replaced') return after;
    if (outcome !== 'conflict') throw refusalOf(outcome);
    return 'again';
  });
}
