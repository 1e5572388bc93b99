import type { User, UserStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { Call, WebhookResponse } from '#shared/calls/call.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import {
  buildSmsWebhook,
  buildWebhookOf,
  type BuildWebhookDeps,
  type SignedWebhook,
} from '#shared/webhooks/signed-webhook.ts';
import { isSmsEvent, lastUrl, parseWebhookDeliveryId, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

export interface SubjectDeps extends BuildWebhookDeps {
  assistants: Pick<AssistantStore, 'get' | 'switchOffWebhook'>;
  messages: Pick<SmsStore, 'get'>;
  users: UserStore;
}

/** What a delivery is about: a call or an SMS. */
export interface DeliverySubject {
  /** Where the next attempt goes. Undefined: switched off. */
  address(delivery: WebhookDelivery): Promise<string | undefined>;
  /** Undefined if the call or the SMS was deleted. */
  build(delivery: WebhookDelivery, at: number): Promise<SignedWebhook | undefined>;
  recordResponse(response: WebhookResponse): Promise<void>;
  /** After a 410 of this address. */
  switchOff(url: string): Promise<void>;
}

export async function findSubject(
  { userId, deliveryId }: { userId: number; deliveryId: string },
  deps: SubjectDeps,
): Promise<DeliverySubject | undefined> {
  const named = parseWebhookDeliveryId(deliveryId);
  if (!named) return undefined;
  const key = { userId, callId: named.callId };
  return isSmsEvent(named.event) ? ofSms(userId, named.callId, deps) : ofCall(key, deps);
}

async function ofCall(key: { userId: number; callId: number }, deps: SubjectDeps): Promise<DeliverySubject> {
  const call = await deps.calls.get(key);
  return {
    address: (delivery) => presentAddress(delivery, call, deps.assistants),
    build: async (delivery, at) => call && buildWebhookOf(call, delivery, at, deps),
    recordResponse: (response) => deps.calls.recordWebhookResponse(key, response),
    async switchOff(url) {
      const known = await deps.calls.get(key);
      if (known) await deps.assistants.switchOffWebhook(key.userId, known.assistantId, url);
    },
  };
}

async function ofSms(userId: number, smsId: number, deps: SubjectDeps): Promise<DeliverySubject> {
  const [sms, user] = await Promise.all([deps.messages.get({ userId, smsId }), deps.users.get(userId)]);
  return {
    address: async (delivery) => presentSmsAddress(delivery, user),
    build: async (delivery, at) => sms && user && buildSmsWebhook({ sms, user, delivery, at }, deps),
    recordResponse: async () => undefined,
    switchOff: (url) => deps.users.setSmsWebhook(userId, null, url),
  };
}

/**
 * Where the next attempt goes: to the assistant's address of now, so that a corrected one gets what a wrong one missed, and a lost one
 * nothing more. Undefined: switched off since the call began, by its user or by a 410 to another event. A replay is sent all the same.
 * Without the assistant, or without an address of it, it goes where the last attempt went.
 */
async function presentAddress(
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
function presentSmsAddress(delivery: WebhookDelivery, user: User | undefined): string | undefined {
  const url = user?.smsWebhookUrl ?? null;
  return url !== null || isReplay(delivery) ? (url ?? lastUrl(delivery)) : undefined;
}

function isReplay({ attempts, nextAttemptAt }: WebhookDelivery): boolean {
  return attempts.length > 0 && (nextAttemptAt ?? null) === null;
}
