import type { Answer, Campaign, CampaignChanges, CampaignDetail, Data, DoNotCallEntry, Lead, LeadChanges, MissingVariables, NewCampaign, NewLead, Query, StartCheck } from './api-types.js';
import type { CreateOptions, Http, RequestOptions } from './http.js';
import { Pages } from './pages.js';
type Status = Data<'/user/campaigns/update-status', 'post'>;
export interface StopOptions extends RequestOptions {
    /** Hangs up the calls that were answered. A stopped campaign can be stopped again with it. */
    hangUp?: boolean;
}
export interface CampaignOperations {
    /**
     * Creates a campaign with the status `draft`. Add leads, then start it. Its assistant must be outbound. The
     * allowed hours and days apply in the time zone of the called number. If the number does not show its zone, they
     * apply in `timezone`, by default that of the assistant. Calls are never made outside the legal calling hours of
     * the service.
     * @operation createCampaign
     */
    create(campaign: NewCampaign, options?: CreateOptions): Promise<Campaign>;
    /**
     * Returns all your campaigns in one answer, the newest first.
     * @operation listCampaigns
     */
    list(options?: RequestOptions): Promise<Campaign[]>;
    /**
     * Returns one campaign with its version. Send it as `if_version` with an update.
     * @operation getCampaign
     */
    get(id: number, options?: RequestOptions): Promise<CampaignDetail>;
    /**
     * Changes the fields that are sent and leaves the others as they are. A field that is null gets its default. A
     * running campaign calls by the new settings from the next call on, and leads that wait keep the time of their
     * next attempt. With `if_version` the request answers 409 if the campaign was changed after it was read, and
     * changes nothing.
     * @operation updateCampaign
     */
    update(id: number, changes: CampaignChanges, options?: RequestOptions): Promise<CampaignDetail>;
    /**
     * Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the
     * placeholders without a value, and the campaign starts all the same. The first calls are made within seconds of
     * a start, if leads are due at this hour. After a stop the campaign makes no new calls. Calls that are ringing
     * are taken back and do not count as attempts. Answered calls continue to their end, unless `hang_up` is true. A
     * campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a
     * campaign becomes `completed` when none of its leads needs a call any more.
     *
     * This method starts it.
     * @operation updateCampaignStatus
     */
    start(id: number, options?: RequestOptions): Promise<Status>;
    /**
     * Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the
     * placeholders without a value, and the campaign starts all the same. The first calls are made within seconds of
     * a start, if leads are due at this hour. After a stop the campaign makes no new calls. Calls that are ringing
     * are taken back and do not count as attempts. Answered calls continue to their end, unless `hang_up` is true. A
     * campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a
     * campaign becomes `completed` when none of its leads needs a call any more.
     *
     * This method stops it; `hangUp` is `hang_up`.
     * @operation updateCampaignStatus
     */
    stop(id: number, options?: StopOptions): Promise<Status>;
    /**
     * Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that
     * would not be called and why, the first time at which one may be called, and the highest cost. It changes
     * nothing. An answer is about up to 200 leads. To check the older ones, send `next_before_id` of the answer as
     * `before_id`, until it is null.
     * @operation checkCampaign
     */
    check(id: number, position?: Query<'/user/campaigns/{id}/check'>, options?: RequestOptions): Promise<StartCheck>;
    /**
     * Checks the leads that the campaign has still to call, the newest first, and returns those that have no value
     * for a placeholder of the greeting or the prompt. Their customers would hear `{name}`, or nothing. A value of
     * spaces does not count. `{name|there}` needs no value. An answer is about up to 500 leads. To check the older
     * ones, send `next_before_id` of the answer as `before_id`, until it is null.
     * @operation listMissingVariables
     */
    missingVariables(id: number, position?: Query<'/user/campaigns/{id}/missing-variables'>, options?: RequestOptions): Promise<MissingVariables>;
    /**
     * Removes the campaign with all its leads. After the answer the campaign makes no new calls. Calls that are
     * ringing are taken back, and answered calls continue to their end. The records of its calls stay.
     * @operation deleteCampaign
     */
    delete(id: number, options?: RequestOptions): Promise<void>;
}
export interface LeadOperations {
    /**
     * Adds a customer with up to ten secondary contacts to a campaign; either all are added or none. A running
     * campaign calls the lead as soon as its rules allow. A number that the campaign already has, as main or as
     * secondary number, is refused, unless `allow_dupplicate` is true. Premium-rate, shared-cost and satellite
     * numbers are refused.
     * @operation createLead
     */
    create(lead: NewLead, options?: CreateOptions): Promise<Data<'/user/leads', 'post'>>;
    /**
     * Returns one lead with its secondary contacts, as the list shows it.
     * @operation getLead
     */
    get(id: number, options?: RequestOptions): Promise<Lead>;
    /**
     * Changes the fields that are sent and leaves the others as they are. `variables` are merged with those of the
     * lead. A running campaign calls the lead again if you set it to `created`. Unknown fields are refused, and the
     * answer names them.
     * @operation updateLead
     */
    update(id: number, changes: LeadChanges, options?: RequestOptions): Promise<void>;
    /**
     * Returns your leads in pages, the newest first. A lead must match all filters. `phone_number` may be a part of
     * the number. Days are whole UTC days, and `date_to` includes its day.
     * @operation listLeads
     */
    list(filters?: Query<'/user/leads'>, options?: RequestOptions): Pages<Lead, Answer<'/user/leads', 'get'>>;
    /**
     * Removes the lead with its secondary contacts. The request answers 409 while the lead is being called.
     * @operation deleteLead
     */
    delete(id: number, options?: RequestOptions): Promise<void>;
}
export interface DoNotCallOperations {
    /**
     * Adds a number that your campaigns no longer call and that no longer gets SMS from you. A waiting lead with this
     * number becomes `blacklisted`, and a new lead when its turn comes. `POST /user/make_call` still calls the
     * number. The service itself adds people who ask for this in a call, or who text STOP to one of your numbers.
     * @operation addDoNotCallEntry
     */
    add(phoneNumber: string, reason?: string): Promise<DoNotCallEntry>;
    /**
     * Returns the numbers of the do-not-call list in pages, the newest first.
     * @operation listDoNotCallEntries
     */
    list(filters?: Query<'/user/do-not-call'>): Pages<DoNotCallEntry, Answer<'/user/do-not-call', 'get'>>;
    /**
     * Removes the number from the list. Leads with this number stay `blacklisted` until you set them to `created`.
     * @operation removeDoNotCallEntry
     */
    remove(phoneNumber: string): Promise<void>;
}
export declare function campaignOperations(http: Http): CampaignOperations;
export declare function leadOperations(http: Http): LeadOperations;
/** The numbers that are never called. */
export declare function doNotCallOperations(http: Http): DoNotCallOperations;
export {};
