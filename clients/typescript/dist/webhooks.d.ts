import type { webhooks } from '../openapi.d.ts';
/** The event that the service posts when a call is finished. */
export type WebhookEvent = webhooks['call.completed']['post']['requestBody']['content']['application/json'];
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
