import * as v from 'valibot';
import type { UserStore } from '#shared/accounts/account.ts';
import { fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { sentUrl } from '#shared/platform/http/record-fields.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { SmsEvents } from '#shared/sms/sms-deps.ts';
import { webhookDeliveryId, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

export const SmsWebhookRecord = v.pipe(
  v.strictObject({
    sms_webhook_url: v.pipe(
      v.nullable(sentUrl('https://crm.example.com/hooks/sms')),
      v.description('The address to which the events of SMS are posted, or null.'),
    ),
  }),
  v.title('SmsWebhookRecord'),
);
export type SmsWebhookRecord = v.InferOutput<typeof SmsWebhookRecord>;

export interface SmsWebhookDeps {
  users: Pick<UserStore, 'get'>;
}

export async function readSmsWebhook(userId: number, { users }: SmsWebhookDeps): Promise<SmsWebhookRecord> {
  return { sms_webhook_url: (await users.get(userId))?.smsWebhookUrl ?? null };
}

export interface SetSmsWebhookDeps {
  users: Pick<UserStore, 'setSmsWebhook'>;
  allowLoopback: boolean;
}

/** `null`: no more events are made, and those that wait are not sent. @throws AppError validation_failed */
export async function setSmsWebhook(
  { userId, url }: { userId: number; url: string | null | undefined },
  deps: SetSmsWebhookDeps,
): Promise<SmsWebhookRecord> {
  if (url === undefined) throw refused(sentences.required);
  if (url !== null && !isCallableUrl(url, deps)) throw refused(sentences.url);
  await deps.users.setSmsWebhook(userId, url);
  return { sms_webhook_url: url };
}

const refused = (sentence: string) => invalidFields({ sms_webhook_url: [fillSentence(sentence, 'sms_webhook_url')] });

interface SmsEventsDeps {
  users: Pick<UserStore, 'get'>;
  queue: Queue;
  timer: Timer;
}

/** Longer than a callback runs: a message of a delivery that is not stored by then is dropped. */
const WATCHDOG_SECONDS = 60;

/**
 * The delivery is stored with the change of the SMS, and its worker is called twice: before the change by a timer, for a process that dies
 * after it, and after the change. One of them makes the attempt. Without an address this is one read.
 */
export function createSmsEvents({ users, queue, timer }: SmsEventsDeps): SmsEvents {
  return {
    async prepare({ userId, smsId }, event, at) {
      const url = (await users.get(userId))?.smsWebhookUrl ?? null;
      if (url === null) return undefined;
      const id = webhookDeliveryId(smsId, event);
      const delivery: WebhookDelivery = {
        id,
        userId,
        callId: smsId,
        event,
        url,
        status: 'pending',
        attempts: [],
        createdAt: at,
      };
      const message = { userId, deliveryId: id, attempt: 1 };
      await timer.afterCallSeconds(WATCHDOG_SECONDS, 'deliver-webhook', message);
      return {
        writes: [{ put: { ...keys.webhookDelivery(userId, smsId, event), ...delivery } }],
        send: () => queue.send('deliver-webhook', message, { groupId: String(userId) }),
      };
    },
  };
}
