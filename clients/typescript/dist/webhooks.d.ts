/** What the service posts when a call is finished. */
export interface WebhookEvent {
    event: 'call.completed' | 'inbound_call.completed';
    id: number;
    type: string;
    status: string;
    /** Null where it is not known who hung up. */
    end_reason: string | null;
    /** `anonymous` when the caller withholds the number. */
    customer_phone: string;
    assistant_phone: string;
    assistant_id: number;
    assistant_name: string;
    /** Seconds. */
    duration: number;
    /** By the names of the assistant's post-call schema. */
    extracted_variables: Record<string, unknown>;
    input_variables: Record<string, unknown>;
    transcript: string;
    transcript_turns: Array<{
        sender: 'bot' | 'human';
        text: string;
        timestamp: string;
    }>;
    /** Needs no token: protect it like the recording. */
    recording_url?: string;
    carrier_cost: number;
    total_cost: number;
    answered_by: string;
    created_at: string;
    finished_at: string;
    lead: {
        id: number;
        phone_number: string;
        status: string;
        variables: Record<string, unknown>;
    } | null;
    campaign: {
        id: number;
        name: string;
    } | null;
}
/** The request is not one of the service, or it is too old. Answer 400, and process nothing. */
export declare class WebhookVerificationError extends Error {
    name: string;
}
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;
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
