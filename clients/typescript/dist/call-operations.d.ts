import type { Answer, Call, CallDetail, EndedCall, NewCall, Query, StartedCall } from './api-types.js';
import { type CreateOptions, type Http, type RequestOptions } from './http.js';
import { Pages } from './pages.js';
export interface WaitOptions extends RequestOptions {
    /** Milliseconds between two looks at the call. Default 1,000. */
    interval?: number;
    /** Milliseconds after which the wait fails. Default 30 minutes. */
    timeout?: number;
    /** Is given the call each time its status has changed. */
    onStatus?: (call: CallDetail) => void;
}
export interface CallOperations {
    /** Makes a phone call. It goes on by itself: `wait` for it, or have a webhook tell you. */
    make(call: NewCall, options?: CreateOptions): Promise<StartedCall>;
    get(id: number, options?: RequestOptions): Promise<CallDetail>;
    /** The calls, newest first. */
    list(filters?: Query<'/user/calls'>, options?: RequestOptions): Pages<Call, Answer<'/user/calls', 'get'>>;
    /** Hangs up a live call, or cancels one that waits. @throws ApiError with status 409 when the call is over */
    end(id: number, options?: RequestOptions): Promise<EndedCall>;
    /** Deletes a finished call, with its recording. */
    delete(id: number, options?: RequestOptions): Promise<void>;
    /** Waits until the call is over and evaluated, also through outages. @throws RingbackError when that takes too long */
    wait(id: number, options?: WaitOptions): Promise<CallDetail>;
}
/** In these, something still happens, in this order. */
export declare const openStatuses: readonly ['initiated', 'ringing', 'in-progress', 'ended'];
/** Whether the record of a call still changes by itself. A status that is not known yet counts as final. */
export declare function isOpen({ status }: {
    status: string;
}): boolean;
export declare function callOperations(http: Http): CallOperations;
