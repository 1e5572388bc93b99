import { type AccountOperations } from './account-operations.js';
import type { Me } from './api-types.js';
import type { AssistantOperations, LookupOperations } from './assistant-operations.js';
import { type CallOperations } from './call-operations.js';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.js';
import { type ClientOptions, type HttpRequest, type RequestOptions } from './http.js';
import { type SmsOperations } from './sms-operations.js';
import { type ToolOperations } from './tool-operations.js';
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
    sms: SmsOperations;
    /** Requests to your servers that the model can make in a conversation. */
    tools: ToolOperations;
    /**
     * Returns the user of the access token, the balance, the number of open calls, the limit of campaign calls, and
     * the country of numbers without a plus.
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
