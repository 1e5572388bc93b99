import type { Answer, Campaign, Data, DoNotCallEntry, Lead, LeadChanges, NewCampaign, NewLead, Query } from './api-types.js';
import type { CreateOptions, Http, RequestOptions } from './http.js';
import { Pages } from './pages.js';
type Status = Data<'/user/campaigns/update-status', 'post'>;
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
export declare function campaignOperations(http: Http): CampaignOperations;
export declare function leadOperations(http: Http): LeadOperations;
/** The numbers that are never called. */
export declare function doNotCallOperations(http: Http): DoNotCallOperations;
export {};
