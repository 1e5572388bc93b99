import { accountOperations, type AccountOperations } from './account-operations.ts';
import type { Me, NewSms, Sms } from './api-types.ts';
import { assistantOperations, lookupOperations } from './assistant-operations.ts';
import type { AssistantOperations, LookupOperations } from './assistant-operations.ts';
import { callOperations, type CallOperations } from './call-operations.ts';
import { campaignOperations, doNotCallOperations, leadOperations } from './campaign-operations.ts';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.ts';
import { type ClientOptions, createHttp, type CreateOptions, type HttpRequest, type RequestOptions } from './http.ts';
import { webhookOperations, type WebhookOperations } from './webhook-operations.ts';

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
export function createClient(options: ClientOptions): Ringback {
  const http = createHttp(options);
  const calls = callOperations(http);
  return {
    calls,
    assistants: assistantOperations(http),
    campaigns: campaignOperations(http),
    leads: leadOperations(http),
    doNotCall: doNotCallOperations(http),
    lookups: lookupOperations(http),
    webhooks: webhookOperations(http),
    sms: {
      send: async (sms, options) => (await http.create<{ data: Sms }>('/user/sms', sms, options)).data,
    },
    ...accountOperations(http),
    me: (options) => http.send('GET', '/user/me', { ...options }),
    request: (method, path, request) => http.send(method, path, request),
    waitForCall: (id, options) => calls.wait(id, options),
  };
}
