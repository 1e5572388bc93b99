import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { changeAssistant, type ChangeDeps } from '#shared/assistants/update-assistant.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { objectOf, referenceOrUuid, required, webUrl } from '#shared/platform/http/fields.ts';

export const webhookOnBody = objectOf({ assistant_id: required(referenceOrUuid()), webhook_url: required(webUrl()) });
export const webhookOffBody = objectOf({ assistant_id: required(referenceOrUuid()) });

interface WebhookSwitch {
  userId: number;
  /** Id or UUID. */
  reference: number | string;
  calls: 'all' | 'inbound';
}

const changes = {
  // The URL is kept.
  all: { on: (url: string) => ({ webhookUrl: url, isWebhookActive: true }), off: { isWebhookActive: false } },
  inbound: { on: (url: string) => ({ inboundWebhookUrl: url }), off: { inboundWebhookUrl: null } },
} satisfies Record<WebhookSwitch['calls'], { on: (url: string) => Partial<Assistant>; off: Partial<Assistant> }>;

export async function switchWebhookOn(
  { url, ...input }: WebhookSwitch & { url: string },
  deps: ChangeDeps & Pick<AssistantDeps, 'allowLoopback'>,
): Promise<void> {
  const key = await findAssistant(input, deps);
  if (!isCallableUrl(url, deps)) throw invalidFields({ webhook_url: [fillSentence(sentences.url, 'webhook_url')] });
  await changeAssistant(key, deps, (before) => ({ ...before, ...changes[input.calls].on(url) }));
}

export async function switchWebhookOff(input: WebhookSwitch, deps: ChangeDeps): Promise<void> {
  const key = await findAssistant(input, deps);
  await changeAssistant(key, deps, (before) => ({ ...before, ...changes[input.calls].off }));
}

/** @throws AppError assistant_not_found */
async function findAssistant({ userId, reference }: WebhookSwitch, { assistants }: ChangeDeps) {
  if (typeof reference === 'number') return { userId, assistantId: reference };
  const assistantId = await assistants.findByUuid(userId, reference);
  if (assistantId === undefined) throw new AppError('assistant_not_found');
  return { userId, assistantId };
}
