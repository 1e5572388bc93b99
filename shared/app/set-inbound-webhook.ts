import { changeAssistant, type ChangeAssistantDeps } from '#shared/app/change-assistant.ts';
import { invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import { isCallableUrl } from '#shared/domain/webhook/callable-url.ts';

export interface SetInboundWebhookDeps extends ChangeAssistantDeps {
  /** Whether webhooks may go to loopback addresses. */
  allowLoopback: boolean;
}

/** Sends notifications of inbound calls to the URL from now on. */
export async function setInboundWebhook(
  input: { userId: number; assistantId: number; url: string },
  deps: SetInboundWebhookDeps,
): Promise<void> {
  if (!isCallableUrl(input.url, deps)) {
    throw invalidFields({ webhook_url: [fillSentence(sentences.url, 'webhook_url')] });
  }
  await changeAssistant(input, (before) => ({ ...before, inboundWebhookUrl: input.url }), deps);
}

/** Stops the notifications of inbound calls. */
export async function clearInboundWebhook(
  input: { userId: number; assistantId: number },
  deps: ChangeAssistantDeps,
): Promise<void> {
  await changeAssistant(input, (before) => ({ ...before, inboundWebhookUrl: null }), deps);
}
