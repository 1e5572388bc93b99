// Written from the OpenAPI document by `npm run generate`.
export interface paths {
    "/user/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an assistant
         * @description Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. Optional fields that are left out or null get their defaults.
         */
        post: operations["createAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistant/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an assistant
         * @description Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required field cannot be emptied. Running calls keep the configuration they started with.
         */
        put: operations["updateAssistant"];
        post?: never;
        /**
         * Delete an assistant for good
         * @description Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name.
         */
        delete: operations["deleteAssistant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assistants, newest first
         * @description Your assistants, newest first, in pages.
         */
        get: operations["listAssistants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assistants that make calls
         * @description All your assistants of type `outbound`, newest first, without pages.
         */
        get: operations["listOutboundAssistants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/enable-inbound-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch inbound-call notifications on
         * @description From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks.
         */
        post: operations["enableInboundWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/disable-inbound-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch inbound-call notifications off
         * @description Stops the notifications and forgets their URL.
         */
        post: operations["disableInboundWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your phone numbers
         * @description Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers that an assistant holds are left out.
         */
        get: operations["listPhoneNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the voices
         * @description Public voices and your own; their `id` is the `voice_id` of an assistant.
         */
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the language models
         * @description The models of both engines; their `name` is the `llm_model` of an assistant.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the languages
         * @description All languages; their `name` is the `language` of an assistant.
         */
        get: operations["listLanguages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/make_call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a phone call
         * @description Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list of calls, or have a webhook tell you. `variables` overlay those of the assistant.
         */
        post: operations["makeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls, newest first
         * @description Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call that has been answered by `make_call` is in the next list.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one call
         * @description One call, with its transcript and what came of it; the same record that the list has.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call with its transcript and recording
         * @description Removes the call for good, with its transcript and its recording; the lists and their totals forget it too. What it has cost stays paid. A call that is not over yet is refused.
         */
        delete: operations["deleteCall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook deliveries of a call
         * @description Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty when the call has no webhook, or is not finished yet.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who the token belongs to
         * @description Whom the access token belongs to, the balance, and how many calls run and may run at once.
         */
        get: operations["showUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns, newest first
         * @description All your campaigns, newest first, without pages.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls are made within the allowed hours and days of the called person’s own time zone where the number tells it, else of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any case.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaigns/update-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or stop a campaign
         * @description Starts a campaign, or stops it. The first calls are made within seconds of a start; a stop ends the calls that are going on. A campaign that was stopped, or has come to its end, can be started again. One that needs no more leads to be called is `completed` by itself if `mark_complete_when_no_leads` is true.
         */
        post: operations["updateCampaignStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaign/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a campaign with its leads
         * @description Removes the campaign with all its leads. After the response it is gone and starts no calls, however many leads it had.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List leads, newest first
         * @description Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole UTC days, the last one included.
         */
        get: operations["listLeads"];
        put?: never;
        /**
         * Create a lead
         * @description Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, a number that the campaign already has is refused.
         */
        post: operations["createLead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/lead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a lead
         * @description The same as `/user/leads`, for clients that call it here.
         */
        post: operations["createLeadAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/leads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a lead
         * @description Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. Any other field is refused by name.
         */
        put: operations["updateLead"];
        post?: never;
        /**
         * Delete a lead with its secondary contacts
         * @description Removes the lead with its secondary contacts. One that is being called at this moment is refused.
         */
        delete: operations["deleteLead"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a lead
         * @description The same as `/user/leads/{id}`, for clients that call it here.
         */
        put: operations["updateLeadAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/do-not-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the numbers of the do-not-call list, newest first
         * @description The numbers that your campaigns do not call, newest first, in pages.
         */
        get: operations["listDoNotCallEntries"];
        put?: never;
        /**
         * Add a number to the do-not-call list
         * @description From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones are from the start. People who ask for it in a call, or text STOP to one of your numbers, are added by themselves.
         */
        post: operations["addDoNotCallEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/do-not-call/{phone_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a number off the do-not-call list
         * @description Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`.
         */
        delete: operations["removeDoNotCallEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an SMS
         * @description Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded.
         */
        post: operations["sendSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/recordings/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to a recording
         * @description Follow the `recording_url` of a call: it redirects to the audio, a WAV with the customer and the assistant on a channel each, at an address that works for two minutes. Needs no access token: anyone with the link may listen. Seconds after a call the recording may not be there yet: try again after `Retry-After`. After the retention it is gone for good.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the OpenAPI document
         * @description This document.
         */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AssistantSummary */
        AssistantSummary: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            status: "active" | "inactive";
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
        };
        /** AssistantRecord */
        AssistantRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: uuid
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /**
             * Format: int64
             * @example 1
             */
            user_id: number;
            /**
             * Format: int64
             * @example 1
             */
            instance_id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
            /** @enum {string} */
            status: "active" | "inactive";
            /**
             * Format: int64
             * @example 63753420800123
             */
            phone_number_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /**
             * Format: int64
             * @example 1
             */
            flows_platform_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            knowledgebase_id: number | null;
            /** @example function_call */
            knowledgebase_mode: string;
            /**
             * @example {
             *       "theme": "light",
             *       "color": "#2563eb",
             *       "position": "bottom-right"
             *     }
             */
            widget_settings: {
                [key: string]: unknown;
            };
            /**
             * Format: int64
             * @example 1
             */
            engine_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            synthesizer_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            synthesizer_provider_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            transcriber_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            transcriber_provider_id: number | null;
            /** @example English */
            language: string | null;
            /**
             * Format: int64
             * @example 9
             */
            language_id: number | null;
            /**
             * Format: int64
             * @example 1
             */
            llm_model_id: number | null;
            /**
             * Format: int64
             * @example 101
             */
            multimodal_model_id: number | null;
            fallback_models?: string[];
            /** @example 0.10 */
            llm_temperature: string;
            /**
             * Format: int64
             * @example 1
             */
            voice_id: number;
            /** @example 0.70 */
            voice_stability: string;
            /** @example 0.50 */
            voice_similarity: string;
            /** @example 1.00 */
            speech_speed: string;
            enable_noise_cancellation: boolean;
            /** @example off */
            ambient_sound: string;
            /** @example 0.50 */
            ambient_sound_volume: string;
            /** @example Hello {customer_name}, do you have a minute? */
            initial_message: string;
            /** @example You confirm an appointment on Tuesday at ten. */
            system_prompt: string;
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            tools: {
                /** @constant */
                type: "end_call";
                data: {
                    /** @example When the customer says goodbye. */
                    description: string;
                };
            }[];
            /** @description Whether the customer speaks first. */
            wait_for_customer: boolean;
            allow_interruptions: boolean;
            /**
             * Format: int64
             * @example 2
             */
            min_interrupt_words: number | null;
            /** @enum {string} */
            endpoint_type: "vad" | "ai";
            /** @example 0.5 */
            endpoint_sensitivity: number;
            /** @example 0.5 */
            interrupt_sensitivity: number;
            /**
             * @example 0
             * @enum {integer}
             */
            fillers: 0 | 1;
            filler_config: {
                /**
                 * @example [
                 *       "One moment."
                 *     ]
                 */
                neutral: string[];
                /**
                 * @example [
                 *       "I see."
                 *     ]
                 */
                negative: string[];
                /**
                 * @example [
                 *       "Great."
                 *     ]
                 */
                positive: string[];
                /**
                 * @example [
                 *       "Let me think."
                 *     ]
                 */
                question: string[];
            };
            /**
             * Format: int64
             * @description Seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * Format: int64
             * @description Seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
             * Format: int64
             * @description Seconds.
             * @example 600
             */
            max_duration: number;
            /**
             * @example 1
             * @enum {integer}
             */
            end_call_on_voicemail: 0 | 1;
            /** @description Whether calls are recorded. */
            record: boolean;
            post_call_evaluation: boolean;
            post_call_schema: {
                /** @example status */
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "bool";
                /** @example Whether the goal of the call was reached. */
                description: string;
            }[];
            is_webhook_active: boolean;
            /** @example https://example.com/calls */
            webhook_url: string | null;
            /** @example https://example.com/inbound */
            inbound_webhook_url: string | null;
            send_webhook_only_on_completed: boolean;
            include_recording_in_webhook: boolean;
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            updated_at: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            deleted_at: string | null;
        };
        /** OutboundAssistantRecord */
        OutboundAssistantRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: int64
             * @example 1
             */
            user_id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
            /** @enum {string} */
            status: "active" | "inactive";
            /**
             * Format: int64
             * @example 1
             */
            voice_id: number;
            /**
             * Format: int64
             * @example 9
             */
            language_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /** @example Hello {customer_name}, do you have a minute? */
            initial_message: string;
            /** @example You confirm an appointment on Tuesday at ten. */
            system_prompt: string;
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /** @example https://example.com/calls */
            webhook_url: string | null;
            is_webhook_active: boolean;
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            updated_at: string;
        };
        /** PhoneNumberRecord */
        PhoneNumberRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example +12025550199 */
            phone_number: string;
            /** @example US */
            country_code: string;
            /** @enum {string} */
            type_label: "Normal" | "SIP" | "Caller ID";
            /** @description Whether a new inbound assistant can answer on it. */
            is_available: boolean;
        };
        /** VoiceRecord */
        VoiceRecord: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            /** @example Ava */
            name: string;
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
        };
        /** ModelRecord */
        ModelRecord: {
            /**
             * Format: int64
             * @example 1
             */
            id: number;
            /** @example rehearsal */
            name: string;
        };
        /** LanguageRecord */
        LanguageRecord: {
            /**
             * Format: int64
             * @example 9
             */
            id: number;
            /** @example English */
            name: string;
            /** @example en */
            iso_2: string;
        };
        /** CallRecord */
        CallRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example Reception */
            assistant_name: string;
            /**
             * @description Only when a campaign made the call.
             * @example Spring reminders
             */
            campaign_name?: string;
            /** @enum {string} */
            type: "inbound" | "outbound" | "web";
            /**
             * Format: int64
             * @description Seconds.
             * @example 42
             */
            duration: number;
            /** @example +12025550199 */
            assistant_phone_number: string;
            /**
             * @description In E.164; of an inbound call also `anonymous`, or the SIP address that the call came from.
             * @example +12025550100
             */
            client_phone_number: string;
            /** @enum {string} */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description One line per turn.
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description One key per item of the post-call schema; empty until the call has been evaluated.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            evaluation: {
                [key: string]: unknown;
            };
            /**
             * @description How the last attempt to deliver the webhook was answered; empty before there is one.
             * @example {
             *       "status": 200,
             *       "body": "ok",
             *       "attempts": 1,
             *       "delivered_at": "2025-06-30 11:54:07"
             *     }
             */
            webhook_response: {
                [key: string]: unknown;
            };
            /** @example 0.014 */
            carrier_cost: number;
            /**
             * @description All fees included.
             * @example 0.114
             */
            total_cost: number;
            /** @enum {string} */
            answered_by: "human" | "machine" | "unknown";
            /**
             * Format: uri
             * @description Only when the call was recorded and is over. Anyone who has the link may listen.
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /** @example 2025-06-30 11:53:20 */
            updated_at: string;
        };
        /** CallDetailRecord */
        CallDetailRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example Reception */
            assistant_name: string;
            /**
             * @description Only when a campaign made the call.
             * @example Spring reminders
             */
            campaign_name?: string;
            /** @enum {string} */
            type: "inbound" | "outbound" | "web";
            /**
             * Format: int64
             * @description Seconds.
             * @example 42
             */
            duration: number;
            /** @example +12025550199 */
            assistant_phone_number: string;
            /**
             * @description In E.164; of an inbound call also `anonymous`, or the SIP address that the call came from.
             * @example +12025550100
             */
            client_phone_number: string;
            /** @enum {string} */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description One line per turn.
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description One key per item of the post-call schema; empty until the call has been evaluated.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            evaluation: {
                [key: string]: unknown;
            };
            /**
             * @description How the last attempt to deliver the webhook was answered; empty before there is one.
             * @example {
             *       "status": 200,
             *       "body": "ok",
             *       "attempts": 1,
             *       "delivered_at": "2025-06-30 11:54:07"
             *     }
             */
            webhook_response: {
                [key: string]: unknown;
            };
            /** @example 0.014 */
            carrier_cost: number;
            /**
             * @description All fees included.
             * @example 0.114
             */
            total_cost: number;
            /** @enum {string} */
            answered_by: "human" | "machine" | "unknown";
            /**
             * Format: uri
             * @description Only when the call was recorded and is over. Anyone who has the link may listen.
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /** @example 2025-06-30 11:53:20 */
            updated_at: string;
            /**
             * @description Null while the call is open, and where it is not known who hung up.
             * @enum {string|null}
             */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | null;
        };
        /** DeliveryRecord */
        DeliveryRecord: {
            /**
             * @description The `webhook-id` of every attempt.
             * @example evt_123456789012345_call.completed
             */
            id: string;
            /**
             * Format: int64
             * @example 63753420800123
             */
            call_id: number;
            /** @enum {string} */
            event: "call.completed" | "inbound_call.completed";
            /** @example https://crm.example.com/hooks/calls */
            url: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "exhausted" | "disabled";
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /**
             * @description Null when none is due, or the first is on its way.
             * @example 2025-06-30T11:53:20.000000Z
             */
            next_attempt_at: string | null;
            attempts: {
                /** @example 2025-06-30T11:53:20.000000Z */
                attempted_at: string;
                /**
                 * Format: int64
                 * @description Null without an answer.
                 * @example 503
                 */
                status: number | null;
                /**
                 * @description Null with an answer.
                 * @example no answer within 15 s
                 */
                error: string | null;
                /**
                 * Format: int64
                 * @example 120
                 */
                duration_ms: number;
            }[];
            /** @description How this server has answered lately, for all calls. */
            endpoint: {
                /** @example https://crm.example.com */
                origin: string;
                /**
                 * @description `slow` after an answer took more than 2 s, until an attempt succeeds within 1 s.
                 * @enum {string}
                 */
                pace: "unknown" | "quick" | "slow";
                /**
                 * @description To the minute.
                 * @example 2025-06-30T11:53:20.000000Z
                 */
                last_success_at: string | null;
                /**
                 * @description The first failure since the last success.
                 * @example 2025-06-30T11:53:20.000000Z
                 */
                failing_since: string | null;
                last_failure: {
                    /** @example 2025-06-30T11:53:20.000000Z */
                    failed_at: string;
                    /**
                     * Format: int64
                     * @description Null without an answer.
                     * @example 503
                     */
                    status: number | null;
                    /**
                     * @description Null with an answer.
                     * @example no answer within 15 s
                     */
                    error: string | null;
                } | null;
            };
        };
        /** UserRecord */
        UserRecord: {
            /** @example Northwind Dental */
            name: string;
            /** @example ops@northwind.example */
            email: string | null;
            /**
             * @description Money held for calls that run is still in it.
             * @example 97.25
             */
            total_balance: number;
            /**
             * Format: int64
             * @description Calls that are being made or talked at this moment.
             * @example 2
             */
            calls_now: number;
            /**
             * Format: int64
             * @description How many campaigns may bring it to.
             * @example 10
             */
            calls_allowed: number;
        };
        /** CampaignRecord */
        CampaignRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example Spring reminders */
            name: string;
            /** @enum {string} */
            status: "draft" | "in-progress" | "stopped" | "completed";
            /**
             * @description Why the service itself stopped it; null otherwise.
             * @example insufficient_balance
             */
            stopped_reason: string | null;
            /**
             * Format: int64
             * @description The assistant that calls; null if none was chosen.
             * @example 63753420800123
             */
            assistant_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /**
             * Format: int64
             * @example 3
             */
            max_calls_in_parallel: number;
            mark_complete_when_no_leads: boolean;
            /** @example 09:00:00 */
            allowed_hours_start_time: string;
            /** @example 18:00:00 */
            allowed_hours_end_time: string;
            /**
             * @example [
             *       "monday",
             *       "tuesday",
             *       "wednesday"
             *     ]
             */
            allowed_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
            /**
             * Format: int64
             * @description Attempts after the first one, for each number.
             * @example 3
             */
            max_retries: number;
            /**
             * Format: int64
             * @description Minutes.
             * @example 60
             */
            retry_interval: number;
            retry_on_voicemail: boolean;
            retry_on_goal_incomplete: boolean;
            /** @example appointment_confirmed */
            goal_completion_variable: string | null;
            /** @description The numbers to call from, in turn; none means the assistant's. */
            phone_number_ids: number[];
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            updated_at: string;
        };
        /** LeadRecord */
        LeadRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /** @example +12025550100 */
            phone_number: string;
            /**
             * @example {
             *       "customer_name": "Ada",
             *       "email": "ada@example.com"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /** @example 2025-06-30 11:53:20 */
            updated_at: string;
            /**
             * Format: int64
             * @example 1
             */
            campaign_id: number;
            /**
             * @description Why it waits, or will not be called any more; left out when there is nothing to say.
             * @enum {string}
             */
            reason?: "busy" | "no-answer" | "failed" | "voicemail" | "goal_incomplete" | "outside_hours" | "time_zone_undecided" | "do_not_call" | "campaign_stopped" | "expired" | "model_failed";
            campaign: {
                /**
                 * Format: int64
                 * @example 1
                 */
                id: number;
                /** @example Spring reminders */
                name: string;
            };
            /** @description In the order in which they are tried. */
            secondary_contacts: {
                /**
                 * Format: int64
                 * @example 63753420800123
                 */
                id: number;
                /** @example +12025550100 */
                phone_number: string;
                /**
                 * @example {
                 *       "customer_name": "Ada",
                 *       "email": "ada@example.com"
                 *     }
                 */
                variables: {
                    [key: string]: unknown;
                };
                /** @enum {string} */
                status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
                /** @example 2025-06-30 11:53:20 */
                created_at: string;
                /** @example 2025-06-30 11:53:20 */
                updated_at: string;
            }[];
        };
        /** DoNotCallRecord */
        DoNotCallRecord: {
            /** @example +12025550100 */
            phone_number: string;
            /**
             * @description Who put it there: this API, an import, the called person in a call, or by SMS.
             * @enum {string}
             */
            source: "api" | "import" | "call" | "sms";
            /** @example Asked not to be called. */
            reason: string | null;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
        };
        /** SmsRecord */
        SmsRecord: {
            /**
             * Format: int64
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: int64
             * @description The number that it is sent from.
             * @example 1
             */
            phone_number_id: number;
            /** @example +12025550100 */
            to: string;
            /** @example Your appointment is on Tuesday at ten. */
            body: string;
            /**
             * Format: int64
             * @example 1
             */
            user_id: number;
            /**
             * Format: int64
             * @description What it is billed in.
             * @example 1
             */
            segments: number;
            /** @example 0.01 */
            segment_price: number;
            /**
             * @description The price of a segment times the segments.
             * @example 0.01
             */
            total_cost: number;
            /**
             * @example sent
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "undelivered" | "failed";
            /**
             * @description The provider's tracking identifier; null while the message is queued.
             * @example SM0123456789abcdef0123456789abcdef
             */
            sms_sid: string | null;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /** @example 2025-06-30 11:53:20 */
            updated_at: string;
        };
        CreateAssistantRequest: {
            assistant_name: string;
            /**
             * Format: int64
             * @description The id of a voice that fits the engine.
             */
            voice_id: number;
            /** @description The name of a language. */
            language: string;
            /** @description The name of a model that fits the engine. */
            llm_model: string;
            /**
             * @description Whether the assistant receives calls or makes them.
             * @enum {string}
             */
            calls_direction: "receive" | "make";
            /** @enum {string} */
            engine_type: "pipeline" | "multimodal";
            /** @description An IANA name, such as `Europe/Berlin`. */
            timezone: string;
            /** @description Spoken when the call starts. `{name}` and `{{name}}` are replaced by variables. */
            initial_message: string;
            /** @description Tells the model what to do. `{name}` and `{{name}}` are replaced by variables. */
            system_prompt: string;
            /** Format: int64 */
            phone_number_id?: number | null;
            /** @description Without effect in multimodal mode: a speech model holds the call to its end. */
            fallback_models?: string[] | null;
            /** @description Without effect in multimodal mode: speech models have no temperature. */
            llm_temperature?: number | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no stability. */
            voice_stability?: number | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no similarity. */
            voice_similarity?: number | null;
            speech_speed?: number | null;
            /** @description Without effect in pipeline mode: the carrier documents no values for it, and ends calls on a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description Stored, and without effect: there is no ambient sound that could be loud. */
            ambient_sound_volume?: number | null;
            variables?: Record<string, unknown> | null;
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @enum {string|null} */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            allow_interruptions?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            use_min_interrupt_words?: boolean | null;
            /**
             * Format: int64
             * @description Without effect in multimodal mode: the speech model is interrupted by any speech.
             */
            min_interrupt_words?: number | null;
            /** @enum {string|null} */
            endpoint_type?: "vad" | "ai" | null;
            /** @description How long the assistant waits for the customer to continue, in seconds of silence. Higher is more patient. */
            endpoint_sensitivity?: number | null;
            /** @description How easily the customer interrupts the assistant. Higher is easier. */
            interrupt_sensitivity?: number | null;
            /** @description Whether short phrases fill the pauses of thinking. */
            filler_audios?: boolean | null;
            /**
             * Format: int64
             * @description Seconds of silence before the assistant speaks again.
             */
            re_engagement_interval?: number | null;
            /**
             * Format: int64
             * @description Seconds of silence before the assistant says goodbye.
             */
            max_silence_duration?: number | null;
            /**
             * Format: int64
             * @description Seconds.
             */
            max_call_duration?: number | null;
            end_call_on_voicemail?: boolean | null;
            record_call?: boolean | null;
            post_call_evaluation?: boolean | null;
            /** @description What to find out from the conversation after the call. */
            post_call_schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "bool";
                description: string;
            }[] | null;
            is_webhook_active?: boolean | null;
            /**
             * Format: uri
             * @description Where completed calls are posted to.
             */
            webhook_url?: string | null;
            send_webhook_only_on_completed?: boolean | null;
            include_recording_in_webhook?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `assistant_name`.
             */
            name?: string;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `language`.
             */
            language_id?: number;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            llm_model_id?: number;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            multimodal_model_id?: number;
            /**
             * @deprecated
             * @description The record's name for `calls_direction`.
             * @enum {string}
             */
            type?: "inbound" | "outbound";
            /**
             * @deprecated
             * @description The record's name for `engine_type`.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
            /**
             * @deprecated
             * @description The record's name for `noise_cancellation`.
             */
            enable_noise_cancellation?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `end_call_tool`.
             */
            tools?: {
                /** @enum {string} */
                type: "end_call";
                data: {
                    description: string;
                };
            }[] | null;
            /**
             * @deprecated
             * @description The record's name for `who_speaks_first`.
             */
            wait_for_customer?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `filler_audios`.
             */
            fillers?: boolean | null;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `re_engagement_interval`.
             */
            reengagement_interval?: number | null;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `max_call_duration`.
             */
            max_duration?: number | null;
            /**
             * @deprecated
             * @description The record's name for `record_call`.
             */
            record?: boolean | null;
        };
        UpdateAssistantRequest: {
            assistant_name?: string;
            /**
             * Format: int64
             * @description The id of a voice that fits the engine.
             */
            voice_id?: number;
            /** @description The name of a language. */
            language?: string;
            /** @description The name of a model that fits the engine. */
            llm_model?: string;
            /**
             * @description Whether the assistant receives calls or makes them.
             * @enum {string}
             */
            calls_direction?: "receive" | "make";
            /** @enum {string} */
            engine_type?: "pipeline" | "multimodal";
            /** @description An IANA name, such as `Europe/Berlin`. */
            timezone?: string;
            /** @description Spoken when the call starts. `{name}` and `{{name}}` are replaced by variables. */
            initial_message?: string;
            /** @description Tells the model what to do. `{name}` and `{{name}}` are replaced by variables. */
            system_prompt?: string;
            /** Format: int64 */
            phone_number_id?: number | null;
            /** @description Without effect in multimodal mode: a speech model holds the call to its end. */
            fallback_models?: string[] | null;
            /** @description Without effect in multimodal mode: speech models have no temperature. */
            llm_temperature?: number | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no stability. */
            voice_stability?: number | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no similarity. */
            voice_similarity?: number | null;
            speech_speed?: number | null;
            /** @description Without effect in pipeline mode: the carrier documents no values for it, and ends calls on a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description Stored, and without effect: there is no ambient sound that could be loud. */
            ambient_sound_volume?: number | null;
            variables?: Record<string, unknown> | null;
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @enum {string|null} */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            allow_interruptions?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            use_min_interrupt_words?: boolean | null;
            /**
             * Format: int64
             * @description Without effect in multimodal mode: the speech model is interrupted by any speech.
             */
            min_interrupt_words?: number | null;
            /** @enum {string|null} */
            endpoint_type?: "vad" | "ai" | null;
            /** @description How long the assistant waits for the customer to continue, in seconds of silence. Higher is more patient. */
            endpoint_sensitivity?: number | null;
            /** @description How easily the customer interrupts the assistant. Higher is easier. */
            interrupt_sensitivity?: number | null;
            /** @description Whether short phrases fill the pauses of thinking. */
            filler_audios?: boolean | null;
            /**
             * Format: int64
             * @description Seconds of silence before the assistant speaks again.
             */
            re_engagement_interval?: number | null;
            /**
             * Format: int64
             * @description Seconds of silence before the assistant says goodbye.
             */
            max_silence_duration?: number | null;
            /**
             * Format: int64
             * @description Seconds.
             */
            max_call_duration?: number | null;
            end_call_on_voicemail?: boolean | null;
            record_call?: boolean | null;
            post_call_evaluation?: boolean | null;
            /** @description What to find out from the conversation after the call. */
            post_call_schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "bool";
                description: string;
            }[] | null;
            is_webhook_active?: boolean | null;
            /**
             * Format: uri
             * @description Where completed calls are posted to.
             */
            webhook_url?: string | null;
            send_webhook_only_on_completed?: boolean | null;
            include_recording_in_webhook?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `assistant_name`.
             */
            name?: string;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `language`.
             */
            language_id?: number;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            llm_model_id?: number;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            multimodal_model_id?: number;
            /**
             * @deprecated
             * @description The record's name for `calls_direction`.
             * @enum {string}
             */
            type?: "inbound" | "outbound";
            /**
             * @deprecated
             * @description The record's name for `engine_type`.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
            /**
             * @deprecated
             * @description The record's name for `noise_cancellation`.
             */
            enable_noise_cancellation?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `end_call_tool`.
             */
            tools?: {
                /** @enum {string} */
                type: "end_call";
                data: {
                    description: string;
                };
            }[] | null;
            /**
             * @deprecated
             * @description The record's name for `who_speaks_first`.
             */
            wait_for_customer?: boolean | null;
            /**
             * @deprecated
             * @description The record's name for `filler_audios`.
             */
            fillers?: boolean | null;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `re_engagement_interval`.
             */
            reengagement_interval?: number | null;
            /**
             * Format: int64
             * @deprecated
             * @description The record's name for `max_call_duration`.
             */
            max_duration?: number | null;
            /**
             * @deprecated
             * @description The record's name for `record_call`.
             */
            record?: boolean | null;
        };
        EnableInboundWebhookRequest: {
            /** Format: int64 */
            assistant_id: number;
            /**
             * Format: uri
             * @description Where completed calls are posted to.
             */
            webhook_url: string;
        };
        DisableInboundWebhookRequest: {
            /** Format: int64 */
            assistant_id: number;
        };
        MakeCallRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            /** Format: int64 */
            assistant_id: number;
            variables?: Record<string, unknown> | null;
            /** Format: int64 */
            expires_in_seconds?: number | null;
        };
        CreateCampaignRequest: {
            name: string;
            /** Format: int64 */
            assistant_id: number;
            /** @description An IANA name, such as `Europe/Berlin`. */
            timezone?: string | null;
            /**
             * Format: int64
             * @description From 1 to 10, or to as many as you may have at once, if that is more.
             */
            max_calls_in_parallel?: number | null;
            /** @description `HH:MM`; from this minute on calls are made. */
            allowed_hours_start_time?: string | null;
            /** @description `HH:MM`, later than the start; this minute is the last one in which calls are made. */
            allowed_hours_end_time?: string | null;
            /** @description The days of the week on which the campaign calls; all of them by default. */
            allowed_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * Format: int64
             * @description Attempts after the first one, for each number of a lead.
             */
            max_retries?: number | null;
            /**
             * Format: int64
             * @description Minutes between two attempts.
             */
            retry_interval?: number | null;
            /** @description Whether a voicemail counts as not reached. */
            retry_on_voicemail?: boolean | null;
            /** @description Whether a lead is called again that was reached without reaching the goal. */
            retry_on_goal_incomplete?: boolean | null;
            /** @description The `bool` item of the assistant’s post-call schema that tells whether the goal was reached. */
            goal_completion_variable?: string | null;
            /** @description Whether the campaign ends by itself when no lead is left to call. */
            mark_complete_when_no_leads?: boolean | null;
            /** @description The numbers to call from, in turn; left out, the assistant’s. */
            phone_number_ids?: number[] | null;
        };
        UpdateCampaignStatusRequest: {
            /** Format: int64 */
            campaign_id: number;
            /**
             * @description What to do with the campaign.
             * @enum {string}
             */
            action: "start" | "stop";
        };
        CreateLeadRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            /** Format: int64 */
            campaign_id: number;
            variables?: Record<string, unknown> | null;
            /** @description Whether the campaign may have the number already. */
            allow_dupplicate?: boolean | null;
            secondary_contacts?: {
                /** @description A phone number in international format. */
                phone_number: string;
                variables?: Record<string, unknown> | null;
            }[] | null;
        };
        UpdateLeadRequest: {
            /** Format: int64 */
            campaign_id?: number;
            /** @description The number of the customer, in international format. */
            phone_number?: string;
            /** @enum {string} */
            status?: "created" | "completed";
            variables?: Record<string, unknown>;
        };
        AddDoNotCallEntryRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            reason?: string | null;
        };
        SendSmsRequest: {
            /**
             * Format: int64
             * @description The id of one of your phone numbers that can send SMS.
             */
            from: number;
            /** @description The number of the recipient, in international format. */
            to: string;
            /** @description Long texts are split into segments, each of which is billed. */
            body: string;
        };
        /** @description The path of each wrong field as it was sent, with the sentences that say what is wrong. */
        FieldErrors: {
            [key: string]: string[];
        };
    };
    responses: never;
    parameters: {
        /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in questions to support. */
        RequestId: string;
        /** @description `true` on a repeat of the first answer. */
        IdempotentReplayed: string;
        /** @description `rehearsal` if the built-in model speaks, which answers by fixed rules and is no language model. */
        LanguageModel: string;
        /** @description Where to go on. */
        Location: string;
        /** @description Requests of this token per minute, if they are limited. */
        RateLimitLimit: number;
        /** @description Requests that are possible at once. */
        RateLimitRemaining: number;
        /** @description When the whole burst is possible again, in seconds since 1970. */
        RateLimitReset: number;
        /** @description Seconds to wait before the next try. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createAssistant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAssistantRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    "x-language-model": components["headers"]["LanguageModel"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Assistant created successfully";
                        data: components["schemas"]["AssistantSummary"];
                    };
                };
            };
        };
    };
    updateAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAssistantRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Assistant updated successfully";
                        data: components["schemas"]["AssistantSummary"];
                    };
                };
            };
        };
    };
    deleteAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Assistant deleted successfully";
                    };
                };
            };
        };
    };
    listAssistants: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @example 1
                         */
                        current_page: number;
                        data: components["schemas"]["AssistantRecord"][];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        first_page_url: string;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 1
                         */
                        from: number | null;
                        /**
                         * Format: int64
                         * @example 2
                         */
                        last_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        last_page_url: string;
                        links: {
                            /**
                             * Format: uri
                             * @example https://api.example.com/api/user/calls?page=1
                             */
                            url: string | null;
                            /** @example 1 */
                            label: string;
                            active: boolean;
                        }[];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        next_page_url: string | null;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls
                         */
                        path: string;
                        /**
                         * Format: int64
                         * @example 15
                         */
                        per_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        prev_page_url: string | null;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 15
                         */
                        to: number | null;
                        /**
                         * Format: int64
                         * @example 17
                         */
                        total: number;
                    };
                };
            };
        };
    };
    listOutboundAssistants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundAssistantRecord"][];
                };
            };
        };
    };
    enableInboundWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableInboundWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook enabled successfully";
                        data: unknown[];
                    };
                };
            };
        };
    };
    disableInboundWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableInboundWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Webhook disabled successfully";
                        data: unknown[];
                    };
                };
            };
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: {
                type?: "inbound" | "outbound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberRecord"][];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: {
                mode?: "pipeline" | "multimodal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceRecord"][];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelRecord"][];
                };
            };
        };
    };
    listLanguages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageRecord"][];
                };
            };
        };
    };
    makeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeCallRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    "x-language-model": components["headers"]["LanguageModel"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Call initiated successfully";
                        /**
                         * Format: int64
                         * @example 63753420800123
                         */
                        call_id: number;
                        /** @enum {string} */
                        status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
                        data: {
                            /**
                             * Format: int64
                             * @description 1: the next call.
                             * @example 3
                             */
                            queue_position?: number;
                            /**
                             * Format: int64
                             * @description Until it is dialled.
                             * @example 2
                             */
                            estimated_seconds?: number;
                            /** @description The placeholders of greeting and prompt that no variable fills: they are spoken as they are written. */
                            missing_variables?: string[];
                        };
                    };
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                status?: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
                type?: "inbound" | "outbound" | "web";
                phone_number?: string;
                assistant_id?: number;
                campaign_id?: number;
                date_from?: string;
                date_to?: string;
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @example 1
                         */
                        current_page: number;
                        data: components["schemas"]["CallRecord"][];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        first_page_url: string;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 1
                         */
                        from: number | null;
                        /**
                         * Format: int64
                         * @example 2
                         */
                        last_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        last_page_url: string;
                        links: {
                            /**
                             * Format: uri
                             * @example https://api.example.com/api/user/calls?page=1
                             */
                            url: string | null;
                            /** @example 1 */
                            label: string;
                            active: boolean;
                        }[];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        next_page_url: string | null;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls
                         */
                        path: string;
                        /**
                         * Format: int64
                         * @example 15
                         */
                        per_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        prev_page_url: string | null;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 15
                         */
                        to: number | null;
                        /**
                         * Format: int64
                         * @example 17
                         */
                        total: number;
                    };
                };
            };
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallDetailRecord"];
                };
            };
        };
    };
    deleteCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Call deleted successfully";
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query: {
                call_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeliveryRecord"][];
                    };
                };
            };
        };
    };
    showUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRecord"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRecord"][];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Campaign created successfully";
                        data: components["schemas"]["CampaignRecord"];
                    };
                };
            };
        };
    };
    updateCampaignStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignStatusRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Campaign started successfully." | "Campaign stopped successfully.";
                        /** @constant */
                        success: true;
                        data: {
                            /**
                             * Format: int64
                             * @example 1
                             */
                            campaign_id: number;
                            /** @enum {string} */
                            status: "in-progress" | "stopped";
                        };
                    };
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Campaign deleted successfully";
                    };
                };
            };
        };
    };
    listLeads: {
        parameters: {
            query?: {
                status?: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
                campaign_id?: number;
                phone_number?: string;
                date_from?: string;
                date_to?: string;
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @example 1
                         */
                        current_page: number;
                        data: components["schemas"]["LeadRecord"][];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        first_page_url: string;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 1
                         */
                        from: number | null;
                        /**
                         * Format: int64
                         * @example 2
                         */
                        last_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        last_page_url: string;
                        links: {
                            /**
                             * Format: uri
                             * @example https://api.example.com/api/user/calls?page=1
                             */
                            url: string | null;
                            /** @example 1 */
                            label: string;
                            active: boolean;
                        }[];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        next_page_url: string | null;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls
                         */
                        path: string;
                        /**
                         * Format: int64
                         * @example 15
                         */
                        per_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        prev_page_url: string | null;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 15
                         */
                        to: number | null;
                        /**
                         * Format: int64
                         * @example 17
                         */
                        total: number;
                    };
                };
            };
        };
    };
    createLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLeadRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lead created successfully";
                        data: components["schemas"]["LeadRecord"];
                    };
                };
            };
        };
    };
    createLeadAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLeadRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lead created successfully";
                        data: components["schemas"]["LeadRecord"];
                    };
                };
            };
        };
    };
    updateLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLeadRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lead updated successfully";
                    };
                };
            };
        };
    };
    deleteLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lead deleted successfully";
                    };
                };
            };
        };
    };
    updateLeadAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 190000000000001 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateLeadRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lead updated successfully";
                    };
                };
            };
        };
    };
    listDoNotCallEntries: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: int64
                         * @example 1
                         */
                        current_page: number;
                        data: components["schemas"]["DoNotCallRecord"][];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        first_page_url: string;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 1
                         */
                        from: number | null;
                        /**
                         * Format: int64
                         * @example 2
                         */
                        last_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        last_page_url: string;
                        links: {
                            /**
                             * Format: uri
                             * @example https://api.example.com/api/user/calls?page=1
                             */
                            url: string | null;
                            /** @example 1 */
                            label: string;
                            active: boolean;
                        }[];
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=2
                         */
                        next_page_url: string | null;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls
                         */
                        path: string;
                        /**
                         * Format: int64
                         * @example 15
                         */
                        per_page: number;
                        /**
                         * Format: uri
                         * @example https://api.example.com/api/user/calls?page=1
                         */
                        prev_page_url: string | null;
                        /**
                         * Format: int64
                         * @description Null on an empty page.
                         * @example 15
                         */
                        to: number | null;
                        /**
                         * Format: int64
                         * @example 17
                         */
                        total: number;
                    };
                };
            };
        };
    };
    addDoNotCallEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddDoNotCallEntryRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Number added to the do-not-call list";
                        data: components["schemas"]["DoNotCallRecord"];
                    };
                };
            };
        };
    };
    removeDoNotCallEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example +12025550101 */
                phone_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Number removed from the do-not-call list";
                    };
                };
            };
        };
    };
    sendSms: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendSmsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "SMS sent successfully";
                        data: components["schemas"]["SmsRecord"];
                    };
                };
            };
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1.1.SAMPLESAMPLESAMPLESAMPLESAMPLESAMPLESAMPLES */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Elsewhere, for a short time. */
            302: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            /** @description The record does not exist, or belongs to another user. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Recording not found";
                    } | {
                        /** @enum {string} */
                        message: "The recording is not ready yet.";
                        /** @description Seconds, as in the header. */
                        retry_after: number;
                    };
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Internal Server Error" | "Internal server error";
                    };
                };
            };
            /** @description The service did not answer in time. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Service Unavailable";
                    };
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3.1.1 */
                        openapi: string;
                        paths: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
}
