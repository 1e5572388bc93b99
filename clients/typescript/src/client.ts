import type { Delivery, Me, NewSms, Sms } from './api-types.ts';
import { assistantOperations, lookupOperations } from './assistant-operations.ts';
import type { AssistantOperations, LookupOperations } from './assistant-operations.ts';
import { callOperations, type CallOperations } from './call-operations.ts';
import { campaignOperations, doNotCallOperations, leadOperations } from './campaign-operations.ts';
import type { CampaignOperations, DoNotCallOperations, LeadOperations } from './campaign-operations.ts';
import { type ClientOptions, createHttp, type CreateOptions, type Http, type RequestOptions } from './http.ts';

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
    me: (options) => http.send('GET', '/user/me', { ...options }),
    waitForCall: (id, options) => calls.wait(id, options),
  };
}

function webhookOperations(http: Http): WebhookOperations {
  const act = async (action: string, body: object, options?: RequestOptions): Promise<void> => {
    await http.send('POST', `/user/assistants/${action}`, { body, ...options });
  };
  return {
    deliveries: async (callId, options) => {
      const query = { call_id: callId };
      return (await http.send<{ data: Delivery[] }>('GET', '/user/webhooks/deliveries', { query, ...options })).data;
    },
    enable: (id, url, options) => act('enable-webhook', { assistant_id: id, webhook_url: url }, options),
    disable: (id, options) => act('disable-webhook', { assistant_id: id }, options),
    enableInbound: (id, url, options) => act('enable-inbound-webhook', { assistant_id: id, webhook_url: url }, options),
    disableInbound: (id, options) => act('disable-inbound-webhook', { assistant_id: id }, options),
  };
}
