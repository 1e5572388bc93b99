import type { Assistant } from '#shared/assistants/assistant.ts';
import {
  findAssistantProblems,
  numberTaken,
  refuseTooLarge,
  type AssistantDeps,
  type RulesDeps,
} from '#shared/assistants/assistant-rules.ts';
import { interruptWords, languageFields, modelFields } from '#shared/assistants/create-assistant.ts';
import type { UpdateRequest } from '#shared/assistants/settings.ts';
import type { ModelEntry } from '#shared/catalog/models.ts';
import { AppError, invalidFields, fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import { inRounds } from '#shared/platform/table/table.ts';
import { isCallableUrl } from '#shared/webhooks/webhook.ts';

interface AssistantKey {
  userId: number;
  assistantId: number;
}

interface UpdateAssistantInput extends AssistantKey {
  request: UpdateRequest;
}

type ChangeDeps = Pick<AssistantDeps, 'assistants' | 'clock'>;

/** Changes what the request sends and nothing else; the rules hold on the result. */
export async function updateAssistant(input: UpdateAssistantInput, deps: ChangeDeps & RulesDeps): Promise<Assistant> {
  const { userId, request } = input;
  return changeAssistant(input, deps, async (before) => {
    const problems = await findAssistantProblems({ userId, before, request }, deps);
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
    const after = updatedAssistant(before, request, await deps.models.list());
    refuseTooLarge(after);
    return after;
  });
}

/** The same rules for a body with faults, so that all problems are reported at once. */
export async function findUpdateProblems(
  { userId, assistantId, request }: UpdateAssistantInput,
  deps: RulesDeps & Pick<AssistantDeps, 'assistants'>,
): Promise<FieldErrors> {
  const before = await deps.assistants.get(userId, assistantId);
  if (!before) throw new AppError('assistant_not_found');
  return findAssistantProblems({ userId, before, request }, deps);
}

function updatedAssistant(before: Assistant, request: UpdateRequest, models: readonly ModelEntry[]): Assistant {
  const { language, model, useMinInterruptWords, sentStatus: _, ...sent } = request;
  return {
    ...before,
    ...sent,
    ...(language && languageFields(language)),
    ...(model && modelFields(model, models)),
    ...interruptWords(useMinInterruptWords),
  };
}

/**
 * The id of an assistant that is named by its id or UUID. By UUID it reads all assistants of the user, as their list does: few clients
 * send one, and an index would cost a write for each assistant.
 * @throws AppError assistant_not_found
 */
export async function findAssistantId(
  { userId, reference }: { userId: number; reference: number | string },
  { assistants }: Pick<AssistantDeps, 'assistants'>,
): Promise<number> {
  if (typeof reference === 'number') return reference;
  const named = (await assistants.listAll(userId)).find(({ uuid }) => uuid === reference);
  if (!named) throw new AppError('assistant_not_found');
  return named.id;
}

/** Notifications of all calls go to the URL from now on. */
export async function enableWebhook(
  { url, ...key }: AssistantKey & { url: string },
  deps: ChangeDeps & Pick<AssistantDeps, 'allowLoopback'>,
): Promise<void> {
  requireCallable(url, deps);
  await changeAssistant(key, deps, (before) => ({ ...before, webhookUrl: url, isWebhookActive: true }));
}

/** Stops the notifications of all calls. The URL is kept. */
export async function disableWebhook(key: AssistantKey, deps: ChangeDeps): Promise<void> {
  await changeAssistant(key, deps, (before) => ({ ...before, isWebhookActive: false }));
}

/** From now on the assistant makes and answers no calls, and its number is free. */
export async function deactivateAssistant(key: AssistantKey, deps: ChangeDeps): Promise<void> {
  await changeAssistant(key, deps, (before) => ({ ...before, status: 'inactive', phoneNumberId: null }));
}

/** Notifications of inbound calls go to the URL from now on. */
export async function enableInboundWebhook(
  { url, ...key }: AssistantKey & { url: string },
  deps: ChangeDeps & Pick<AssistantDeps, 'allowLoopback'>,
): Promise<void> {
  requireCallable(url, deps);
  await changeAssistant(key, deps, (before) => ({ ...before, inboundWebhookUrl: url }));
}

/** Stops the notifications of inbound calls. */
export async function disableInboundWebhook(key: AssistantKey, deps: ChangeDeps): Promise<void> {
  await changeAssistant(key, deps, (before) => ({ ...before, inboundWebhookUrl: null }));
}

function requireCallable(url: string, deps: Pick<AssistantDeps, 'allowLoopback'>): void {
  if (!isCallableUrl(url, deps)) throw invalidFields({ webhook_url: [fillSentence(sentences.url, 'webhook_url')] });
}

/** Removes the assistant and frees its number. Running calls keep the configuration they started with. */
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

async function changeAssistant(
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
    if (outcome === 'number_taken') throw numberTaken();
    return outcome === 'replaced' ? after : 'again';
  });
}
