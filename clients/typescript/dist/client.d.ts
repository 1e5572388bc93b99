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
        /**
         * Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is
         * `queued` if the carrier needs more than ten seconds. The service refunds an SMS that the carrier refuses. An
         * SMS that the carrier accepts and cannot deliver stays charged. Premium-rate, shared-cost and satellite
         * numbers are refused.
         * @operation sendSms
         */
        send(sms: NewSms, options?: CreateOptions): Promise<Sms>;
    };
    /**
     * Returns the user of the access token, the balance, the number of open calls, and the limit of campaign calls.
     * @operation getCurrentUser
     */
    me(options?: RequestOptions): Promise<Me>;
    /** Any request, such as one of a newer service: `request('GET', '/user/me')`. Paths are below `baseUrl`. */
    request<Result>(method: string, path: string, request?: HttpRequest): Promise<Result>;
    /** The same as `calls.wait`. */
    waitForCall: CallOperations['wait'];
}
/** A client of one deployment, for one access token. */
export declare function createClient(options: ClientOptions): Ringback;
