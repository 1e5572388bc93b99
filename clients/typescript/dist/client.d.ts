import type { Delivery, Me, NewSms, Sms } from './api-types.js';
import type { AssistantOperations, LookupOperations } from './assistant-operations.js';
import { type CallOperations } from './call-operations.js';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.js';
import { type ClientOptions, type CreateOptions, type RequestOptions } from './http.js';
export interface WebhookOperations {
    /** The deliveries of a call's events, with each attempt. */
    deliveries(callId: number, options?: RequestOptions): Promise<Delivery[]>;
    /** Has the assistant's calls posted to a URL when they are over. */
    enable(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
    disable(assistantId: number, options?: RequestOptions): Promise<void>;
    /** Has the assistant's inbound calls posted to a URL when they are over. */
    enableInbound(assistantId: number, webhookUrl: string, options?: RequestOptions): Promise<void>;
    disableInbound(assistantId: number, options?: RequestOptions): Promise<void>;
}
export interface Ringback {
    calls: CallOperations;
    assistants: AssistantOperations;
    campaigns: CampaignOperations;
    leads: LeadOperations;
    doNotCall: DoNotCallOperations;
    /** Numbers, voices, models and languages. */
    lookups: LookupOperations;
    webhooks: WebhookOperations;
    sms: {
        /** Sends an SMS, and waits up to 10 s for its outcome. It costs money. */
        send(sms: NewSms, options?: CreateOptions): Promise<Sms>;
    };
    /** The account: its balance, and how many calls it makes and may make. */
    me(options?: RequestOptions): Promise<Me>;
    /** `calls.wait`. */
    waitForCall: CallOperations['wait'];
}
/** A client of one deployment, for one access token. */
export declare function createClient(options: ClientOptions): Ringback;
