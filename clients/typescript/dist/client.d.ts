import { type AccountOperations } from './account-operations.js';
import type { Me, NewSms, Sms } from './api-types.js';
import type { AssistantOperations, LookupOperations } from './assistant-operations.js';
import { type CallOperations } from './call-operations.js';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.js';
import { type ClientOptions, type CreateOptions, type HttpRequest, type RequestOptions } from './http.js';
import { type WebhookOperations } from './webhook-operations.js';
export interface Ringback extends AccountOperations {
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
    /** Any request, such as one of a newer service: `request('GET', '/user/me')`. Paths are below `baseUrl`. */
    request<Result>(method: string, path: string, request?: HttpRequest): Promise<Result>;
    /** `calls.wait`. */
    waitForCall: CallOperations['wait'];
}
/** A client of one deployment, for one access token. */
export declare function createClient(options: ClientOptions): Ringback;
