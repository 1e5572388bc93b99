import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** The addresses that the calls of an assistant are posted to; an empty one is switched off. */
type WebhookAddresses = Record<'every' | 'inbound', string>;

/** Changes the addresses of an assistant that differ. */
export const saveWebhooks = mutation({
  changes: [['assistants']],
  async send(assistantId: number, before: WebhookAddresses, now: WebhookAddresses): Promise<void> {
    const { webhooks } = api;
    if (now.every !== before.every) {
      await (now.every === '' ? webhooks.disable(assistantId) : webhooks.enable(assistantId, now.every));
    }
    if (now.inbound !== before.inbound) {
      await (now.inbound === ''
        ? webhooks.disableInbound(assistantId)
        : webhooks.enableInbound(assistantId, now.inbound));
    }
  },
});
