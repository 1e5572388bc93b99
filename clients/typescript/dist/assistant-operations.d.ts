import type { Answer, Assistant, AssistantChanges, AssistantSummary, AssistantVersion, NewAssistant, NewWebCall, Query, Row, WebCallPass } from './api-types.js';
import type { CreateOptions, Http, RequestOptions } from './http.js';
import { Pages } from './pages.js';
export interface AssistantOperations {
    create(assistant: NewAssistant, options?: CreateOptions): Promise<AssistantSummary>;
    /** Changes the fields that are given. What was read can be sent back whole. */
    update(id: number, changes: AssistantChanges, options?: RequestOptions): Promise<AssistantSummary>;
    delete(id: number, options?: RequestOptions): Promise<void>;
    /** The assistants, newest first. */
    list(filters?: Query<'/user/assistants/get'>, options?: RequestOptions): Pages<Assistant, Answer<'/user/assistants/get', 'get'>>;
    get(id: number, options?: RequestOptions): Promise<Assistant>;
    /** Starts a call in a web page, which `startWebCall` of `@ringback/widget` begins with the answer. */
    startWebCall(id: number, call?: NewWebCall, options?: RequestOptions): Promise<WebCallPass>;
    /** What the assistant was, newest first; at most 25 in one answer. */
    versions(id: number, filters?: Query<'/user/assistants/{id}/versions'>, options?: RequestOptions): Promise<AssistantVersion[]>;
    /** All outbound assistants in short, without pages. */
    listOutbound(options?: RequestOptions): Promise<Answer<'/user/assistants/outbound', 'get'>>;
}
export declare function assistantOperations(http: Http): AssistantOperations;
interface Provider {
    id: number;
    name: string;
}
export interface LookupOperations {
    /** The numbers of the user; `inbound` for those that can be given to an inbound assistant. */
    numbers(filters?: Query<'/user/assistants/phone-numbers'>): Promise<Array<Row<'/user/assistants/phone-numbers'>>>;
    voices(filters?: Query<'/user/assistants/voices'>): Promise<Array<Row<'/user/assistants/voices'>>>;
    models(filters?: Query<'/user/assistants/models'>): Promise<Array<Row<'/user/assistants/models'>>>;
    languages(): Promise<Array<Row<'/user/assistants/languages'>>>;
    /** Who speaks for the assistant, and who understands the customer. */
    synthesizerProviders(): Promise<Provider[]>;
    transcriberProviders(): Promise<Provider[]>;
}
/** What assistants are made of. */
export declare function lookupOperations(http: Http): LookupOperations;
export {};
