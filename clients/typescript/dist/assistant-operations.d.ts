import type { Answer, Assistant, AssistantChanges, AssistantSummary, AssistantVersion, NewAssistant, NewWebCall, Query, Row, WebCallPass } from './api-types.js';
import type { CreateOptions, Http, RequestOptions } from './http.js';
import { Pages } from './pages.js';
export interface AssistantOperations {
    /**
     * Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be
     * yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is
     * true. Optional fields that are left out or null get their defaults.
     * @operation createAssistant
     */
    create(assistant: NewAssistant, options?: CreateOptions): Promise<AssistantSummary>;
    /**
     * Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a
     * required field cannot be emptied. Running calls keep the configuration they started with. The `status` is set
     * by the service: one that differs from it is refused.
     * @operation updateAssistant
     */
    update(id: number, changes: AssistantChanges, options?: RequestOptions): Promise<AssistantSummary>;
    /**
     * Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.
     * @operation deleteAssistant
     */
    delete(id: number, options?: RequestOptions): Promise<void>;
    /**
     * Your assistants, newest first, in pages.
     * @operation listAssistants
     */
    list(filters?: Query<'/user/assistants/get'>, options?: RequestOptions): Pages<Assistant, Answer<'/user/assistants/get', 'get'>>;
    /**
     * One assistant; the same record that the list has. What you read can be sent back whole.
     * @operation getAssistant
     */
    get(id: number, options?: RequestOptions): Promise<Assistant>;
    /**
     * Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins
     * it: `startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that no
     * page begins ends after 90 seconds and costs nothing.
     * @operation createWebCall
     */
    startWebCall(id: number, call?: NewWebCall, options?: RequestOptions): Promise<WebCallPass>;
    /**
     * Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues after
     * the last version of an answer. To go back, send the settings of a version as an update.
     * @operation listAssistantVersions
     */
    versions(id: number, filters?: Query<'/user/assistants/{id}/versions'>, options?: RequestOptions): Promise<AssistantVersion[]>;
    /**
     * All your assistants of type `outbound`, newest first, without pages.
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
     * Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and
     * numbers that an assistant holds are left out.
     * @operation listPhoneNumbers
     */
    numbers(filters?: Query<'/user/assistants/phone-numbers'>): Promise<Array<Row<'/user/assistants/phone-numbers'>>>;
    /**
     * Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`.
     * @operation listVoices
     */
    voices(filters?: Query<'/user/assistants/voices'>): Promise<Array<Row<'/user/assistants/voices'>>>;
    /**
     * The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant.
     * `llm`: of pipelines; `dualplex` is `multimodal`.
     * @operation listModels
     */
    models(filters?: Query<'/user/assistants/models'>): Promise<Array<Row<'/user/assistants/models'>>>;
    /**
     * All languages; their `name` is the `language` of an assistant.
     * @operation listLanguages
     */
    languages(): Promise<Array<Row<'/user/assistants/languages'>>>;
    /**
     * The companies behind the voices.
     * @operation listSynthesizerProviders
     */
    synthesizerProviders(): Promise<Provider[]>;
    /**
     * The companies behind the transcripts.
     * @operation listTranscriberProviders
     */
    transcriberProviders(): Promise<Provider[]>;
}
/** The parts of assistants: numbers, voices, models and languages. */
export declare function lookupOperations(http: Http): LookupOperations;
export {};
