import type { UserStore } from '#shared/accounts/account.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { SmsEvents } from '#shared/sms/sms-events.ts';
import { webhookDeliveryId, type WebhookDelivery } from '#shared/webhooks/webhook.ts';

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
