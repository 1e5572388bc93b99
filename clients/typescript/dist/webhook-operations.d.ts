import type { Delivery, DeliveryPayload, TestedWebhook, WebhookSecret, WebhookTest } from './api-types.js';
import type { Http, RequestOptions } from './http.js';
export interface WebhookOperations {
    /**
     * Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty
     * when the call has no webhook, or is not finished yet.
     * @operation listDeliveries
     */
    deliveries(callId: number, options?: RequestOptions): Promise<Delivery[]>;
    /**
     * Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came
     * of it before. See its attempts in the list of deliveries.
     * @operation replayDelivery
     */
    replay(deliveryId: string, options?: RequestOptions): Promise<Delivery>;
    /**
     * The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A program
     * without a public address can receive webhooks this way.
     * @operation getDeliveryPayload
     */
    payload(deliveryId: string, options?: RequestOptions): Promise<DeliveryPayload>;
    /**
     * Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send
     * `assistant_id` for the webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted
     * again.
     * @operation sendTestWebhook
     */
    test(target: WebhookTest, options?: RequestOptions): Promise<TestedWebhook>;
    /**
     * Webhooks are signed as Standard Webhooks, by all secrets that are shown here.
     * @operation getWebhookSecret
     */
    secret(options?: RequestOptions): Promise<WebhookSecret>;
    /**
     * A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default:
     * change your receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most.
     * @param previousSeconds `previous_expires_in_seconds`
     * @operation rotateWebhookSecret
     */
    rotateSecret(previousSeconds?: number, options?: RequestOptions): Promise<WebhookSecret>;
    /**
     * Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there,
     * signed as Standard Webhooks.
     * @operation enableWebhook
     */
    enable(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
    /**
     * Sets `is_webhook_active` to false and keeps the URL.
     * @operation disableWebhook
     */
    disable(assistantId: number, options?: RequestOptions): Promise<void>;
    /**
     * From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks.
     * @operation enableInboundWebhook
     */
    enableInbound(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
    /**
     * Stops the notifications and forgets their URL.
     * @operation disableInboundWebhook
     */
    disableInbound(assistantId: number, options?: RequestOptions): Promise<void>;
}
export declare function webhookOperations(http: Http): WebhookOperations;
