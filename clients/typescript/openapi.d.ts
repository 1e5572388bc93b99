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
         * @description Creates an assistant, ready to be used. The voice and the model must fit the engine; a phone number must be yours, and can be held by one inbound assistant only. `webhook_url` is required when `is_webhook_active` is true. Optional fields that are left out or null get their defaults. A token with scopes needs `admin`.
         */
        post: operations["createAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all assistants at once, newest first
         * @description All your assistants, newest first, without pages. With many of them the pages are quicker. A token with scopes needs `read`.
         */
        get: operations["listAllAssistants"];
        put?: never;
        /**
         * Create an assistant
         * @deprecated
         * @description The same as `POST /user/assistant`, for clients that call it here.
         */
        post: operations["createAssistantAlias"];
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
        /**
         * Get one assistant
         * @deprecated
         * @description The same as `GET /user/assistants/{id}`, for clients that call it here.
         */
        get: operations["getAssistantAlias"];
        /**
         * Change an assistant
         * @description Changes the fields that are sent and leaves the others. Null puts an optional field back to its default; a required field cannot be emptied. Running calls keep the configuration they started with. The `status` is set by the service: one that differs from it is refused. A token with scopes needs `admin`.
         */
        put: operations["updateAssistant"];
        post?: never;
        /**
         * Delete an assistant for good
         * @description Removes the assistant and frees its phone number. Running calls go on, and past calls keep its name. A token with scopes needs `admin`.
         */
        delete: operations["deleteAssistant"];
        options?: never;
        head?: never;
        /**
         * Change an assistant
         * @deprecated
         * @description The same as `PUT /user/assistant/{id}`, for clients that call it here.
         */
        patch: operations["updateAssistantAlias2"];
        trace?: never;
    };
    "/user/assistants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one assistant
         * @description One assistant; the same record that the list has. What you read can be sent back whole. A token with scopes needs `read`.
         */
        get: operations["getAssistant"];
        /**
         * Change an assistant
         * @deprecated
         * @description The same as `PUT /user/assistant/{id}`, for clients that call it here.
         */
        put: operations["updateAssistantAlias"];
        post?: never;
        /**
         * Delete an assistant for good
         * @deprecated
         * @description The same as `DELETE /user/assistant/{id}`, for clients that call it here.
         */
        delete: operations["deleteAssistantAlias"];
        options?: never;
        head?: never;
        /**
         * Change an assistant
         * @deprecated
         * @description The same as `PUT /user/assistant/{id}`, for clients that call it here.
         */
        patch: operations["updateAssistantAlias3"];
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
         * @description Your assistants, newest first, in pages. A token with scopes needs `read`.
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
    "/user/assistants/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an assistant, newest first
         * @description Each change of a setting makes a version, and a call keeps the one that it began with. `before` continues after the last version of an answer. To go back, send the settings of a version as an update. A token with scopes needs `read`.
         */
        get: operations["listAssistantVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/enable-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch post-call notifications on
         * @description Sets `webhook_url` and `is_webhook_active`: from now on, completed calls of the assistant are posted there, signed as Standard Webhooks. A token with scopes needs `admin`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/disable-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch post-call notifications off
         * @description Sets `is_webhook_active` to false and keeps the URL. A token with scopes needs `admin`.
         */
        post: operations["disableWebhook"];
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
         * @description All your assistants of type `outbound`, newest first, without pages. A token with scopes needs `read`.
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
         * @description From now on, completed inbound calls of the assistant are posted to `webhook_url`, signed as Standard Webhooks. A token with scopes needs `admin`.
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
         * @description Stops the notifications and forgets their URL. A token with scopes needs `admin`.
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
         * @description Your phone numbers; their `id` is the `phone_number_id` of other requests. With `type=inbound`, caller IDs and numbers that an assistant holds are left out. A token with scopes needs `read`.
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
    "/user/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your phone numbers
         * @deprecated
         * @description The same as `GET /user/assistants/phone-numbers`, for clients that call it here.
         */
        get: operations["listPhoneNumbersAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/phone-numbers/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your phone numbers
         * @deprecated
         * @description The same as `GET /user/assistants/phone-numbers`, for clients that call it here.
         */
        get: operations["listPhoneNumbersAlias2"];
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
         * @description Public voices and your own; their `id` is the `voice_id` of an assistant. `dualplex` is `multimodal`. A token with scopes needs `read`.
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
         * @description The models of both engines, or of the one that `type` names; their `name` is the `llm_model` of an assistant. `llm`: of pipelines; `dualplex` is `multimodal`. A token with scopes needs `read`.
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
         * @description All languages; their `name` is the `language` of an assistant. A token with scopes needs `read`.
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
    "/user/assistants/synthesizer-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the makers of voices
         * @description The companies behind the voices. A token with scopes needs `read`.
         */
        get: operations["listSynthesizerProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/transcriber-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the makers of transcripts
         * @description The companies behind the transcripts. A token with scopes needs `read`.
         */
        get: operations["listTranscriberProviders"];
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
         * @description Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list of calls, or have a webhook tell you. `variables` overlay those of the assistant. A token with scopes needs `calls`.
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
         * @description Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call that has been answered by `make_call` is in the next list. A token with scopes needs `read`.
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
         * @description One call, with its transcript and what came of it; the same record that the list has. The transcript of a live call grows as it is spoken. A token with scopes needs `read`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call with its transcript and recording
         * @description Removes the call for good, with its transcript and its recording; the lists and their totals forget it too. What it has cost stays paid. A call that is not over yet is refused. A token with scopes needs `calls`.
         */
        delete: operations["deleteCall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/calls/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up a call, or cancel one that waits
         * @description A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as for any call, with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried again by the rules of its campaign. Safe to repeat: a call that is over answers 409. A token with scopes needs `calls`.
         */
        post: operations["endCall"];
        delete?: never;
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
         * @description Every event of a call: its attempts, when the next one is due, and how its server has answered lately. Empty when the call has no webhook, or is not finished yet. A token with scopes needs `read`.
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
    "/user/webhooks/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook again
         * @description Queues the delivery for one more attempt at once, with the same `webhook-id` and the same body, whatever came of it before. See its attempts in the list of deliveries. A token with scopes needs `admin`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/webhooks/deliveries/{delivery_id}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a webhook has posted
         * @description The body and the signed headers of the last attempt, rebuilt from the record of the call to the byte. A program without a public address can receive webhooks this way. A token with scopes needs `read`.
         */
        get: operations["getDeliveryPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Posts a signed event of a call that never was, with `test: true`, and answers with the attempt. Send `assistant_id` for the webhook of an assistant, `url` for any other, or both. Nothing is stored or attempted again. A token with scopes needs `admin`.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the secret that signs your webhooks
         * @description Webhooks are signed as Standard Webhooks, by all secrets that are shown here. A token with scopes needs `admin`.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/webhooks/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new webhook secret
         * @description A new secret signs from now on. The old one signs as well for `previous_expires_in_seconds`, a day by default: change your receiver in that time. 0 ends it at once, after a leak. Three secrets sign at most. A token with scopes needs `admin`.
         */
        post: operations["rotateWebhookSecret"];
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
         * @description Whom the access token belongs to, the balance, and how many calls run and may run at once. A token with scopes needs `read`.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what a month was charged for
         * @description What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS less those that were refunded. A refund counts on its own day. Without `month`, the present one. A token with scopes needs `read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the access tokens
         * @description Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days. A token with scopes needs `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an access token
         * @description Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later: without `expires_at`, at the same time. No scope includes another one. A token with scopes needs `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/tokens/{id}": {
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
         * Revoke an access token
         * @description Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so long. A token with scopes needs `admin`.
         */
        delete: operations["deleteToken"];
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
         * @description All your campaigns, newest first, without pages. A token with scopes needs `read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Makes a campaign in `draft`, to be filled with leads and then started. Its assistant must be outbound. Calls are made within the allowed hours and days of the called person’s own time zone where the number tells it, else of `timezone`, which is that of the assistant unless you say otherwise; and within the legal hours in any case. A token with scopes needs `calls`.
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
         * @description Starts a campaign, or stops it. The first calls are made within seconds of a start. After a stop no call is made, and calls that ring are taken back and count as no attempt. Calls that were answered go on to their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more. A token with scopes needs `calls`.
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
         * @description Removes the campaign with all its leads. After the response it makes no calls, however many leads it had. Calls that ring are taken back, and calls that were answered go on to their end. A token with scopes needs `calls`.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaigns/{id}": {
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
         * @deprecated
         * @description The same as `DELETE /user/campaign/{id}`, for clients that call it here.
         */
        delete: operations["deleteCampaignAlias"];
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
         * @description Your leads, newest first, in pages. Filters combine; `phone_number` may be a part of the number; days are whole UTC days, the last one included. A token with scopes needs `read`.
         */
        get: operations["listLeads"];
        put?: never;
        /**
         * Create a lead
         * @description Adds a customer to a campaign, with up to ten secondary contacts, all or nothing. Unless `allow_dupplicate` is true, a number that the campaign already has is refused. A token with scopes needs `calls`.
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
         * @deprecated
         * @description The same as `POST /user/leads`, for clients that call it here.
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
         * @description Changes the fields that are sent and leaves the others; `variables` are merged into those that the lead has. Any other field is refused by name. A token with scopes needs `calls`.
         */
        put: operations["updateLead"];
        post?: never;
        /**
         * Delete a lead with its secondary contacts
         * @description Removes the lead with its secondary contacts. One that is being called at this moment is refused. A token with scopes needs `calls`.
         */
        delete: operations["deleteLead"];
        options?: never;
        head?: never;
        /**
         * Update a lead
         * @deprecated
         * @description The same as `PUT /user/leads/{id}`, for clients that call it here.
         */
        patch: operations["updateLeadAlias2"];
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
         * @deprecated
         * @description The same as `PUT /user/leads/{id}`, for clients that call it here.
         */
        put: operations["updateLeadAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a lead
         * @deprecated
         * @description The same as `PUT /user/leads/{id}`, for clients that call it here.
         */
        patch: operations["updateLeadAlias3"];
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
         * @description The numbers that your campaigns do not call, newest first, in pages. A token with scopes needs `read`.
         */
        get: operations["listDoNotCallEntries"];
        put?: never;
        /**
         * Add a number to the do-not-call list
         * @description From now on no campaign of yours calls the number: leads that wait with it become `blacklisted`, new ones when their turn comes. Its SMS are refused, too. People who ask for it in a call, or text STOP to one of your numbers, are added by themselves. A token with scopes needs `calls`.
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
         * @description Takes the number off the list. Its leads stay `blacklisted` until you set them to `created`. A token with scopes needs `calls`.
         */
        delete: operations["removeDoNotCallEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/{id}/web-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a call in a web page
         * @description Holds the cost of a call, stores it with the type `web`, and answers with the token with which a page begins it: `startWebCall` of `@ringback/widget` does. An assistant of either direction takes web calls. A call that no page begins ends after 90 seconds and costs nothing. A token with scopes needs `calls`.
         */
        post: operations["createWebCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widget/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the look of a widget
         * @description For pages: the look of a widget. The id of a widget is `user_id`, `id` and `uuid` of its assistant, joined by dots. Needs no access token: the `Origin` of the page must be among the `allowed_origins` of `widget_settings`. Preflights are answered.
         */
        get: operations["getWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/widget/{token}/web-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a call by a widget
         * @description For pages: a visitor starts a call, which the balance of the widget’s user pays for. Needs no access token, but an allowed `Origin`. A visitor may start 3 calls at once and 6 a minute, a widget 20 and 60; `calls_at_once` of `widget_settings` may be in progress, 5 by default.
         */
        post: operations["createWidgetCall"];
        delete?: never;
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
         * @description Charges the account for the segments of the text and sends it. Usually answers with the status `sent`; with `queued` when the carrier takes longer than ten seconds. What cannot be sent is refunded. A token with scopes needs `sms`.
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
export interface webhooks {
    "call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A call is over and evaluated
         * @description Sent to the `webhook_url` of the assistant while `is_webhook_active` is true; unanswered calls are left out while `send_webhook_only_on_completed` is true.
         */
        post: operations["onCallCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inbound_call.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An inbound call is over and evaluated
         * @description Sent to the `inbound_webhook_url` of the assistant, which an endpoint of its own switches on and off.
         */
        post: operations["onInboundCallCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AssistantSummary: {
            /** @example 63753420800123 */
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
        AssistantPage: {
            /** @example 1 */
            current_page: number;
            data: components["schemas"]["AssistantRecord"][];
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description Null on an empty page.
             * @example 1
             */
            from: number | null;
            /** @example 2 */
            last_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
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
            /** @example 15 */
            per_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description Null on an empty page.
             * @example 15
             */
            to: number | null;
            /** @example 17 */
            total: number;
        };
        AssistantRecord: {
            /** @example 63753420800123 */
            id: number;
            /**
             * Format: uuid
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /** @example 1 */
            user_id: number;
            /** @example 1 */
            instance_id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
            /** @enum {string} */
            status: "active" | "inactive";
            /** @example 63753420800123 */
            phone_number_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /** @example 1 */
            flows_platform_id: number | null;
            /**
             * @description 0: none.
             * @example 0
             */
            knowledgebase_id: number;
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
                /** @enum {string} */
                theme: "light" | "dark" | "auto";
                color: string;
                /** @enum {string} */
                position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
                allowed_origins?: string[];
                calls_at_once?: number;
            };
            /** @example 1 */
            engine_id: number | null;
            /** @example 1 */
            synthesizer_id: number | null;
            /** @example 1 */
            synthesizer_provider_id: number | null;
            /** @example 1 */
            transcriber_id: number | null;
            /** @example 1 */
            transcriber_provider_id: number | null;
            /** @example English */
            language: string | null;
            /** @example 9 */
            language_id: number | null;
            /** @example 1 */
            llm_model_id: number | null;
            /** @example 101 */
            multimodal_model_id: number | null;
            fallback_models?: string[];
            /** @example 0.10 */
            llm_temperature: string;
            /** @example 1 */
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
            tools: components["schemas"]["AssistantTool"][];
            /** @description Whether the customer speaks first. */
            wait_for_customer: boolean;
            allow_interruptions: boolean;
            /**
             * @description 0: any word interrupts.
             * @example 2
             */
            min_interrupt_words: number;
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
            filler_config: components["schemas"]["FillerConfig"];
            /**
             * @description Seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * @description Seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
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
            post_call_schema: components["schemas"]["PostCallField"][];
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
        AssistantTool: {
            /** @constant */
            type: "end_call";
            data: {
                /** @example When the customer says goodbye. */
                description: string;
            };
        };
        FillerConfig: {
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
        PostCallField: {
            /** @example status */
            name: string;
            /** @enum {string} */
            type: "string" | "number" | "bool";
            /** @example Whether the goal of the call was reached. */
            description: string;
        };
        PageLink: {
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            url: string | null;
            /** @example 1 */
            label: string;
            active: boolean;
        };
        AssistantVersion: {
            /**
             * @description It grows with each change; some have no calls and no copy.
             * @example 3
             */
            version: number;
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /** @example 63753420800123 */
            id: number;
            /**
             * Format: uuid
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /** @example 1 */
            user_id: number;
            /** @example 1 */
            instance_id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
            /** @enum {string} */
            status: "active" | "inactive";
            /** @example 63753420800123 */
            phone_number_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /** @example 1 */
            flows_platform_id: number | null;
            /**
             * @description 0: none.
             * @example 0
             */
            knowledgebase_id: number;
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
                /** @enum {string} */
                theme: "light" | "dark" | "auto";
                color: string;
                /** @enum {string} */
                position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
                allowed_origins?: string[];
                calls_at_once?: number;
            };
            /** @example 1 */
            engine_id: number | null;
            /** @example 1 */
            synthesizer_id: number | null;
            /** @example 1 */
            synthesizer_provider_id: number | null;
            /** @example 1 */
            transcriber_id: number | null;
            /** @example 1 */
            transcriber_provider_id: number | null;
            /** @example English */
            language: string | null;
            /** @example 9 */
            language_id: number | null;
            /** @example 1 */
            llm_model_id: number | null;
            /** @example 101 */
            multimodal_model_id: number | null;
            fallback_models?: string[];
            /** @example 0.10 */
            llm_temperature: string;
            /** @example 1 */
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
            tools: components["schemas"]["AssistantTool"][];
            /** @description Whether the customer speaks first. */
            wait_for_customer: boolean;
            allow_interruptions: boolean;
            /**
             * @description 0: any word interrupts.
             * @example 2
             */
            min_interrupt_words: number;
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
            filler_config: components["schemas"]["FillerConfig"];
            /**
             * @description Seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * @description Seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
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
            post_call_schema: components["schemas"]["PostCallField"][];
            is_webhook_active: boolean;
            /** @example https://example.com/calls */
            webhook_url: string | null;
            /** @example https://example.com/inbound */
            inbound_webhook_url: string | null;
            send_webhook_only_on_completed: boolean;
            include_recording_in_webhook: boolean;
        };
        OutboundAssistantRecord: {
            /** @example 63753420800123 */
            id: number;
            /** @example 1 */
            user_id: number;
            /** @example Reception */
            name: string;
            /** @enum {string} */
            type: "inbound" | "outbound";
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
            /** @enum {string} */
            status: "active" | "inactive";
            /** @example 1 */
            voice_id: number;
            /** @example 9 */
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
        PhoneNumberRecord: {
            /** @example 63753420800123 */
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
        VoiceRecord: {
            /** @example 1 */
            id: number;
            /** @example Ava */
            name: string;
            /** @enum {string} */
            mode: "pipeline" | "multimodal";
        };
        ModelRecord: {
            /** @example 1 */
            id: number;
            /** @example rehearsal */
            name: string;
            /**
             * @description Only where the request names a `type`.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
        };
        LanguageRecord: {
            /** @example 9 */
            id: number;
            /** @example English */
            name: string;
            /** @example en */
            iso_2: string;
        };
        ProviderRecord: {
            /** @example 1 */
            id: number;
            /** @example ElevenLabs */
            name: string;
        };
        AcceptedCallData: {
            /**
             * @description 1: the next call.
             * @example 3
             */
            queue_position?: number;
            /**
             * @description Until it is dialled.
             * @example 2
             */
            estimated_seconds?: number;
            /** @description The placeholders of greeting and prompt that no variable fills: they are spoken as they are written. */
            missing_variables?: string[];
        };
        CallPage: {
            /** @example 1 */
            current_page: number;
            data: components["schemas"]["CallRecord"][];
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description Null on an empty page.
             * @example 1
             */
            from: number | null;
            /** @example 2 */
            last_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
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
            /** @example 15 */
            per_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description Null on an empty page.
             * @example 15
             */
            to: number | null;
            /** @example 17 */
            total: number;
        };
        CallRecord: {
            /** @example 63753420800123 */
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
             * @description Seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description In E.164; `web` of a web call.
             * @example +12025550199
             */
            assistant_phone_number: string;
            /**
             * @description In E.164; of an inbound call also `anonymous`, or the SIP address that the call came from; `web` of a web call.
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
             * @description What came of the call; null until it is settled. In lists only with `include=outcome`.
             * @enum {string|null}
             */
            outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed" | null;
        };
        CallDetailRecord: {
            /** @example 63753420800123 */
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
             * @description Seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description In E.164; `web` of a web call.
             * @example +12025550199
             */
            assistant_phone_number: string;
            /**
             * @description In E.164; of an inbound call also `anonymous`, or the SIP address that the call came from; `web` of a web call.
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
             * @description What came of the call; null until it is settled.
             * @enum {string|null}
             */
            outcome: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed" | null;
            /**
             * @description Null while the call is open, and where it is not known who hung up.
             * @enum {string|null}
             */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | null;
            /** @description Who or what ended the call; null until it is settled, and where that is not known. */
            reason: components["schemas"]["CallReason"] | null;
            latency: components["schemas"]["CallLatency"] | null;
            /** @description The transcript by turn. */
            transcript_turns: components["schemas"]["CallTurn"][];
        };
        CallReason: {
            /**
             * @description Who ended or refused the call.
             * @enum {string}
             */
            by: "customer" | "assistant" | "carrier" | "service" | "user";
            /**
             * @description The code of the carrier, such as `sip_486`, or a word of this service, such as `silence`.
             * @example sip_486
             */
            code: string;
            /**
             * @description For people.
             * @example The line is busy. SIP 486: Busy Here.
             */
            text: string;
        };
        /** @description How fast the answers were, in milliseconds. Null while the call is open, and where no answer was measured, as in multimodal mode. */
        CallLatency: {
            /**
             * @description The answers that were measured.
             * @example 6
             */
            turns: number;
            /** @description From the arrival of the customer’s words to the request to the model. */
            model_asked: {
                /** @example 25 */
                p50: number;
                /** @example 40 */
                p95: number;
            };
            /** @description From the arrival of the customer’s words to the first token of the model. */
            first_token: {
                /** @example 420 */
                p50: number;
                /** @example 780 */
                p95: number;
            };
            /** @description From the arrival of the customer’s words to the first text sent to the voice. */
            first_text: {
                /** @example 460 */
                p50: number;
                /** @example 830 */
                p95: number;
            };
            /** @description Null where the carrier does not report playback. */
            voice: {
                /** @example 790 */
                p50: number;
                /** @example 1160 */
                p95: number;
            } | null;
            /** @description From the customer’s last word to the voice. The wait for the end of speech is that of the settings; a voice that is not reported counts as 400 ms. */
            mouth_to_ear: {
                /** @example 1390 */
                p50: number;
                /** @example 1760 */
                p95: number;
            };
        };
        CallTurn: {
            /** @enum {string} */
            sender: "bot" | "human";
            /** @example Thank you, goodbye! */
            text: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            timestamp: string;
            /**
             * @description Of an answer: from the customer’s last word to the voice, in milliseconds, as in `latency`. Null where it was not measured.
             * @example 1390
             */
            mouth_to_ear: number | null;
            /** @description What the model called in this turn, or after it if nothing of its answer was heard. */
            tools: {
                /**
                 * @description More tools may come: show one that you do not know by its name.
                 * @example end_call
                 * @example do_not_call
                 */
                name: string;
            }[];
        };
        EndedCall: {
            /** @example 63753420800123 */
            id: number;
            /**
             * @description As it is now: the status of a live call moves on when the carrier reports the end.
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /** @enum {string|null} */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | null;
        };
        DeliveryRecord: {
            /**
             * @description The `webhook-id` of every attempt.
             * @example evt_123456789012345_call.completed
             */
            id: string;
            /** @example 63753420800123 */
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
            attempts: components["schemas"]["DeliveryAttempt"][];
            endpoint: components["schemas"]["WebhookEndpoint"];
        };
        DeliveryAttempt: {
            /** @example 2025-06-30T11:53:20.000000Z */
            attempted_at: string;
            /**
             * @description Null without an answer.
             * @example 503
             */
            status: number | null;
            /**
             * @description Null with an answer.
             * @example no answer within 15 s
             */
            error: string | null;
            /** @example 120 */
            duration_ms: number;
        };
        /** @description How this server has answered lately, for all calls. */
        WebhookEndpoint: {
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
            last_failure: components["schemas"]["DeliveryFailure"] | null;
        };
        DeliveryFailure: {
            /** @example 2025-06-30T11:53:20.000000Z */
            failed_at: string;
            /**
             * @description Null without an answer.
             * @example 503
             */
            status: number | null;
            /**
             * @description Null with an answer.
             * @example no answer within 15 s
             */
            error: string | null;
        };
        DeliveryPayload: {
            /** @example evt_123456789012345_call.completed */
            id: string;
            /** @example https://crm.example.com/hooks/calls */
            url: string;
            headers: components["schemas"]["WebhookHeaders"];
            /**
             * @description The body to the byte: verify the signature against this text.
             * @example {"event":"call.completed","id":123456789012345}
             */
            body: string;
        };
        /** @description Of the last attempt; signed now if there was none. */
        WebhookHeaders: {
            /** @example evt_123456789012345_call.completed */
            "webhook-id": string;
            /** @example 1751284447 */
            "webhook-timestamp": string;
            /** @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= */
            "webhook-signature": string;
        };
        TestedWebhook: {
            /**
             * @description The `webhook-id`.
             * @example evt_test_0b0f6f3c-8f0a-4b0e-9a53-3b8f4c9e2d10
             */
            id: string;
            /** @example https://crm.example.com/hooks/calls */
            url: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            attempted_at: string;
            /**
             * @description Null without an answer.
             * @example 503
             */
            status: number | null;
            /**
             * @description Null with an answer.
             * @example no answer within 15 s
             */
            error: string | null;
            /** @example 120 */
            duration_ms: number;
            /**
             * @description The start of the answer; empty without one.
             * @example ok
             */
            body: string;
        };
        WebhookSecret: {
            /**
             * @description The newest secret. Store it where your receiver verifies webhooks.
             * @example whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=
             */
            secret: string;
            /** @description They sign as well, newest first, so that receivers can change in their own time. */
            previous: components["schemas"]["PreviousWebhookSecret"][];
        };
        PreviousWebhookSecret: {
            /** @example whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG= */
            secret: string;
            /**
             * @description It signs until then. Null: until the operator ends the rotation.
             * @example 2025-06-30T11:53:20.000000Z
             */
            expires_at: string | null;
        };
        UserRecord: {
            /** @example Northwind Dental */
            name: string;
            /**
             * @description Empty where none is known.
             * @example ops@northwind.example
             */
            email: string;
            /**
             * @description Money held for calls that run is still in it.
             * @example 97.25
             */
            total_balance: number;
            /**
             * @description Calls that are being made or talked at this moment.
             * @example 2
             */
            calls_now: number;
            /**
             * @description The most calls that campaigns may have at the same time.
             * @example 10
             */
            calls_allowed: number;
        };
        UsageRecord: {
            /** @example 2026-11 */
            month: string;
            calls: {
                /** @example 812 */
                count: number;
                /** @example 40122 */
                seconds: number;
                /** @example 96.41 */
                cost: number;
            };
            sms: {
                /** @example 40 */
                count: number;
                /** @example 52 */
                segments: number;
                /** @example 0.41 */
                cost: number;
            };
            days: components["schemas"]["UsageDay"][];
        };
        UsageDay: {
            /** @example 2026-11-22 */
            date: string;
            /** @example 31 */
            calls: number;
            /** @example 1502 */
            seconds: number;
            /** @example 3.62 */
            calls_cost: number;
            /** @example 2 */
            sms: number;
            /** @example 0.02 */
            sms_cost: number;
        };
        TokenRecord: {
            /** @example 63753420800123 */
            id: number;
            /** @example ci */
            name: string;
            /**
             * @description The first characters of the token.
             * @example rb_Xy12Z9
             */
            begins_with: string;
            /**
             * @description Null: all rights, as of tokens that have no scopes.
             * @example [
             *       "read",
             *       "calls"
             *     ]
             */
            scopes: ("read" | "calls" | "sms" | "admin")[] | null;
            /** @example 2025-06-30 11:53:20 */
            expires_at: string | null;
            /** @example 2025-06-30 11:53:20 */
            revoked_at: string | null;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
        };
        NewTokenRecord: {
            /** @example 63753420800123 */
            id: number;
            /** @example ci */
            name: string;
            /**
             * @description The first characters of the token.
             * @example rb_Xy12Z9
             */
            begins_with: string;
            /**
             * @description Null: all rights, as of tokens that have no scopes.
             * @example [
             *       "read",
             *       "calls"
             *     ]
             */
            scopes: ("read" | "calls" | "sms" | "admin")[] | null;
            /** @example 2025-06-30 11:53:20 */
            expires_at: string | null;
            /** @example 2025-06-30 11:53:20 */
            revoked_at: string | null;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /**
             * @description Shown this once: only its hash is stored.
             * @example rb_Xy12Z9…
             */
            token: string;
        };
        CampaignRecord: {
            /** @example 63753420800123 */
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
             * @description The assistant that calls; null if none was chosen.
             * @example 63753420800123
             */
            assistant_id: number | null;
            /** @example Europe/Berlin */
            timezone: string;
            /** @example 3 */
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
             * @description Attempts after the first one, for each number.
             * @example 3
             */
            max_retries: number;
            /**
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
        CampaignStatus: {
            /** @example 1 */
            campaign_id: number;
            /** @enum {string} */
            status: "in-progress" | "stopped";
        };
        LeadRecord: {
            /** @example 63753420800123 */
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
            /** @example 1 */
            campaign_id: number;
            /**
             * @description Why it waits, or will not be called any more; left out when there is nothing to say.
             * @enum {string}
             */
            reason?: "busy" | "no-answer" | "failed" | "voicemail" | "goal_incomplete" | "outside_hours" | "time_zone_undecided" | "do_not_call" | "campaign_stopped" | "expired" | "cancelled" | "model_failed";
            campaign: components["schemas"]["CampaignName"];
            /** @description In the order in which they are tried. */
            secondary_contacts: components["schemas"]["SecondaryContact"][];
        };
        CampaignName: {
            /** @example 63753420800123 */
            id: number;
            /** @example Spring reminders */
            name: string;
        };
        SecondaryContact: {
            /** @example 63753420800123 */
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
        };
        LeadPage: {
            /** @example 1 */
            current_page: number;
            data: components["schemas"]["LeadRecord"][];
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description Null on an empty page.
             * @example 1
             */
            from: number | null;
            /** @example 2 */
            last_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
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
            /** @example 15 */
            per_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description Null on an empty page.
             * @example 15
             */
            to: number | null;
            /** @example 17 */
            total: number;
        };
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
        DoNotCallPage: {
            /** @example 1 */
            current_page: number;
            data: components["schemas"]["DoNotCallRecord"][];
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description Null on an empty page.
             * @example 1
             */
            from: number | null;
            /** @example 2 */
            last_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
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
            /** @example 15 */
            per_page: number;
            /**
             * Format: uri
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description Null on an empty page.
             * @example 15
             */
            to: number | null;
            /** @example 17 */
            total: number;
        };
        WebCallData: {
            /** @example 63753420800123 */
            call_id: number;
            /**
             * @description Begins this one call, once: a Twilio access token.
             * @example eyJhbGciOiJIUzI1NiIsImN0eSI6InR3aWxpby1mcGE7dj0xIiwidHlwIjoiSldUIn0.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJl
             */
            access_token: string;
            /**
             * @description Seconds in which the page can begin the call.
             * @example 60
             */
            expires_in: number;
            /**
             * @description `twilio`: by the Voice SDK of Twilio. `simulator`: by the WebSocket of the local stack.
             * @enum {string}
             */
            transport: "twilio" | "simulator";
            /**
             * @description Of the transport `simulator`.
             * @example ws://127.0.0.1:3001/web-calls
             */
            url?: string;
            /** @description The placeholders of greeting and prompt that no variable fills: they are spoken as they are written. */
            missing_variables?: string[];
        };
        WidgetRecord: {
            /** @enum {string} */
            theme: "light" | "dark" | "auto";
            /** @example #2563eb */
            color: string;
            /** @enum {string} */
            position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
            /** @example en */
            language: string;
        };
        SmsRecord: {
            /** @example 63753420800123 */
            id: number;
            /**
             * @description The number that it is sent from.
             * @example 1
             */
            phone_number_id: number;
            /** @example +12025550100 */
            to: string;
            /** @example Your appointment is on Tuesday at ten. */
            body: string;
            /** @example 1 */
            user_id: number;
            /**
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
             * @description The provider's tracking identifier; empty while the message is queued.
             * @example SM0123456789abcdef0123456789abcdef
             */
            sms_sid: string;
            /** @example 2025-06-30 11:53:20 */
            created_at: string;
            /** @example 2025-06-30 11:53:20 */
            updated_at: string;
        };
        CallCompletedPayload: {
            /** @enum {string} */
            event: "call.completed" | "inbound_call.completed";
            /**
             * @description Only in test events: there was no such call.
             * @constant
             */
            test?: true;
            /** @example 63753420800123 */
            id: number;
            /** @enum {string} */
            type: "inbound" | "outbound" | "web";
            /**
             * @example ended_by_customer
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description What came of the call. Absent, as is `reason`, if an older release has settled it.
             * @enum {string}
             */
            outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed";
            /** @enum {string|null} */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | null;
            /** @description Who or what ended the call; null where that is not known. */
            reason?: components["schemas"]["CallReason"] | null;
            /** @example +12025550100 */
            customer_phone: string;
            /** @example +12025550199 */
            assistant_phone: string;
            /** @example 63753420800123 */
            assistant_id: number;
            /** @example Reception */
            assistant_name: string;
            /**
             * @description Seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description One key per item of the post-call schema, null where the conversation does not tell.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            extracted_variables: {
                [key: string]: (string | number | boolean) | null;
            };
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            input_variables: {
                [key: string]: unknown;
            };
            /**
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            latency: components["schemas"]["CallLatency"] | null;
            transcript_turns: components["schemas"]["TranscriptTurn"][];
            /**
             * Format: uri
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /** @example 0.014 */
            carrier_cost: number;
            /** @example 0.114 */
            total_cost: number;
            /** @enum {string} */
            answered_by: "human" | "machine" | "unknown";
            /** @example 2025-06-30T11:53:20.000000Z */
            created_at: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            finished_at: string;
            lead: components["schemas"]["CalledLead"] | null;
            campaign: components["schemas"]["CampaignName"] | null;
        };
        TranscriptTurn: {
            /** @enum {string} */
            sender: "bot" | "human";
            /** @example Hello Ada, do you have a minute? */
            text: string;
            /** @example 2025-06-30T11:53:20.000000Z */
            timestamp: string;
        };
        CalledLead: {
            /** @example 63753420800123 */
            id: number;
            /** @example +12025550100 */
            phone_number: string;
            /**
             * @example completed
             * @enum {string}
             */
            status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
            /**
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
        };
        CreateAssistantResponse: {
            /** @example Assistant created successfully */
            message: string;
            data: components["schemas"]["AssistantSummary"];
        };
        UpdateAssistantResponse: {
            /** @example Assistant updated successfully */
            message: string;
            data: components["schemas"]["AssistantSummary"];
        };
        MessageResponse: {
            /** @example Lead updated successfully */
            message: string;
        };
        ListAssistantVersionsResponse: {
            data: components["schemas"]["AssistantVersion"][];
        };
        EnableWebhookResponse: {
            /** @example Webhook enabled successfully */
            message: string;
            data: unknown[];
        };
        DisableWebhookResponse: {
            /** @example Webhook disabled successfully */
            message: string;
            data: unknown[];
        };
        EnableInboundWebhookResponse: {
            /** @example Webhook enabled successfully */
            message: string;
            data: unknown[];
        };
        DisableInboundWebhookResponse: {
            /** @example Webhook disabled successfully */
            message: string;
            data: unknown[];
        };
        MakeCallResponse: {
            /** @example Call initiated successfully */
            message: string;
            /** @example 63753420800123 */
            call_id: number;
            /** @enum {string} */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            data: components["schemas"]["AcceptedCallData"];
        };
        EndCallResponse: {
            /** @example Call ended successfully */
            message: string;
            data: components["schemas"]["EndedCall"];
        };
        ListDeliveriesResponse: {
            data: components["schemas"]["DeliveryRecord"][];
        };
        ReplayDeliveryResponse: {
            /** @example Webhook queued successfully */
            message: string;
            data: components["schemas"]["DeliveryRecord"];
        };
        GetDeliveryPayloadResponse: {
            data: components["schemas"]["DeliveryPayload"];
        };
        SendTestWebhookResponse: {
            /** @example Test event sent successfully */
            message: string;
            data: components["schemas"]["TestedWebhook"];
        };
        GetWebhookSecretResponse: {
            data: components["schemas"]["WebhookSecret"];
        };
        RotateWebhookSecretResponse: {
            /** @example Webhook secret rotated successfully */
            message: string;
            data: components["schemas"]["WebhookSecret"];
        };
        GetUsageResponse: {
            data: components["schemas"]["UsageRecord"];
        };
        ListTokensResponse: {
            data: components["schemas"]["TokenRecord"][];
        };
        CreateTokenResponse: {
            /** @example Token created successfully */
            message: string;
            data: components["schemas"]["NewTokenRecord"];
        };
        CreateCampaignResponse: {
            /** @example Campaign created successfully */
            message: string;
            data: components["schemas"]["CampaignRecord"];
        };
        UpdateCampaignStatusResponse: {
            /**
             * @example Campaign started successfully.
             * @example Campaign stopped successfully.
             */
            message: string;
            /** @constant */
            success: true;
            data: components["schemas"]["CampaignStatus"];
        };
        CreateLeadResponse: {
            /** @example Lead created successfully */
            message: string;
            data: components["schemas"]["LeadRecord"];
        };
        AddDoNotCallEntryResponse: {
            /** @example Number added to the do-not-call list */
            message: string;
            data: components["schemas"]["DoNotCallRecord"];
        };
        CreateWebCallResponse: {
            /** @example Web call created successfully */
            message: string;
            data: components["schemas"]["WebCallData"];
        };
        GetWidgetResponse: {
            data: components["schemas"]["WidgetRecord"];
        };
        CreateWidgetCallResponse: {
            /** @example Web call created successfully */
            message: string;
            data: components["schemas"]["WebCallData"];
        };
        SendSmsResponse: {
            /** @example SMS sent successfully */
            message: string;
            data: components["schemas"]["SmsRecord"];
        };
        GetRecordingResponse: {
            [key: string]: unknown;
        };
        GetOpenapiResponse: {
            /** @example 3.1.1 */
            openapi: string;
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        CreateAssistantRequest: {
            assistant_name: string;
            /** @description The id of a voice that fits the engine. */
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
            phone_number_id?: number | null;
            widget_settings?: {
                /**
                 * @default light
                 * @enum {string}
                 */
                theme: "light" | "dark" | "auto";
                /** @default #2563eb */
                color: string;
                /**
                 * @default bottom-right
                 * @enum {string}
                 */
                position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
                allowed_origins?: string[];
                calls_at_once?: number;
            } | null;
            /** @description Without effect in multimodal mode: a speech model holds the call to its end. */
            fallback_models?: string[] | null;
            /** @description Without effect in multimodal mode: speech models have no temperature. */
            llm_temperature?: number | string | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no stability. */
            voice_stability?: number | string | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no similarity. */
            voice_similarity?: number | string | null;
            speech_speed?: number | string | null;
            /** @description Without effect in pipeline mode: the carrier documents no values for it, and ends calls on a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description Stored, and without effect: there is no ambient sound that could be loud. */
            ambient_sound_volume?: number | string | null;
            variables?: {
                [key: string]: unknown;
            } | null;
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @enum {string|null} */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            allow_interruptions?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            use_min_interrupt_words?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            min_interrupt_words?: number | null;
            /** @enum {string|null} */
            endpoint_type?: "vad" | "ai" | null;
            /** @description How long the assistant waits for the customer to continue, in seconds of silence. Higher is more patient. */
            endpoint_sensitivity?: number | null;
            /** @description How easily the customer interrupts the assistant. Higher is easier. */
            interrupt_sensitivity?: number | null;
            /** @description Whether short phrases fill the pauses of thinking. */
            filler_audios?: boolean | number | null;
            /** @description Seconds of silence before the assistant speaks again. */
            re_engagement_interval?: number | null;
            /** @description Seconds of silence before the assistant says goodbye. */
            max_silence_duration?: number | null;
            /** @description Seconds. */
            max_call_duration?: number | null;
            end_call_on_voicemail?: boolean | number | null;
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
             * @deprecated
             * @description The record's name for `language`.
             */
            language_id?: number;
            /**
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            llm_model_id?: number | null;
            /**
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            multimodal_model_id?: number | null;
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
            fillers?: boolean | number | null;
            /**
             * @deprecated
             * @description The record's name for `re_engagement_interval`.
             */
            reengagement_interval?: number | null;
            /**
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
            /** @description The id of a voice that fits the engine. */
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
            phone_number_id?: number | null;
            widget_settings?: {
                /**
                 * @default light
                 * @enum {string}
                 */
                theme: "light" | "dark" | "auto";
                /** @default #2563eb */
                color: string;
                /**
                 * @default bottom-right
                 * @enum {string}
                 */
                position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
                allowed_origins?: string[];
                calls_at_once?: number;
            } | null;
            /** @description Without effect in multimodal mode: a speech model holds the call to its end. */
            fallback_models?: string[] | null;
            /** @description Without effect in multimodal mode: speech models have no temperature. */
            llm_temperature?: number | string | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no stability. */
            voice_stability?: number | string | null;
            /** @description Without effect in multimodal mode: voices of the speech model have no similarity. */
            voice_similarity?: number | string | null;
            speech_speed?: number | string | null;
            /** @description Without effect in pipeline mode: the carrier documents no values for it, and ends calls on a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description Stored, and without effect: there is no ambient sound that could be loud. */
            ambient_sound_volume?: number | string | null;
            variables?: {
                [key: string]: unknown;
            } | null;
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @enum {string|null} */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            allow_interruptions?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            use_min_interrupt_words?: boolean | null;
            /** @description Without effect in multimodal mode: the speech model is interrupted by any speech. */
            min_interrupt_words?: number | null;
            /** @enum {string|null} */
            endpoint_type?: "vad" | "ai" | null;
            /** @description How long the assistant waits for the customer to continue, in seconds of silence. Higher is more patient. */
            endpoint_sensitivity?: number | null;
            /** @description How easily the customer interrupts the assistant. Higher is easier. */
            interrupt_sensitivity?: number | null;
            /** @description Whether short phrases fill the pauses of thinking. */
            filler_audios?: boolean | number | null;
            /** @description Seconds of silence before the assistant speaks again. */
            re_engagement_interval?: number | null;
            /** @description Seconds of silence before the assistant says goodbye. */
            max_silence_duration?: number | null;
            /** @description Seconds. */
            max_call_duration?: number | null;
            end_call_on_voicemail?: boolean | number | null;
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
             * @deprecated
             * @description The record's name for `language`.
             */
            language_id?: number;
            /**
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            llm_model_id?: number | null;
            /**
             * @deprecated
             * @description The record's name for `llm_model`.
             */
            multimodal_model_id?: number | null;
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
            fillers?: boolean | number | null;
            /**
             * @deprecated
             * @description The record's name for `re_engagement_interval`.
             */
            reengagement_interval?: number | null;
            /**
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
        EnableWebhookRequest: {
            assistant_id: number;
            /**
             * Format: uri
             * @description Where completed calls are posted to.
             */
            webhook_url: string;
        };
        DisableWebhookRequest: {
            assistant_id: number;
        };
        EnableInboundWebhookRequest: {
            assistant_id: number;
            /**
             * Format: uri
             * @description Where completed calls are posted to.
             */
            webhook_url: string;
        };
        DisableInboundWebhookRequest: {
            assistant_id: number;
        };
        MakeCallRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            assistant_id: number;
            variables?: {
                [key: string]: unknown;
            } | null;
            expires_in_seconds?: number | null;
        };
        SendTestWebhookRequest: {
            assistant_id?: number | null;
            /** Format: uri */
            url?: string | null;
            /** @enum {string|null} */
            event?: "call.completed" | "inbound_call.completed" | null;
        };
        RotateWebhookSecretRequest: {
            /** @description How long the older secrets sign as well; 86,400 if it is left out. */
            previous_expires_in_seconds?: number | null;
        };
        CreateTokenRequest: {
            name: string;
            scopes: ("read" | "calls" | "sms" | "admin")[];
            /**
             * Format: date-time
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        CreateCampaignRequest: {
            name: string;
            assistant_id: number;
            /** @description An IANA name, such as `Europe/Berlin`. */
            timezone?: string | null;
            /** @description From 1 to 10, or to as many as you may have at once, if that is more. */
            max_calls_in_parallel?: number | null;
            /** @description `HH:MM`; from this minute on calls are made. */
            allowed_hours_start_time?: string | null;
            /** @description `HH:MM`, later than the start; this minute is the last one in which calls are made. */
            allowed_hours_end_time?: string | null;
            /** @description The days of the week on which the campaign calls; all of them by default. */
            allowed_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description Attempts after the first one, for each number of a lead. */
            max_retries?: number | null;
            /** @description Minutes between two attempts. */
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
            campaign_id: number;
            /**
             * @description What to do with the campaign.
             * @enum {string}
             */
            action: "start" | "stop";
            /** @description With `stop`: whether calls that were answered are hung up. A stopped campaign can be stopped again with it. Default false. */
            hang_up?: boolean | null;
            /**
             * @deprecated
             * @description What some clients send for `action`.
             * @enum {string}
             */
            status?: "start" | "stop";
        };
        CreateLeadRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            campaign_id: number;
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description Whether the campaign may have the number already. */
            allow_dupplicate?: boolean | null;
            secondary_contacts?: {
                /** @description A phone number in international format. */
                phone_number: string;
                variables?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
        };
        UpdateLeadRequest: {
            campaign_id?: number;
            /** @description The number of the customer, in international format. */
            phone_number?: string;
            /** @enum {string} */
            status?: "created" | "completed";
            variables?: {
                [key: string]: unknown;
            };
        };
        AddDoNotCallEntryRequest: {
            /** @description The number of the customer, in international format. */
            phone_number: string;
            reason?: string | null;
        };
        CreateWebCallRequest: {
            variables?: {
                [key: string]: unknown;
            } | null;
        };
        CreateWidgetCallRequest: {
            variables?: {
                [key: string]: unknown;
            } | null;
        };
        SendSmsRequest: {
            /** @description The id of one of your phone numbers that can send SMS. */
            from: number;
            /** @description The number of the recipient, in international format. */
            to: string;
            /** @description Long texts are split into segments, each of which is billed. */
            body: string;
            /**
             * @deprecated
             * @description What some clients send for `body`.
             */
            message?: string;
        };
        /** @description An error. */
        ErrorResponse: {
            /** @description What is wrong, in one sentence. */
            message: string;
        };
        /** @description A request that breaks rules. */
        ValidationErrorResponse: {
            /** @description What is wrong, in one sentence. */
            message: string;
            errors?: components["schemas"]["FieldErrors"];
        };
        /** @description An error after which the same request may succeed. */
        RetryableErrorResponse: {
            /** @description What is wrong, in one sentence. */
            message: string;
            /** @description Seconds to wait, as in the header; absent where waiting changes nothing. */
            retry_after?: number;
        };
        /** @description A failure of the service, or of the carrier behind it. */
        ProviderErrorResponse: {
            /** @description What is wrong, in one sentence. */
            message: string;
            /** @description What the carrier says about it; absent where it was not asked. */
            error?: string;
        };
        /** @description The path of each wrong field as it was sent, with the sentences that say what is wrong. Absent where the refusal is about no single field. */
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
        /** @description The operation in this document: `<…/openapi.json#/paths/…>; rel="help"`. API Gateway’s own errors lack it. */
        Link: string;
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
                    "application/json": components["schemas"]["CreateAssistantResponse"];
                };
            };
        };
    };
    listAllAssistants: {
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
                    "application/json": components["schemas"]["AssistantRecord"][];
                };
            };
        };
    };
    createAssistantAlias: {
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
                    "application/json": components["schemas"]["CreateAssistantResponse"];
                };
            };
        };
    };
    getAssistantAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 63753420800123 */
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
                    "application/json": components["schemas"]["AssistantRecord"];
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
                    "application/json": components["schemas"]["UpdateAssistantResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateAssistantAlias2: {
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
                    "application/json": components["schemas"]["UpdateAssistantResponse"];
                };
            };
        };
    };
    getAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 63753420800123 */
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
                    "application/json": components["schemas"]["AssistantRecord"];
                };
            };
        };
    };
    updateAssistantAlias: {
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
                    "application/json": components["schemas"]["UpdateAssistantResponse"];
                };
            };
        };
    };
    deleteAssistantAlias: {
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateAssistantAlias3: {
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
                    "application/json": components["schemas"]["UpdateAssistantResponse"];
                };
            };
        };
    };
    listAssistants: {
        parameters: {
            query?: {
                /** @example 1 */
                page?: number;
                /** @example 10 */
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
                    "application/json": components["schemas"]["AssistantPage"];
                };
            };
        };
    };
    listAssistantVersions: {
        parameters: {
            query?: {
                /** @example 25 */
                limit?: number;
                /** @example 3 */
                before?: number;
            };
            header?: never;
            path: {
                /** @example 63753420800123 */
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
                    "application/json": components["schemas"]["ListAssistantVersionsResponse"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableWebhookRequest"];
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
                    "application/json": components["schemas"]["EnableWebhookResponse"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableWebhookRequest"];
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
                    "application/json": components["schemas"]["DisableWebhookResponse"];
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
                    "application/json": components["schemas"]["EnableInboundWebhookResponse"];
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
                    "application/json": components["schemas"]["DisableInboundWebhookResponse"];
                };
            };
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: {
                /** @example inbound */
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
    listPhoneNumbersAlias: {
        parameters: {
            query?: {
                /** @example inbound */
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
    listPhoneNumbersAlias2: {
        parameters: {
            query?: {
                /** @example inbound */
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
                /** @example pipeline */
                mode?: "pipeline" | "multimodal";
                /** @example 5 */
                language_id?: number;
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
            query?: {
                /** @example llm */
                type?: "llm" | "multimodal" | "dualplex";
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
    listSynthesizerProviders: {
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
                    "application/json": components["schemas"]["ProviderRecord"][];
                };
            };
        };
    };
    listTranscriberProviders: {
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
                    "application/json": components["schemas"]["ProviderRecord"][];
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
                    "application/json": components["schemas"]["MakeCallResponse"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @example completed */
                status?: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
                /** @example inbound */
                type?: "inbound" | "outbound" | "web";
                /** @example talked */
                outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed";
                /** @example +12025550100 */
                phone_number?: string;
                /** @example 63753420800123 */
                assistant_id?: number;
                /** @example 63753420800124 */
                campaign_id?: number;
                /** @example 2026-06-01 */
                date_from?: string;
                /** @example 2026-06-30 */
                date_to?: string;
                /** @example outcome */
                include?: "outcome";
                /** @example 1 */
                page?: number;
                /** @example 5 */
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
                    "application/json": components["schemas"]["CallPage"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    endCall: {
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
                    "application/json": components["schemas"]["EndCallResponse"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query: {
                /** @example 193080000000000 */
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
                    "application/json": components["schemas"]["ListDeliveriesResponse"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_190000000000001_call.completed */
                delivery_id: string;
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
                    "application/json": components["schemas"]["ReplayDeliveryResponse"];
                };
            };
        };
    };
    getDeliveryPayload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_190000000000001_call.completed */
                delivery_id: string;
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
                    "application/json": components["schemas"]["GetDeliveryPayloadResponse"];
                };
            };
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTestWebhookRequest"];
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
                    "application/json": components["schemas"]["SendTestWebhookResponse"];
                };
            };
        };
    };
    getWebhookSecret: {
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
                    "application/json": components["schemas"]["GetWebhookSecretResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
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
                    "application/json": components["schemas"]["RotateWebhookSecretResponse"];
                };
            };
        };
    };
    getCurrentUser: {
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
    getUsage: {
        parameters: {
            query?: {
                /** @example 2026-11 */
                month?: string;
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
                    "application/json": components["schemas"]["GetUsageResponse"];
                };
            };
        };
    };
    listTokens: {
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
                    "application/json": components["schemas"]["ListTokensResponse"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTokenRequest"];
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
                    "application/json": components["schemas"]["CreateTokenResponse"];
                };
            };
        };
    };
    deleteToken: {
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
                    "application/json": components["schemas"]["MessageResponse"];
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
            header?: {
                /** @description A name of your choice for this request, kept for 24 hours: a repeat with the same body gets the first answer instead of being carried out again. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                    "idempotent-replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCampaignResponse"];
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
                    "application/json": components["schemas"]["UpdateCampaignStatusResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    deleteCampaignAlias: {
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listLeads: {
        parameters: {
            query?: {
                /** @example created */
                status?: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
                /** @example 1 */
                campaign_id?: number;
                /** @example +12025550100 */
                phone_number?: string;
                /** @example 2026-06-01 */
                date_from?: string;
                /** @example 2026-06-30 */
                date_to?: string;
                /** @example 1 */
                page?: number;
                /** @example 5 */
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
                    "application/json": components["schemas"]["LeadPage"];
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
                    "application/json": components["schemas"]["CreateLeadResponse"];
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
                    "application/json": components["schemas"]["CreateLeadResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateLeadAlias2: {
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
                    "application/json": components["schemas"]["MessageResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateLeadAlias3: {
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listDoNotCallEntries: {
        parameters: {
            query?: {
                /** @example 1 */
                page?: number;
                /** @example 5 */
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
                    "application/json": components["schemas"]["DoNotCallPage"];
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
                    "application/json": components["schemas"]["AddDoNotCallEntryResponse"];
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
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    createWebCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebCallRequest"];
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
                    "x-language-model": components["headers"]["LanguageModel"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebCallResponse"];
                };
            };
        };
    };
    getWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1.1.0198f2d4-5b7e-4c3a-9e21-3f6d8a4b1c05 */
                token: string;
            };
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
                    "application/json": components["schemas"]["GetWidgetResponse"];
                };
            };
        };
    };
    createWidgetCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1.1.0198f2d4-5b7e-4c3a-9e21-3f6d8a4b1c05 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWidgetCallRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWidgetCallResponse"];
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
                    "application/json": components["schemas"]["SendSmsResponse"];
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
                    "application/json": components["schemas"]["GetRecordingResponse"];
                };
            };
            /** @description The record does not exist, or belongs to another user. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    link: components["headers"]["Link"];
                    "retry-after": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryableErrorResponse"];
                };
            };
            /** @description The service failed. */
            500: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service did not answer in time. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
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
                    "application/json": components["schemas"]["GetOpenapiResponse"];
                };
            };
        };
    };
    onCallCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same on every attempt to deliver one event.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` by the live secrets, HMAC-SHA256 in base64, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallCompletedPayload"];
            };
        };
        responses: {
            /** @description Switches this webhook off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The call keeps the first 2 KB of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, up to ten attempts in three days; `Retry-After` is honoured up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInboundCallCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same on every attempt to deliver one event.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was made, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` by the live secrets, HMAC-SHA256 in base64, separated by spaces.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallCompletedPayload"];
            };
        };
        responses: {
            /** @description Switches this webhook off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. The call keeps the first 2 KB of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, up to ten attempts in three days; `Retry-After` is honoured up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
