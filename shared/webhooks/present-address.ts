import type { User } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { lastUrl, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

/**
 * Where the next attempt goes: to the assistant's address of now, so that a corrected one gets what a wrong one missed, and a lost one
 * nothing more. Undefined: switched off since the call began, by its user or by a 410 to another event. A replay is sent all the same.
 * Without the assistant, or without an address of it, it goes where the last attempt went.
 */
export async function presentAddress(
  delivery: WebhookDelivery,
  call: Call | undefined,
  assistants: Pick<AssistantStore, 'get'>,
): Promise<string | undefined> {
  const { userId, event } = delivery;
  const assistant = call && (await assistants.get(userId, call.assistantId));
  if (!assistant) return lastUrl(delivery);
  const url = event === 'call.completed' ? assistant.webhookUrl : assistant.inboundWebhookUrl;
  const isOn = event === 'call.completed' ? assistant.isWebhookActive : url !== null;
  return isOn || isReplay(delivery) ? (url ?? lastUrl(delivery)) : undefined;
}

/** The same for events of SMS, whose address is the user's. */
export function presentSmsAddress(delivery: WebhookDelivery, user: User | undefined): string | undefined {
  const url = user?.smsWebhookUrl ?? null;
  return url !== null || isReplay(delivery) ? (url ?? lastUrl(delivery)) : undefined;
}

function isReplay({ attempts, nextAttemptAt }: WebhookDelivery): boolean {
  return attempts.length > 0 && (nextAttemptAt ?? null) === null;
}
