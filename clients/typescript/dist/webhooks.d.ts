import type { webhooks } from '../openapi.d.ts';
type Posted<Event extends keyof webhooks> = Omit<webhooks[Event]['post']['requestBody']['content']['application/json'], 'event'> & {
    event: Event;
};
/** Every event that the service posts, tests too, by its name: `WebhookEvents['sms.received']`. */
export type WebhookEvents = {
    [Event in keyof webhooks]: Posted<Event>;
};
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
/** Posted when a call is over. */
export type CallEvent = WebhookEvents['call.completed' | 'inbound_call.completed'];
/** Posted when an SMS is sent, moves on, or is received. */
export type SmsEvent = Exclude<WebhookEvent, CallEvent>;
/** The request is not one of the service, or it is too old. Answer 400, and process nothing. */
export declare class WebhookVerificationError extends Error {
    name: string;
}
/** `Headers`, an object as of Node, pairs of names and values, or `rawHeaders` of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>> | ReadonlyArray<string | readonly [string, string]>;
/**
 * Verifies a webhook as Standard Webhooks describes, and parses it.
 *
 * @param headers of the request, in any case
 * @param body the raw body as it arrived, not parsed and written again
 * @param secret `whsec_…`; several during a rotation
 * @param now milliseconds since 1970
 * @throws WebhookVerificationError
 */
export declare function verifyWebhook(headers: WebhookHeaders, body: string | Uint8Array | ArrayBuffer, secret: string | readonly string[], now?: number): Promise<WebhookEvent>;
/** Signs a body as the service does, for tests of a receiver. Returns the headers. */
export declare function signWebhook({ id, body, secret, now, }: {
    id: string;
    body: string;
    secret: string;
    now?: number;
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
export {};
