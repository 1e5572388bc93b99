import type { Answer, Assistant, AssistantChanges, AssistantDetail, AssistantSummary, AssistantVersion, NewAssistant, NewWebCall, Query, Row, WebCallPass } from './api-types.js';
import type { CreateOptions, Http, RequestOptions } from './http.js';
import { Pages } from './pages.js';
export interface AssistantOperations {
    /**
     * Creates an assistant that can be used immediately. The voice and the model must fit the engine. A phone number
     * must be yours, and only one inbound assistant can answer on it. `webhook_url` is required if
     * `is_webhook_active` is true. An optional field that is left out or null gets its default. An account has up to
     * 1,000 assistants, of 4.9 MB together: beyond that the request answers 409.
     * @operation createAssistant
     */
    create(assistant: NewAssistant, options?: CreateOptions): Promise<AssistantSummary>;
    /**
     * Changes the fields that are sent and leaves the others as they are. Null sets an optional field to its default;
     * a required field cannot be empty. Running calls keep the settings that they started with. Only the service sets
     * `status`, so a different value is refused. The assistants of an account have up to 4.9 MB together: a change
     * that would pass that answers 409. With `if_version` the request answers 409 if the assistant was changed after
     * it was read, and changes nothing.
     * @operation updateAssistant
     */
    update(id: number, changes: AssistantChanges, options?: RequestOptions): Promise<AssistantSummary>;
    /**
     * Removes the assistant for good and frees its phone number. Running calls continue to their end. Past calls keep
     * the name of the assistant.
     * @operation deleteAssistant
     */
    delete(id: number, options?: RequestOptions): Promise<void>;
    /**
     * Returns your assistants in pages, the newest first.
     * @operation listAssistants
     */
    list(filters?: Query<'/user/assistants/get'>, options?: RequestOptions): Pages<Assistant, Answer<'/user/assistants/get', 'get'>>;
    /**
     * Returns one assistant, as the list shows it, with its version. An update accepts the whole record, as it was
     * read. Send the version as `if_version` with an update.
     * @operation getAssistant
     */
    get(id: number, options?: RequestOptions): Promise<AssistantDetail>;
    /**
     * Stores a call of type `web`, holds its price, and returns a token. A page passes the answer to `startWebCall`
     * of `@ringback/widget` to begin the call. Inbound and outbound assistants take web calls. A call that no page
     * begins ends after 90 seconds and costs nothing.
     * @operation createWebCall
     */
    startWebCall(id: number, call?: NewWebCall, options?: RequestOptions): Promise<WebCallPass>;
    /**
     * Returns the earlier and the present settings of an assistant. Each change of a setting makes a version, and a
     * call keeps the version that it started with. To read older versions, send the last version of an answer as
     * `before`. An answer with large versions has fewer than `limit`. To restore a version, send its settings as an
     * update.
     * @operation listAssistantVersions
     */
    versions(id: number, filters?: Query<'/user/assistants/{id}/versions'>, options?: RequestOptions): Promise<AssistantVersion[]>;
    /**
     * Returns all your assistants of type `outbound` in one answer, the newest first, with fewer fields.
     * @operation listOutboundAssistants
     */
    listOutbound(options?: RequestOptions): Promise<Answer<'/user/assistants/outbound', 'get'>>;
}
export declare function assistantOperations(http: Http): AssistantOperations;
interface Provider {
    id: number;
    name: string;
}
export interface LookupOperations {
    /**
     * Returns your phone numbers. The `id` is the `phone_number_id` of other requests. With `type=inbound`, the list
     * omits caller IDs and numbers that already belong to an assistant.
     * @operation listPhoneNumbers
     */
    numbers(filters?: Query<'/user/assistants/phone-numbers'>): Promise<Array<Row<'/user/assistants/phone-numbers'>>>;
    /**
     * Returns the public voices and your own. The `id` is the `voice_id` of an assistant. `dualplex` is another name
     * for `multimodal`.
     * @operation listVoices
     */
    voices(filters?: Query<'/user/assistants/voices'>): Promise<Array<Row<'/user/assistants/voices'>>>;
    /**
     * Returns the models of both engines, or of one engine with `type`. The `name` is the `llm_model` of an
     * assistant. The type `llm` means the models of pipelines, and `dualplex` is another name for `multimodal`.
     * @operation listModels
     */
    models(filters?: Query<'/user/assistants/models'>): Promise<Array<Row<'/user/assistants/models'>>>;
    /**
     * Returns all languages. The `name` is the `language` of an assistant.
     * @operation listLanguages
     */
    languages(): Promise<Array<Row<'/user/assistants/languages'>>>;
    /**
     * Returns the companies that provide the voices.
     * @operation listSynthesizerProviders
     */
    synthesizerProviders(): Promise<Provider[]>;
    /**
     * Returns the companies that provide the transcription.
     * @operation listTranscriberProviders
     */
    transcriberProviders(): Promise<Provider[]>;
}
/** The parts of assistants: numbers, voices, models and languages. */
export declare function lookupOperations(http: Http): LookupOperations;
export {};
