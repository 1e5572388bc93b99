import { accountOperations, type AccountOperations } from './account-operations.ts';
import type { Me } from './api-types.ts';
import { assistantOperations, lookupOperations } from './assistant-operations.ts';
import type { AssistantOperations, LookupOperations } from './assistant-operations.ts';
import { callOperations, type CallOperations } from './call-operations.ts';
import { campaignOperations, doNotCallOperations, leadOperations } from './campaign-operations.ts';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.ts';
import { type ClientOptions, createHttp, type HttpRequest, type RequestOptions } from './http.ts';
import { smsOperations, type SmsOperations } from './sms-operations.ts';
import { toolOperations, type ToolOperations } from './tool-operations.ts';
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
    sms: smsOperations(http),
    tools: toolOperations(http),
    ...accountOperations(http),
    me: (options) => http.send('GET', '/user/me', { ...options }),
    request: (method, path, request) => http.send(method, path, request),
    waitForCall: (id, options) => calls.wait(id, options),
  };
}
