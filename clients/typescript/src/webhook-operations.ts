import type { Delivery, DeliveryPayload, TestedWebhook, WebhookSecret, WebhookTest } from './api-types.ts';
import type { Http, RequestOptions } from './http.ts';

export interface WebhookOperations {
  /**
   * Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent
   * answers of its server. The list is empty if there is no webhook, or the call is not over.
   * @operation listDeliveries
   */
  deliveries(callId: number, options?: RequestOptions): Promise<Delivery[]>;
  /**
   * Queues the delivery for an immediate attempt with the same `webhook-id` and the same body, even if it was
   * delivered or given up. If the attempt fails, the usual schedule of attempts continues. The list of deliveries
   * shows the result.
   * @operation replayDelivery
   */
  replay(deliveryId: string, options?: RequestOptions): Promise<Delivery>;
  /**
   * Returns the body and the signed headers of the last attempt. The service builds both again from the record, and
   * they are identical byte for byte. A program without a public address can receive webhooks in this way.
   * @operation getDeliveryPayload
   */
  payload(deliveryId: string, options?: RequestOptions): Promise<DeliveryPayload>;
  /**
   * Posts a signed sample event with `test: true` to a server, and returns the attempt. Send `assistant_id` for the
   * webhook of an assistant, `url` for any other server, or both. An event of SMS goes to `url`, or to the address
   * of `PUT /user/sms-webhook`. The event is not stored, and a failed attempt is not repeated.
   * @operation sendTestWebhook
   */
  test(target: WebhookTest, options?: RequestOptions): Promise<TestedWebhook>;
  /**
   * Returns the secrets that sign your webhooks according to Standard Webhooks. Each request carries a signature
   * with each of them.
   * @operation getWebhookSecret
   */
  secret(options?: RequestOptions): Promise<WebhookSecret>;
  /**
   * Creates a new secret, which signs your webhooks from now on. The old secret also signs for
   * `previous_expires_in_seconds`, a day by default, so change your receiver in that time. After a leak, send 0 to
   * end the old secret immediately. At most three secrets sign at the same time.
   * @param previousSeconds `previous_expires_in_seconds`
   * @operation rotateWebhookSecret
   */
  rotateSecret(previousSeconds?: number, options?: RequestOptions): Promise<WebhookSecret>;
  /**
   * Sets `webhook_url` and `is_webhook_active`. The service then posts calls that start from now on to this URL,
   * each when it is over. Each request is signed according to Standard Webhooks. Unanswered calls are posted only
   * if `send_webhook_only_on_completed` is false.
   * @operation enableWebhook
   */
  enable(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
  /**
   * Sets `is_webhook_active` to false and keeps the URL. Deliveries that wait for an attempt are not sent either.
   * @operation disableWebhook
   */
  disable(assistantId: number, options?: RequestOptions): Promise<void>;
  /**
   * Sets `inbound_webhook_url`. The service then posts inbound calls that start from now on to this URL, each when
   * it is over. Each request is signed according to Standard Webhooks.
   * @operation enableInboundWebhook
   */
  enableInbound(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
  /**
   * Removes `inbound_webhook_url`. Deliveries that wait for an attempt are not sent either.
   * @operation disableInboundWebhook
   */
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
