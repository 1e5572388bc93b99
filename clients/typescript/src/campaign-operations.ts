import type {
  Answer,
  Campaign,
  Data,
  DoNotCallEntry,
  Lead,
  LeadChanges,
  NewCampaign,
  NewLead,
  Query,
} from './api-types.ts';
import type { CreateOptions, Http, RequestOptions } from './http.ts';
import { Pages } from './pages.ts';

type Status = Data<'/user/campaigns/update-status', 'post'>;
interface StatusChange {
  campaign_id: number;
  action: 'start' | 'stop';
  hang_up?: true;
}

export interface StopOptions extends RequestOptions {
  /** Hangs up the calls that were answered. A stopped campaign can be stopped again with it. */
  hangUp?: boolean;
}

export interface CampaignOperations {
  create(campaign: NewCampaign, options?: CreateOptions): Promise<Campaign>;
  list(options?: RequestOptions): Promise<Campaign[]>;
  /** Starts to call the leads, within the hours of the campaign. */
  start(id: number, options?: RequestOptions): Promise<Status>;
  /** Makes no more calls, and takes back those that ring. Calls that were answered go on, unless `hangUp` is true. */
  stop(id: number, options?: StopOptions): Promise<Status>;
  /** Deletes a campaign with its leads. */
  delete(id: number, options?: RequestOptions): Promise<void>;
}

export interface LeadOperations {
  create(lead: NewLead, options?: CreateOptions): Promise<Data<'/user/leads', 'post'>>;
  /** `variables` are merged into those that the lead has. */
  update(id: number, changes: LeadChanges, options?: RequestOptions): Promise<void>;
  list(filters?: Query<'/user/leads'>, options?: RequestOptions): Pages<Lead, Answer<'/user/leads', 'get'>>;
  delete(id: number, options?: RequestOptions): Promise<void>;
}

export interface DoNotCallOperations {
  add(phoneNumber: string, reason?: string): Promise<DoNotCallEntry>;
  list(filters?: Query<'/user/do-not-call'>): Pages<DoNotCallEntry, Answer<'/user/do-not-call', 'get'>>;
  remove(phoneNumber: string): Promise<void>;
}

export function campaignOperations(http: Http): CampaignOperations {
  const path = '/user/campaigns';
  const act = async (change: StatusChange, options?: RequestOptions): Promise<Status> => {
    const answer = await http.send<{ data: Status }>('POST', `${path}/update-status`, { body: change, ...options });
    return answer.data;
  };
  return {
    create: async (campaign, options) => (await http.create<{ data: Campaign }>(path, campaign, options)).data,
    list: (options) => http.send('GET', path, { ...options }),
    start: (id, options) => act({ campaign_id: id, action: 'start' }, options),
    stop: (id, { hangUp, ...options } = {}) =>
      act({ campaign_id: id, action: 'stop', ...(hangUp === true && { hang_up: true }) }, options),
    delete: async (id, options) => {
      await http.send('DELETE', `/user/campaign/${id}`, { ...options });
    },
  };
}

export function leadOperations(http: Http): LeadOperations {
  const path = '/user/leads';
  return {
    create: async (lead, options) => (await http.create<Answer<'/user/leads', 'post'>>(path, lead, options)).data,
    update: async (id, body, options) => {
      await http.send('PUT', `${path}/${id}`, { body, ...options });
    },
    list: (filters, options) =>
      new Pages((page) => http.send('GET', path, { query: { ...filters, page: page ?? filters?.page }, ...options })),
    delete: async (id, options) => {
      await http.send('DELETE', `${path}/${id}`, { ...options });
    },
  };
}

/** The numbers that are never called. */
export function doNotCallOperations(http: Http): DoNotCallOperations {
  const path = '/user/do-not-call';
  return {
    add: async (phoneNumber, reason) =>
      (await http.send<{ data: DoNotCallEntry }>('POST', path, { body: { phone_number: phoneNumber, reason } })).data,
    list: (filters) =>
      new Pages((page) => http.send('GET', path, { query: { ...filters, page: page ?? filters?.page } })),
    remove: async (phoneNumber) => {
      await http.send('DELETE', `${path}/${encodeURIComponent(phoneNumber)}`);
    },
  };
}
