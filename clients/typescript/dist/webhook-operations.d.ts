import type { Delivery, DeliveryPayload, TestedWebhook, WebhookSecret, WebhookTest } from './api-types.js';
import type { Http, RequestOptions } from './http.js';
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
export declare function webhookOperations(http: Http): WebhookOperations;
