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
  hang_up?: true | undefined;
}

export interface StopOptions extends RequestOptions {
  /** Hangs up the calls that were answered. A stopped campaign can be stopped again with it. */
  hangUp?: boolean;
}

export interface CampaignOperations {
  /**
   * Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls
   * are made within the allowed hours and days of the called person’s own time zone where the number tells it, else
   * of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any case.
   * @operation createCampaign
   */
  create(campaign: NewCampaign, options?: CreateOptions): Promise<Campaign>;
  /**
   * All your campaigns, newest first, without pages.
   * @operation listCampaigns
   */
  list(options?: RequestOptions): Promise<Campaign[]>;
  /**
   * Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is
   * made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end,
   * unless `hang_up` is true. A campaign that was stopped or completed can be started again. If
   * `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any
   * more.
   *
   * This method starts it.
   * @operation updateCampaignStatus
   */
  start(id: number, options?: RequestOptions): Promise<Status>;
  /**
   * Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is
   * made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end,
   * unless `hang_up` is true. A campaign that was stopped or completed can be started again. If
   * `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any
   * more.
   *
   * This method stops it; `hangUp` is `hang_up`.
   * @operation updateCampaignStatus
   */
  stop(id: number, options?: StopOptions): Promise<Status>;
  /**
   * Removes the campaign with all its leads. After the response it makes no calls, however many leads it had. Calls
   * that ring are taken back, and calls that were answered go on to their end.
   * @operation deleteCampaign
   */
  delete(id: number, options?: RequestOptions): Promise<void>;
}

export interface LeadOperations {
  /**
   * Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is
   * true, a number that the campaign already has is refused.
   * @operation createLead
   */
  create(lead: NewLead, options?: CreateOptions): Promise<Data<'/user/leads', 'post'>>;
  /**
   * Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has.
   * Any other field is refused by name.
   * @operation updateLead
   */
  update(id: number, changes: LeadChanges, options?: RequestOptions): Promise<void>;
  /**
   * Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole
   * UTC days, the last one included.
   * @operation listLeads
   */
  list(filters?: Query<'/user/leads'>, options?: RequestOptions): Pages<Lead, Answer<'/user/leads', 'get'>>;
  /**
   * Removes the lead with its secondary contacts. One that is being called at this moment is refused.
   * @operation deleteLead
   */
  delete(id: number, options?: RequestOptions): Promise<void>;
}

export interface DoNotCallOperations {
  /**
   * From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when
   * their turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your
   * numbers, are added by themselves.
   * @operation addDoNotCallEntry
   */
  add(phoneNumber: string, reason?: string): Promise<DoNotCallEntry>;
  /**
   * The numbers that your campaigns do not call, newest first, in pages.
   * @operation listDoNotCallEntries
   */
  list(filters?: Query<'/user/do-not-call'>): Pages<DoNotCallEntry, Answer<'/user/do-not-call', 'get'>>;
  /**
   * Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`.
   * @operation removeDoNotCallEntry
   */
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
      act({ campaign_id: id, action: 'stop', hang_up: hangUp || undefined }, options),
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
