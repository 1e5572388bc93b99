import type { Delivery, DeliveryPayload, TestedWebhook, WebhookSecret, WebhookTest } from './api-types.ts';
import type { Http, RequestOptions } from './http.ts';

export interface WebhookOperations {
  /** The deliveries of a call's events, with each attempt. */
  deliveries(callId: number, options?: RequestOptions): Promise<Delivery[]>;
  /** Sends a delivery again at once, with the same id and body. */
  replay(deliveryId: string, options?: RequestOptions): Promise<Delivery>;
  /** What the last attempt of a delivery has posted: the body to the byte, and the signed headers. */
  payload(deliveryId: string, options?: RequestOptions): Promise<DeliveryPayload>;
  /** Posts a signed test event to the webhook of an assistant or to a URL, and tells how it was answered. */
  test(target: WebhookTest, options?: RequestOptions): Promise<TestedWebhook>;
  /** The secrets that sign the webhooks. */
  secret(options?: RequestOptions): Promise<WebhookSecret>;
  /** Makes a new secret; the old one signs as well for a day, or for as many seconds as you say. */
  rotateSecret(previousSeconds?: number, options?: RequestOptions): Promise<WebhookSecret>;
  /** Has the assistant's calls posted to a URL when they are over. */
  enable(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
  disable(assistantId: number, options?: RequestOptions): Promise<void>;
  /** Has the assistant's inbound calls posted to a URL when they are over. */
  enableInbound(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
  disableInbound(assistantId: number, options?: RequestOptions): Promise<void>;
}

export function webhookOperations(http: Http): WebhookOperations {
  const act = async (action: string, body: object, options?: RequestOptions): Promise<void> => {
    await http.send('POST', `/user/assistants/${action}`, { body, ...options });
  };
  const dataOf = async <Result>(method: string, path: string, body?: object, options?: RequestOptions) =>
    (await http.send<{ data: Result }>(method, path, { body, ...options })).data;
  const pathOf = (id: string) => `/user/webhooks/deliveries/${encodeURIComponent(id)}`;
  return {
    deliveries: async (callId, options) => {
      const query = { call_id: callId };
      return (await http.send<{ data: Delivery[] }>('GET', '/user/webhooks/deliveries', { query, ...options })).data;
    },
    replay: (id, options) => dataOf('POST', `${pathOf(id)}/replay`, undefined, options),
    payload: (id, options) => dataOf('GET', `${pathOf(id)}/payload`, undefined, options),
    test: (target, options) => dataOf('POST', '/user/webhooks/test', target, options),
    secret: (options) => dataOf('GET', '/user/webhooks/secret', undefined, options),
    rotateSecret: (previousSeconds, options) =>
      dataOf('POST', '/user/webhooks/secret/rotate', { previous_expires_in_seconds: previousSeconds }, options),
    enable: (id, url, options) => act('enable-webhook', { assistant_id: id, webhook_url: url }, options),
    disable: (id, options) => act('disable-webhook', { assistant_id: id }, options),
    enableInbound: (id, url, options) => act('enable-inbound-webhook', { assistant_id: id, webhook_url: url }, options),
    disableInbound: (id, options) => act('disable-inbound-webhook', { assistant_id: id }, options),
  };
}
