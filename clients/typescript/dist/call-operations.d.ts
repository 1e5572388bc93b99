import type { Answer, Call, CallDetail, EndedCall, NewCall, Query, StartedCall } from './api-types.js';
import { type CreateOptions, type Http, type RequestOptions } from './http.js';
import { Pages } from './pages.js';
export interface WaitOptions extends RequestOptions {
    /** Milliseconds between two requests for the call. Default 1,000. */
    interval?: number;
    /** Milliseconds after which the wait fails. Default 30 minutes. */
    timeout?: number;
    /** Called with the call when its status has changed. */
    onStatus?: (call: CallDetail) => void;
}
export interface CallOperations {
    /**
     * Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of
     * the longest possible call, and charges the price of the actual one at its end. An unanswered call costs
     * nothing. If the balance pays for a minute but not for `max_call_duration`, the call is shorter. `variables`
     * override those of the assistant. Read the call to follow its status, or set up a webhook for its end. The
     * do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused.
     * Each user has a daily limit of expensive destinations.
     *
     * `wait` waits for its end.
     * @operation makeCall
     */
    make(call: NewCall, options?: CreateOptions): Promise<StartedCall>;
    /**
     * Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of
     * the list. The transcript of a live call grows as the conversation goes on.
     * @operation getCall
     */
    get(id: number, options?: RequestOptions): Promise<CallDetail>;
    /**
     * Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and
     * `date_to` includes its day. A call is in the list as soon as `make_call` has answered.
     * @operation listCalls
     */
    list(filters?: Query<'/user/calls'>, options?: RequestOptions): Pages<Call, Answer<'/user/calls', 'get'>>;
    /**
     * Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call
     * gets its webhook, its cost and its record like any other call, with the end reason `cancelled`. An unanswered
     * call of a lead counts as an attempt, and its campaign may call again; an answered one counts as reached. The
     * request is safe to repeat, and answers 409 if the call is over.
     * @throws ApiError with status 409 when the call is over
     * @operation endCall
     */
    end(id: number, options?: RequestOptions): Promise<EndedCall>;
    /**
     * Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their
     * totals no longer contain it. The cost of the call is not refunded. The request answers 409 while the call is
     * not over.
     * @operation deleteCall
     */
    delete(id: number, options?: RequestOptions): Promise<void>;
    /** Waits until the call is over and evaluated, also through outages. @throws RingbackError when that takes too long */
    wait(id: number, options?: WaitOptions): Promise<CallDetail>;
}
/** Whether the record of a call still changes by itself. A status that is not known yet counts as final. */
export declare function isOpen({ status }: {
    status: string;
}): boolean;
export declare function callOperations(http: Http): CallOperations;
