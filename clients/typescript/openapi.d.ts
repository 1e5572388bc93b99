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
         * @description Creates an assistant that can be used immediately. The voice and the model must fit the engine. A phone number must be yours, and only one inbound assistant can answer on it. `webhook_url` is required if `is_webhook_active` is true. An optional field that is left out or null gets its default. An account has up to 1,000 assistants, of 4.9 MB together: beyond that the request answers 409. A token with scopes needs the scope `admin`.
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
         * List all assistants without pages
         * @description Returns all your assistants in one answer, the newest first. If you have many, the list with pages is faster. An answer has up to 5 MB, and is compressed if the client accepts gzip. A token with scopes needs the scope `read`.
         */
        get: operations["listAllAssistants"];
        put?: never;
        /**
         * Create an assistant
         * @deprecated
         * @description Does the same as `POST /user/assistant`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
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
         * @description Does the same as `GET /user/assistants/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `read`.
         */
        get: operations["getAssistantAlias"];
        /**
         * Update an assistant
         * @description Changes the fields that are sent and leaves the others as they are. Null sets an optional field to its default; a required field cannot be empty. Running calls keep the settings that they started with. Only the service sets `status`, so a different value is refused. The assistants of an account have up to 4.9 MB together: a change that would pass that answers 409. With `if_version` the request answers 409 if the assistant was changed after it was read, and changes nothing. A token with scopes needs the scope `admin`.
         */
        put: operations["updateAssistant"];
        post?: never;
        /**
         * Delete an assistant for good
         * @description Removes the assistant for good and frees its phone number. Running calls continue to their end. Past calls keep the name of the assistant. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteAssistant"];
        options?: never;
        head?: never;
        /**
         * Update an assistant
         * @deprecated
         * @description Does the same as `PUT /user/assistant/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
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
         * @description Returns one assistant, as the list shows it, with its version. An update accepts the whole record, as it was read. Send the version as `if_version` with an update. A token with scopes needs the scope `read`.
         */
        get: operations["getAssistant"];
        /**
         * Update an assistant
         * @deprecated
         * @description Does the same as `PUT /user/assistant/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        put: operations["updateAssistantAlias"];
        post?: never;
        /**
         * Delete an assistant for good
         * @deprecated
         * @description Does the same as `DELETE /user/assistant/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteAssistantAlias"];
        options?: never;
        head?: never;
        /**
         * Update an assistant
         * @deprecated
         * @description Does the same as `PUT /user/assistant/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
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
         * @description Returns your assistants in pages, the newest first. A token with scopes needs the scope `read`.
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
         * List the versions of an assistant
         * @description Returns the earlier and the present settings of an assistant. Each change of a setting makes a version, and a call keeps the version that it started with. To read older versions, send the last version of an answer as `before`. An answer with large versions has fewer than `limit`. To restore a version, send its settings as an update. A token with scopes needs the scope `read`.
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
         * Switch on the webhook of an assistant
         * @description Sets `webhook_url` and `is_webhook_active`. The service then posts calls that start from now on to this URL, each when it is over. Each request is signed according to Standard Webhooks. Unanswered calls are posted only if `send_webhook_only_on_completed` is false. A token with scopes needs the scope `admin`.
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
         * Switch off the webhook of an assistant
         * @description Sets `is_webhook_active` to false and keeps the URL. Deliveries that wait for an attempt are not sent either. A token with scopes needs the scope `admin`.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/{id}/webhook": {
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
         * Switch off the webhook of the assistant in the path
         * @description The same as `POST /user/assistants/disable-webhook`, for existing clients. The path may have the id or the UUID of the assistant. A token with scopes needs the scope `admin`.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/assistants/{id}/inbound-webhook": {
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
         * Switch off the inbound webhook
         * @description The same as `POST /user/assistants/disable-inbound-webhook`, for existing clients. The path may have the id or the UUID of the assistant. A token with scopes needs the scope `admin`.
         */
        delete: operations["removeInboundWebhook"];
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
         * @description Returns all your assistants of type `outbound` in one answer, the newest first, with fewer fields. A token with scopes needs the scope `read`.
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
         * Switch on the inbound webhook
         * @description Sets `inbound_webhook_url`. The service then posts inbound calls that start from now on to this URL, each when it is over. Each request is signed according to Standard Webhooks. A token with scopes needs the scope `admin`.
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
         * Switch off the inbound webhook
         * @description Removes `inbound_webhook_url`. Deliveries that wait for an attempt are not sent either. A token with scopes needs the scope `admin`.
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
         * @description Returns your phone numbers. The `id` is the `phone_number_id` of other requests. With `type=inbound`, the list omits caller IDs and numbers that already belong to an assistant. A token with scopes needs the scope `read`.
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
         * @description Does the same as `GET /user/assistants/phone-numbers`. This path is for existing clients; use the other one. A token with scopes needs the scope `read`.
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
         * List your phone numbers with what they can do
         * @description Returns all your phone numbers, the oldest first, with whether they can send SMS and have an active subscription. A token with scopes needs the scope `read`.
         */
        get: operations["listNumberDetails"];
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
         * @description Returns the public voices and your own. The `id` is the `voice_id` of an assistant. `dualplex` is another name for `multimodal`. A token with scopes needs the scope `read`.
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
         * @description Returns the models of both engines, or of one engine with `type`. The `name` is the `llm_model` of an assistant. The type `llm` means the models of pipelines, and `dualplex` is another name for `multimodal`. A token with scopes needs the scope `read`.
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
         * @description Returns all languages. The `name` is the `language` of an assistant. A token with scopes needs the scope `read`.
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
         * List the providers of voices
         * @description Returns the companies that provide the voices. A token with scopes needs the scope `read`.
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
         * List the providers of transcription
         * @description Returns the companies that provide the transcription. A token with scopes needs the scope `read`.
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
    "/user/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools
         * @description Returns your tools, the newest first. The values of headers are masked. A token with scopes needs the scope `read`.
         */
        get: operations["listTools"];
        put?: never;
        /**
         * Create a tool
         * @description Creates a tool: a request to your server that the model can make in a conversation. Attach it to assistants with `tool_ids`. `{parameter}` and `{{variable}}` in the path, the query, the headers and fixed values are replaced, each escaped for its place. Other parameters go into the query of GET, and into a JSON body otherwise. `parameters` is a subset of JSON Schema: objects, arrays, strings, numbers, booleans, enums and required, up to 5 levels and 16 KB, without `$ref` and `pattern`. A parameter of the first level may have a `source`: `model`, `variable` or `fixed` (with `value`), and `allowed_from`, the variable with the list that the model may choose from. The service encrypts the values of headers. Names are unique. An account has up to 100 tools, and an assistant up to 20. A token with scopes needs the scope `admin`.
         */
        post: operations["createTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/mid-call-tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools
         * @deprecated
         * @description Does the same as `GET /user/tools`. This path is for existing clients; use the other one. A token with scopes needs the scope `read`.
         */
        get: operations["listToolsAlias"];
        put?: never;
        /**
         * Create a tool
         * @deprecated
         * @description Does the same as `POST /user/tools`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        post: operations["createToolAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tool
         * @description Returns one tool. An update accepts the whole record, as it was read. A token with scopes needs the scope `read`.
         */
        get: operations["getTool"];
        /**
         * Update a tool
         * @description Changes the fields that are sent and leaves the others as they are. `headers`, `schema` and `parameters` are replaced as a whole. Null sets an optional field to its default. A masked value of a header leaves the value as it is. Conversations that have begun use the changed tool from the next words of the customer on. A token with scopes needs the scope `admin`.
         */
        put: operations["updateTool"];
        post?: never;
        /**
         * Delete a tool, and detach it from every assistant
         * @description Removes the tool for good, and detaches it from every assistant. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteTool"];
        options?: never;
        head?: never;
        /**
         * Update a tool
         * @deprecated
         * @description Does the same as `PUT /user/tools/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        patch: operations["updateToolAlias2"];
        trace?: never;
    };
    "/user/mid-call-tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tool
         * @deprecated
         * @description Does the same as `GET /user/tools/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `read`.
         */
        get: operations["getToolAlias"];
        /**
         * Update a tool
         * @deprecated
         * @description Does the same as `PUT /user/tools/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        put: operations["updateToolAlias"];
        post?: never;
        /**
         * Delete a tool, and detach it from every assistant
         * @deprecated
         * @description Does the same as `DELETE /user/tools/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteToolAlias"];
        options?: never;
        head?: never;
        /**
         * Update a tool
         * @deprecated
         * @description Does the same as `PUT /user/tools/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `admin`.
         */
        patch: operations["updateToolAlias3"];
        trace?: never;
    };
    "/user/tools/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a tool without a call
         * @description Sends the request of the tool with these arguments and variables, without a call, and returns the answer. The values of headers are masked. The receiver has the timeout of the tool, at most 22 seconds. There may be 30 tests in a minute, and ten at once. A token with scopes needs the scope `admin`.
         */
        post: operations["testTool"];
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
         * @description Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of the longest possible call, and charges the price of the actual one at its end. An unanswered call costs nothing. If the balance pays for a minute but not for `max_call_duration`, the call is shorter. `variables` override those of the assistant. Read the call to follow its status, or set up a webhook for its end. The do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused. Each user has a daily limit of expensive destinations. A token with scopes needs the scope `calls`.
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
         * @description Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and `date_to` includes its day. A call is in the list as soon as `make_call` has answered. A token with scopes needs the scope `read`.
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
         * @description Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of the list. The transcript of a live call grows as the conversation goes on. A token with scopes needs the scope `read`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call with its transcript and recording
         * @description Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their totals no longer contain it. The cost of the call is not refunded. The request answers 409 while the call is not over. A token with scopes needs the scope `calls`.
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
         * End or cancel a call
         * @description Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call gets its webhook, its cost and its record like any other call, with the end reason `cancelled`. An unanswered call of a lead counts as an attempt, and its campaign may call again; an answered one counts as reached. The request is safe to repeat, and answers 409 if the call is over. A token with scopes needs the scope `calls`.
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
         * List the webhook deliveries of a call or an SMS
         * @description Returns each webhook of a call, or of an SMS, with its attempts, the time of the next attempt, and the recent answers of its server. The list is empty if there is no webhook, or the call is not over. A token with scopes needs the scope `read`.
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
         * @description Queues the delivery for an immediate attempt with the same `webhook-id` and the same body, even if it was delivered or given up. If the attempt fails, the usual schedule of attempts continues. The list of deliveries shows the result. A token with scopes needs the scope `admin`.
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
         * Get the payload of a webhook
         * @description Returns the body and the signed headers of the last attempt. The service builds both again from the record, and they are identical byte for byte. A program without a public address can receive webhooks in this way. A token with scopes needs the scope `read`.
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
         * @description Posts a signed sample event with `test: true` to a server, and returns the attempt. Send `assistant_id` for the webhook of an assistant, `url` for any other server, or both. An event of SMS goes to `url`, or to the address of `PUT /user/sms-webhook`. The event is not stored, and a failed attempt is not repeated. A token with scopes needs the scope `admin`.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sms-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the address of the events of SMS
         * @description Returns the address to which the service posts the events of your SMS, or null. New accounts have none. A token with scopes needs the scope `read`.
         */
        get: operations["getSmsWebhook"];
        /**
         * Set the address of the events of SMS
         * @description Sets the address to which the service posts the events of your SMS: `sms.sent`, `sms.delivered`, `sms.undelivered`, `sms.failed` and `sms.received`. Each request is signed according to Standard Webhooks. Every attempt goes to the address that is set at that moment. With null, events are neither made nor posted, not even those that wait for an attempt. A token with scopes needs the scope `admin`.
         */
        put: operations["setSmsWebhook"];
        post?: never;
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
         * @description Returns the secrets that sign your webhooks according to Standard Webhooks. Each request carries a signature with each of them. A token with scopes needs the scope `admin`.
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
         * Rotate the webhook secret
         * @description Creates a new secret, which signs your webhooks from now on. The old secret also signs for `previous_expires_in_seconds`, a day by default, so change your receiver in that time. After a leak, send 0 to end the old secret immediately. At most three secrets sign at the same time. A token with scopes needs the scope `admin`.
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
         * Get the user of the token
         * @description Returns the user of the access token, the balance, the number of open calls, the limit of campaign calls, and the country of numbers without a plus. A token with scopes needs the scope `read`.
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
    "/user/default-country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the country of numbers without a plus
         * @description Sets the country of numbers without a plus, as a code of two letters, or none with null. It counts where people write numbers: in imported files that state no country, in the forms of the studio and in commands of the command line. Requests to this API always need numbers in E.164. A token with scopes needs the scope `admin`.
         */
        put: operations["setDefaultCountry"];
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
         * Get the charges of a month
         * @description Returns the charges of a month by UTC day. It counts calls that had a cost, with their seconds, and SMS without the refunded ones. A refund is counted on the day of the refund. Without `month`, the answer is about the present month. A token with scopes needs the scope `read`.
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
         * @description Returns your access tokens, the oldest first, without the secret texts. Revoked and expired tokens stay in the list for 90 days. A token with scopes needs the scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create an access token
         * @description Creates an access token and shows it once. The new token can have only scopes that the token of the request has, and cannot expire later. Without `expires_at` both expire at the same time. No scope includes another one. An account has at most 50 live tokens, and creates at most 10 in an hour. A token with scopes needs the scope `admin`.
         */
        post: operations["createToken"];
        /**
         * Revoke all other access tokens
         * @description Revokes all access tokens except the token of the request. The service may accept them for up to 60 more seconds. If the token of the request has scopes, tokens that it cannot revoke stay, and `kept` has their ids. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteOtherTokens"];
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
         * @description Revokes an access token, and the tokens that it has created, and theirs, unless `cascade` is false. The service may accept them for up to 60 more seconds, because it caches decisions about tokens. Tokens with scopes cannot revoke tokens without scopes, or those that they descend from. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the live access tokens as API keys
         * @description Returns the live access tokens of `GET /user/tokens`, for existing clients that call them API keys. A token with scopes needs the scope `admin`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an access token as an API key
         * @description Creates an access token and shows it once, for existing clients that call it an API key. It has the scopes of the token of the request, and expires with it. The limits are those of `POST /user/tokens`. A token with scopes needs the scope `admin`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/api-keys/{id}": {
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
         * Revoke an access token as an API key
         * @description Revokes an access token and those that it has created, for existing clients that call it an API key. A token with scopes needs the scope `admin`.
         */
        delete: operations["deleteApiKey"];
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
         * @description Returns all your campaigns in one answer, the newest first. A token with scopes needs the scope `read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Creates a campaign with the status `draft`. Add leads, then start it. Its assistant must be outbound. The allowed hours and days apply in the time zone of the called number. If the number does not show its zone, they apply in `timezone`, by default that of the assistant. Calls are never made outside the legal calling hours of the service. A token with scopes needs the scope `calls`.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a campaign
         * @deprecated
         * @description Does the same as `POST /user/campaigns`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
         */
        post: operations["createCampaignAlias"];
        delete?: never;
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
        /**
         * Get a campaign
         * @description Returns one campaign with its version. Send it as `if_version` with an update. A token with scopes needs the scope `read`.
         */
        get: operations["getCampaign"];
        /**
         * Update a campaign
         * @description Changes the fields that are sent and leaves the others as they are. A field that is null gets its default. A running campaign calls by the new settings from the next call on, and leads that wait keep the time of their next attempt. With `if_version` the request answers 409 if the campaign was changed after it was read, and changes nothing. A token with scopes needs the scope `calls`.
         */
        put: operations["updateCampaign"];
        post?: never;
        /**
         * Delete a campaign with its leads
         * @deprecated
         * @description Does the same as `DELETE /user/campaign/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
         */
        delete: operations["deleteCampaignAlias"];
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @deprecated
         * @description Does the same as `PUT /user/campaigns/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
         */
        patch: operations["updateCampaignAlias"];
        trace?: never;
    };
    "/user/campaigns/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what a start of a campaign would do
         * @description Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that would not be called and why, the first time at which one may be called, and the highest cost. It changes nothing. An answer is about up to 200 leads. To check the older ones, send `next_before_id` of the answer as `before_id`, until it is null. A token with scopes needs the scope `read`.
         */
        get: operations["checkCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/campaigns/{id}/missing-variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List leads without a value for a placeholder
         * @description Checks the leads that the campaign has still to call, the newest first, and returns those that have no value for a placeholder of the greeting or the prompt. Their customers would hear `{name}`, or nothing. A value of spaces does not count. `{name|there}` needs no value. An answer is about up to 500 leads. To check the older ones, send `next_before_id` of the answer as `before_id`, until it is null. A token with scopes needs the scope `read`.
         */
        get: operations["listMissingVariables"];
        put?: never;
        post?: never;
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
         * @description Starts a campaign or stops it. A start checks up to 100 leads, the newest first: `missing_variables` names the placeholders without a value, and the campaign starts all the same. The first calls are made within seconds of a start, if leads are due at this hour. After a stop the campaign makes no new calls. Calls that are ringing are taken back and do not count as attempts. Answered calls continue to their end, unless `hang_up` is true. A campaign that was stopped or completed can be started again. If `mark_complete_when_no_leads` is true, a campaign becomes `completed` when none of its leads needs a call any more. A token with scopes needs the scope `calls`.
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
         * @description Removes the campaign with all its leads. After the answer the campaign makes no new calls. Calls that are ringing are taken back, and answered calls continue to their end. The records of its calls stay. A token with scopes needs the scope `calls`.
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
         * @description Returns your leads in pages, the newest first. A lead must match all filters. `phone_number` may be a part of the number. Days are whole UTC days, and `date_to` includes its day. A token with scopes needs the scope `read`.
         */
        get: operations["listLeads"];
        put?: never;
        /**
         * Create a lead
         * @description Adds a customer with up to ten secondary contacts to a campaign; either all are added or none. A running campaign calls the lead as soon as its rules allow. A number that the campaign already has, as main or as secondary number, is refused, unless `allow_dupplicate` is true. Premium-rate, shared-cost and satellite numbers are refused. A token with scopes needs the scope `calls`.
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
         * @description Does the same as `POST /user/leads`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
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
        /**
         * Get a lead
         * @description Returns one lead with its secondary contacts, as the list shows it. A token with scopes needs the scope `read`.
         */
        get: operations["getLead"];
        /**
         * Update a lead
         * @description Changes the fields that are sent and leaves the others as they are. `variables` are merged with those of the lead. A running campaign calls the lead again if you set it to `created`. Unknown fields are refused, and the answer names them. A token with scopes needs the scope `calls`.
         */
        put: operations["updateLead"];
        post?: never;
        /**
         * Delete a lead with its secondary contacts
         * @description Removes the lead with its secondary contacts. The request answers 409 while the lead is being called. A token with scopes needs the scope `calls`.
         */
        delete: operations["deleteLead"];
        options?: never;
        head?: never;
        /**
         * Update a lead
         * @deprecated
         * @description Does the same as `PUT /user/leads/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
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
         * @description Does the same as `PUT /user/leads/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
         */
        put: operations["updateLeadAlias"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a lead
         * @deprecated
         * @description Does the same as `PUT /user/leads/{id}`. This path is for existing clients; use the other one. A token with scopes needs the scope `calls`.
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
         * List the numbers not to call
         * @description Returns the numbers of the do-not-call list in pages, the newest first. A token with scopes needs the scope `read`.
         */
        get: operations["listDoNotCallEntries"];
        put?: never;
        /**
         * Add a number to the do-not-call list
         * @description Adds a number that your campaigns no longer call and that no longer gets SMS from you. A waiting lead with this number becomes `blacklisted`, and a new lead when its turn comes. `POST /user/make_call` still calls the number. The service itself adds people who ask for this in a call, or who text STOP to one of your numbers. A token with scopes needs the scope `calls`.
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
         * Remove a number from the do-not-call list
         * @description Removes the number from the list. Leads with this number stay `blacklisted` until you set them to `created`. A token with scopes needs the scope `calls`.
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
         * @description Stores a call of type `web`, holds its price, and returns a token. A page passes the answer to `startWebCall` of `@ringback/widget` to begin the call. Inbound and outbound assistants take web calls. A call that no page begins ends after 90 seconds and costs nothing. A token with scopes needs the scope `calls`.
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
         * Get the appearance of a widget
         * @description Returns the appearance of a widget to a web page. The path contains `user_id`, `id` and `uuid` of the assistant, joined by dots. The request needs no access token. Its `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403.
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
         * Start a call from a widget
         * @description Starts a call for a visitor of a web page; your balance pays for it. The request needs no access token. Its `Origin` must be among the `allowed_origins` of `widget_settings`, or it answers 403. Only browsers send the true origin, so calls and costs are limited as well. A visitor may start 6 calls a minute, 3 of them in a burst, and have two in progress. All visitors of a widget together may start 60 calls a minute, 20 of them in a burst. `widget_settings` has the most calls in progress (`calls_at_once`, 5 by default), the longest call (`max_call_seconds`, 300), and the most that calls cost in an hour (`max_spend_per_hour`, 1 USD) and in a day (`max_spend_per_day`, 10 USD). One visitor can cause half of that, and never more than 1 USD in an hour and 10 USD in a day. Above a limit the request answers 429. `variables` may have the names in `visitor_variables` of `widget_settings`, and values of one line with up to 200 characters, numbers, true and false. Null counts as not given. Every other name is refused with 422, whether the prompt uses it or not. The prompt, the record of the call and the webhook mark these values as unverified.
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
        /**
         * List SMS, sent and received, newest first
         * @description Returns the SMS that you have sent and received, the newest first. The filters combine with AND. `phone_number` is the number of the other side. `date_from` and `date_to` are whole days in UTC. An inbound SMS has the status `received` and costs nothing. A token with scopes needs the scope `read`.
         */
        get: operations["listSms"];
        put?: never;
        /**
         * Send an SMS
         * @description Charges the price of each segment of the text, then sends the SMS. The usual status is `sent`. The status is `queued` if the carrier needs more than ten seconds. The service refunds an SMS that the carrier refuses. An SMS that the carrier accepts and cannot deliver stays charged. Premium-rate, shared-cost and satellite numbers are refused. A token with scopes needs the scope `sms`.
         */
        post: operations["sendSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one SMS
         * @description Returns one SMS, sent or received, with its delivery status. A token with scopes needs the scope `read`.
         */
        get: operations["getSms"];
        put?: never;
        post?: never;
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
         * @description Redirects from the `recording_url` of a call to its audio, at an address that is valid for two minutes. The audio is a WAV file with the customer and the assistant in separate channels. The request needs no access token, so everyone with the link can listen. If the recording is not ready yet, try again after `Retry-After` seconds. The recording is deleted at the end of the retention period.
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
         * @description Returns this document. The request needs no access token.
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
         * Announce a call that is over
         * @description The service posts each call to the `webhook_url` of its assistant when it is over and evaluated, if `is_webhook_active` is true. If `send_webhook_only_on_completed` is true, it does not post unanswered calls.
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
         * Announce an inbound call that is over
         * @description The service posts each inbound call to the `inbound_webhook_url` of its assistant when it is over and evaluated. Separate endpoints switch this webhook on and off.
         */
        post: operations["onInboundCallCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an SMS that is sent
         * @description The service posts an SMS to your `sms_webhook_url` when the carrier has accepted it.
         */
        post: operations["onSmsSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an SMS that is delivered
         * @description The service posts an SMS to your `sms_webhook_url` when it is delivered.
         */
        post: operations["onSmsDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.undelivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an SMS that is not delivered
         * @description The service posts an SMS to your `sms_webhook_url` when the carrier cannot deliver it.
         */
        post: operations["onSmsUndelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an SMS that is not sent
         * @description The service posts an SMS to your `sms_webhook_url` when it was not sent, and is refunded.
         */
        post: operations["onSmsFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sms.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce an SMS that is received
         * @description The service posts an SMS to your `sms_webhook_url` when one of your numbers receives it.
         */
        post: operations["onSmsReceived"];
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
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description Prompts and messages can contain the name as `{assistant_name}`.
             * @example Reception
             */
            name: string;
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description An `outbound` assistant makes calls. An `inbound` one answers its phone number.
             * @enum {string}
             */
            type: "inbound" | "outbound";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
        };
        AssistantPage: {
            /**
             * @description The number of this page.
             * @example 1
             */
            current_page: number;
            /** @description The result of the request. */
            data: components["schemas"]["AssistantRecord"][];
            /**
             * Format: uri
             * @description The URL of the first page.
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description The position of the first record of the page, or null if the page is empty.
             * @example 1
             */
            from: number | null;
            /**
             * @description The number of the last page.
             * @example 2
             */
            last_page: number;
            /**
             * Format: uri
             * @description The URL of the last page.
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            /** @description The links to the pages, as a website shows them below a list. */
            links: components["schemas"]["PageLink"][];
            /**
             * Format: uri
             * @description The URL of the next page, or null on the last one.
             * @example https://api.example.com/api/user/calls?page=2
             */
            next_page_url: string | null;
            /**
             * Format: uri
             * @description The URL of the list without its parameters.
             * @example https://api.example.com/api/user/calls
             */
            path: string;
            /**
             * @description The number of records on a page.
             * @example 15
             */
            per_page: number;
            /**
             * Format: uri
             * @description The URL of the page before, or null on the first one.
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description The position of the last record of the page, or null if the page is empty.
             * @example 15
             */
            to: number | null;
            /**
             * @description The number of records on all pages.
             * @example 17
             */
            total: number;
        };
        AssistantRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: uuid
             * @description The UUID of the assistant. It never changes.
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            instance_id: number;
            /**
             * @description Prompts and messages can contain the name as `{assistant_name}`.
             * @example Reception
             */
            name: string;
            /**
             * @description An `outbound` assistant makes calls. An `inbound` one answers its phone number.
             * @enum {string}
             */
            type: "inbound" | "outbound";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls.
             * @example 63753420800123
             */
            phone_number_id: number | null;
            /**
             * @description The variables `{current_date}` and `{current_time}` are in this time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            flows_platform_id: number | null;
            /**
             * @description The value is always 0, because assistants have no knowledge base.
             * @example 0
             */
            knowledgebase_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example function_call
             */
            knowledgebase_mode: string;
            widget_settings: components["schemas"]["WidgetSettings"];
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            engine_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_provider_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            transcriber_id: number | null;
            /**
             * @description In pipeline mode: Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints. In multimodal mode: Who transcribes the call for the record. The speech model hears the customer itself.
             * @example 1
             */
            transcriber_provider_id: number | null;
            /**
             * @description In pipeline mode: Voice and transcription use this language. If Deepgram does not support it, Google transcribes. The instructions of the model name it as well. In multimodal mode: The instructions of the model name the language, but nothing forces the model to speak it. The carrier transcribes in this language.
             * @example English
             */
            language: string | null;
            /**
             * @description The id of the language.
             * @example 9
             */
            language_id: number | null;
            /**
             * @description The id of the language model, or null in multimodal mode.
             * @example 1
             */
            llm_model_id: number | null;
            /**
             * @description The id of the speech model, or null in pipeline mode.
             * @example 101
             */
            multimodal_model_id: number | null;
            /** @description If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider. It has no effect in multimodal mode, because another model cannot take over the call from a speech model. */
            fallback_models?: string[];
            /**
             * @description Every request to the model carries this value. It has no effect in multimodal mode, because speech models have no temperature.
             * @example 0.10
             */
            llm_temperature: string;
            /**
             * @description In pipeline mode: The carrier speaks with this voice. If ElevenLabs does not support the language, a Google voice speaks instead. In multimodal mode: The speech model speaks with this voice.
             * @example 1
             */
            voice_id: number;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no stability.
             * @example 0.70
             */
            voice_stability: string;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no similarity.
             * @example 0.50
             */
            voice_similarity: string;
            /**
             * @description In pipeline mode: It applies to ElevenLabs voices only. Other voices keep their pace. In multimodal mode: The speech model speaks at this pace.
             * @example 1.00
             */
            speech_speed: string;
            /** @description The model filters noise as for a telephone at the ear. It has no effect in pipeline mode, because the carrier documents no values for it and ends calls that have a wrong one. */
            enable_noise_cancellation: boolean;
            /**
             * @description In pipeline mode: The carrier plays either speech or a sound, and never both. In multimodal mode: The speech model mixes in no sound.
             * @example off
             */
            ambient_sound: string;
            /**
             * @description No engine plays an ambient sound.
             * @example 0.50
             */
            ambient_sound_volume: string;
            /**
             * @description In pipeline mode: The carrier speaks these words, with variables filled in, as soon as the call is answered. In multimodal mode: The instructions ask the model to say exactly these words first, with variables filled in, but nothing forces it to.
             * @example Hello {customer_name}, do you have a minute?
             */
            initial_message: string;
            /**
             * @description The model gets these instructions, with variables filled in as quoted data.
             * @example You confirm an appointment on Tuesday at ten.
             */
            system_prompt: string;
            /**
             * @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /** @description In pipeline mode: The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human. In multimodal mode: The model gets a tool that ends the call, with this description. */
            tools: components["schemas"]["AssistantTool"][];
            /** @description In pipeline mode: The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. In multimodal mode: The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. */
            tool_ids: number[];
            /** @description The value is the same for every assistant. Existing clients expect the field. */
            secondary_language_ids: number[];
            /** @description If true, the customer speaks first. */
            wait_for_customer: boolean;
            /** @description In pipeline mode: If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile. In multimodal mode: If false, the assistant speaks to the end. */
            allow_interruptions: boolean;
            /** @description Null: calls to a customer have a greeting that is said to its end, and all others have not. */
            greeting_interruptible: boolean | null;
            /**
             * @description With 0, any word interrupts.
             * @example 2
             */
            min_interrupt_words: number;
            /**
             * @description In pipeline mode: With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl. In multimodal mode: With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.
             * @enum {string}
             */
            endpoint_type: "vad" | "ai";
            /**
             * @description In pipeline mode: With `vad`, the assistant waits for 0.6 to 5 seconds of silence. With `ai`, it waits until the model is certain, with a threshold from 0.6 to 0.9. In multimodal mode: With `vad`, the assistant waits for 0.3 to 5 seconds of silence. With `ai`, the eagerness of the model is high, medium or low.
             * @example 0.5
             */
            endpoint_sensitivity: number;
            /**
             * @description In pipeline mode: The sensitivity to sounds is low below 0.25, medium from 0.25, and high from 0.5. High is the default of the carrier. In multimodal mode: With `vad`, a higher value lets quieter sounds count as speech. With `ai`, the value has no effect.
             * @example 0.5
             */
            interrupt_sensitivity: number;
            /**
             * @description With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect. It has no effect in pipeline mode, because the carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds.
             * @example 0.6
             */
            turn_detection_threshold: number | null;
            /**
             * @description In pipeline mode: If true, the assistant says a filler when the model has not begun to answer 0.7 seconds after the prompt, so that no wait is silent for two seconds. If false, it says none, however long the model takes. In multimodal mode: If true, the instructions ask the model to say a few words when it needs a moment. The model decides when to do so.
             * @example 0
             * @enum {integer}
             */
            fillers: 0 | 1;
            filler_config: components["schemas"]["FillerConfig"];
            /**
             * @description The value is in seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * @description In pipeline mode: The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, the assistant asks whether the customer is still there. In multimodal mode: The model asks a silent customer as these instructions tell it, with variables filled in as quoted data.
             * @example Ask whether the customer needs more time.
             */
            reengagement_prompt: string | null;
            /**
             * @description The value is in seconds. Null: `re_engagement_interval`.
             * @example 10
             */
            max_initial_silence_duration: number | null;
            /**
             * @description The value is in seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
             * @description The value is in seconds.
             * @example 600
             */
            max_duration: number;
            /**
             * @description The value is in seconds.
             * @example 30
             */
            ringing_time: number;
            /**
             * @description In pipeline mode: If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only. In multimodal mode: If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only.
             * @example 1
             * @enum {integer}
             */
            end_call_on_voicemail: 0 | 1;
            /**
             * @description In pipeline mode: If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, `end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only. In multimodal mode: If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends.
             * @example Hello, this is the practice. Please call us back.
             */
            voice_mail_message: string | null;
            /**
             * @description The value is in seconds.
             * @example 180
             */
            max_hold_duration: number;
            /** @description If true, calls are recorded. */
            record: boolean;
            /** @description If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated. */
            post_call_evaluation: boolean;
            /** @description The evaluation extracts these values. A value is null if the conversation does not contain it, or if the model returns twice what cannot be read as its type. Numbers, yes and no are read in the language of the assistant. There may be up to 50, with different names. */
            post_call_schema: components["schemas"]["PostCallField"][];
            /** @description If true, the service sends the webhook. */
            is_webhook_active: boolean;
            /**
             * @description This URL receives a webhook at the end of every call.
             * @example https://example.com/calls
             */
            webhook_url: string | null;
            /**
             * @description This URL receives a webhook at the end of inbound calls. A separate endpoint sets it.
             * @example https://example.com/inbound
             */
            inbound_webhook_url: string | null;
            /** @description If true, the service sends no webhooks for unanswered calls. */
            send_webhook_only_on_completed: boolean;
            /** @description If true, the webhook contains the link to the recording. */
            include_recording_in_webhook: boolean;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
            /**
             * @description The value is always null, because deleted assistants are removed.
             * @example 2025-06-30T11:53:20.000000Z
             */
            deleted_at: string | null;
        };
        /**
         * @example {
         *       "theme": "light",
         *       "color": "#2563eb",
         *       "position": "bottom-right"
         *     }
         */
        WidgetSettings: {
            /**
             * @description The theme of the widget.
             * @enum {string}
             */
            theme: "light" | "dark" | "auto";
            /** @description The color of the button. */
            color: string;
            /**
             * @description The corner of the page in which the widget is shown.
             * @enum {string}
             */
            position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
            /** @description The origins whose pages may show the widget. Without the list, no page shows it. */
            allowed_origins?: string[];
            /** @description The most calls of the widget in progress. The default is 5. */
            calls_at_once?: number;
            /** @description The names of the variables that a visitor may give. Without the list, a visitor gives none. */
            visitor_variables?: string[];
            /** @description The longest call of a visitor, in seconds. The default is 300. A call is never longer than `max_call_duration`. */
            max_call_seconds?: number;
            /** @description The most that the calls of the widget cost in any hour, in USD. The default is 1. */
            max_spend_per_hour?: number;
            /** @description The most that the calls of the widget cost in any day, in USD. The default is 10. */
            max_spend_per_day?: number;
        };
        AssistantTool: {
            /**
             * @description The tool of the service.
             * @enum {string}
             */
            type: "end_call" | "wait" | "call_transfer";
            data: components["schemas"]["AssistantToolFields"];
        };
        AssistantToolFields: {
            /**
             * @description When the model calls the tool.
             * @example When the customer says goodbye.
             */
            description: string;
            /**
             * @description The human of a `call_transfer`.
             * @example +12025550123
             */
            phone_number?: string;
            /** @description Always false: the model names no other number. */
            custom?: boolean;
            /** @description As it was sent. It has no effect. */
            timezone?: string | null;
            /** @description Always false: the human gets no summary. */
            warm_transfer?: boolean;
            /** @description What the customer is told before they are passed on, as an instruction for the model. */
            warm_transfer_message?: string | null;
        };
        FillerConfig: {
            /**
             * @description The fillers for words without a mood.
             * @example [
             *       "One moment."
             *     ]
             */
            neutral: string[];
            /**
             * @description The fillers for words with a negative mood.
             * @example [
             *       "I see."
             *     ]
             */
            negative: string[];
            /**
             * @description The fillers for words with a positive mood.
             * @example [
             *       "Great."
             *     ]
             */
            positive: string[];
            /**
             * @description The fillers for questions.
             * @example [
             *       "Let me think."
             *     ]
             */
            question: string[];
        };
        PostCallField: {
            /**
             * @description The key of the value in the evaluation.
             * @example status
             */
            name: string;
            /**
             * @description The type of the value.
             * @enum {string}
             */
            type: "string" | "number" | "bool";
            /**
             * @description The description of the value, which the model reads.
             * @example Whether the goal of the call was reached.
             */
            description: string;
        };
        PageLink: {
            /**
             * Format: uri
             * @description The URL of the page, or null if it does not exist.
             * @example https://api.example.com/api/user/calls?page=1
             */
            url: string | null;
            /**
             * @description The text of the link.
             * @example 1
             */
            label: string;
            /** @description If true, the link is this page. */
            active: boolean;
        };
        AssistantDetail: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: uuid
             * @description The UUID of the assistant. It never changes.
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            instance_id: number;
            /**
             * @description Prompts and messages can contain the name as `{assistant_name}`.
             * @example Reception
             */
            name: string;
            /**
             * @description An `outbound` assistant makes calls. An `inbound` one answers its phone number.
             * @enum {string}
             */
            type: "inbound" | "outbound";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls.
             * @example 63753420800123
             */
            phone_number_id: number | null;
            /**
             * @description The variables `{current_date}` and `{current_time}` are in this time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            flows_platform_id: number | null;
            /**
             * @description The value is always 0, because assistants have no knowledge base.
             * @example 0
             */
            knowledgebase_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example function_call
             */
            knowledgebase_mode: string;
            widget_settings: components["schemas"]["WidgetSettings"];
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            engine_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_provider_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            transcriber_id: number | null;
            /**
             * @description In pipeline mode: Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints. In multimodal mode: Who transcribes the call for the record. The speech model hears the customer itself.
             * @example 1
             */
            transcriber_provider_id: number | null;
            /**
             * @description In pipeline mode: Voice and transcription use this language. If Deepgram does not support it, Google transcribes. The instructions of the model name it as well. In multimodal mode: The instructions of the model name the language, but nothing forces the model to speak it. The carrier transcribes in this language.
             * @example English
             */
            language: string | null;
            /**
             * @description The id of the language.
             * @example 9
             */
            language_id: number | null;
            /**
             * @description The id of the language model, or null in multimodal mode.
             * @example 1
             */
            llm_model_id: number | null;
            /**
             * @description The id of the speech model, or null in pipeline mode.
             * @example 101
             */
            multimodal_model_id: number | null;
            /** @description If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider. It has no effect in multimodal mode, because another model cannot take over the call from a speech model. */
            fallback_models?: string[];
            /**
             * @description Every request to the model carries this value. It has no effect in multimodal mode, because speech models have no temperature.
             * @example 0.10
             */
            llm_temperature: string;
            /**
             * @description In pipeline mode: The carrier speaks with this voice. If ElevenLabs does not support the language, a Google voice speaks instead. In multimodal mode: The speech model speaks with this voice.
             * @example 1
             */
            voice_id: number;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no stability.
             * @example 0.70
             */
            voice_stability: string;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no similarity.
             * @example 0.50
             */
            voice_similarity: string;
            /**
             * @description In pipeline mode: It applies to ElevenLabs voices only. Other voices keep their pace. In multimodal mode: The speech model speaks at this pace.
             * @example 1.00
             */
            speech_speed: string;
            /** @description The model filters noise as for a telephone at the ear. It has no effect in pipeline mode, because the carrier documents no values for it and ends calls that have a wrong one. */
            enable_noise_cancellation: boolean;
            /**
             * @description In pipeline mode: The carrier plays either speech or a sound, and never both. In multimodal mode: The speech model mixes in no sound.
             * @example off
             */
            ambient_sound: string;
            /**
             * @description No engine plays an ambient sound.
             * @example 0.50
             */
            ambient_sound_volume: string;
            /**
             * @description In pipeline mode: The carrier speaks these words, with variables filled in, as soon as the call is answered. In multimodal mode: The instructions ask the model to say exactly these words first, with variables filled in, but nothing forces it to.
             * @example Hello {customer_name}, do you have a minute?
             */
            initial_message: string;
            /**
             * @description The model gets these instructions, with variables filled in as quoted data.
             * @example You confirm an appointment on Tuesday at ten.
             */
            system_prompt: string;
            /**
             * @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /** @description In pipeline mode: The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human. In multimodal mode: The model gets a tool that ends the call, with this description. */
            tools: components["schemas"]["AssistantTool"][];
            /** @description In pipeline mode: The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. In multimodal mode: The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. */
            tool_ids: number[];
            /** @description The value is the same for every assistant. Existing clients expect the field. */
            secondary_language_ids: number[];
            /** @description If true, the customer speaks first. */
            wait_for_customer: boolean;
            /** @description In pipeline mode: If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile. In multimodal mode: If false, the assistant speaks to the end. */
            allow_interruptions: boolean;
            /** @description Null: calls to a customer have a greeting that is said to its end, and all others have not. */
            greeting_interruptible: boolean | null;
            /**
             * @description With 0, any word interrupts.
             * @example 2
             */
            min_interrupt_words: number;
            /**
             * @description In pipeline mode: With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl. In multimodal mode: With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.
             * @enum {string}
             */
            endpoint_type: "vad" | "ai";
            /**
             * @description In pipeline mode: With `vad`, the assistant waits for 0.6 to 5 seconds of silence. With `ai`, it waits until the model is certain, with a threshold from 0.6 to 0.9. In multimodal mode: With `vad`, the assistant waits for 0.3 to 5 seconds of silence. With `ai`, the eagerness of the model is high, medium or low.
             * @example 0.5
             */
            endpoint_sensitivity: number;
            /**
             * @description In pipeline mode: The sensitivity to sounds is low below 0.25, medium from 0.25, and high from 0.5. High is the default of the carrier. In multimodal mode: With `vad`, a higher value lets quieter sounds count as speech. With `ai`, the value has no effect.
             * @example 0.5
             */
            interrupt_sensitivity: number;
            /**
             * @description With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect. It has no effect in pipeline mode, because the carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds.
             * @example 0.6
             */
            turn_detection_threshold: number | null;
            /**
             * @description In pipeline mode: If true, the assistant says a filler when the model has not begun to answer 0.7 seconds after the prompt, so that no wait is silent for two seconds. If false, it says none, however long the model takes. In multimodal mode: If true, the instructions ask the model to say a few words when it needs a moment. The model decides when to do so.
             * @example 0
             * @enum {integer}
             */
            fillers: 0 | 1;
            filler_config: components["schemas"]["FillerConfig"];
            /**
             * @description The value is in seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * @description In pipeline mode: The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, the assistant asks whether the customer is still there. In multimodal mode: The model asks a silent customer as these instructions tell it, with variables filled in as quoted data.
             * @example Ask whether the customer needs more time.
             */
            reengagement_prompt: string | null;
            /**
             * @description The value is in seconds. Null: `re_engagement_interval`.
             * @example 10
             */
            max_initial_silence_duration: number | null;
            /**
             * @description The value is in seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
             * @description The value is in seconds.
             * @example 600
             */
            max_duration: number;
            /**
             * @description The value is in seconds.
             * @example 30
             */
            ringing_time: number;
            /**
             * @description In pipeline mode: If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only. In multimodal mode: If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only.
             * @example 1
             * @enum {integer}
             */
            end_call_on_voicemail: 0 | 1;
            /**
             * @description In pipeline mode: If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, `end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only. In multimodal mode: If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends.
             * @example Hello, this is the practice. Please call us back.
             */
            voice_mail_message: string | null;
            /**
             * @description The value is in seconds.
             * @example 180
             */
            max_hold_duration: number;
            /** @description If true, calls are recorded. */
            record: boolean;
            /** @description If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated. */
            post_call_evaluation: boolean;
            /** @description The evaluation extracts these values. A value is null if the conversation does not contain it, or if the model returns twice what cannot be read as its type. Numbers, yes and no are read in the language of the assistant. There may be up to 50, with different names. */
            post_call_schema: components["schemas"]["PostCallField"][];
            /** @description If true, the service sends the webhook. */
            is_webhook_active: boolean;
            /**
             * @description This URL receives a webhook at the end of every call.
             * @example https://example.com/calls
             */
            webhook_url: string | null;
            /**
             * @description This URL receives a webhook at the end of inbound calls. A separate endpoint sets it.
             * @example https://example.com/inbound
             */
            inbound_webhook_url: string | null;
            /** @description If true, the service sends no webhooks for unanswered calls. */
            send_webhook_only_on_completed: boolean;
            /** @description If true, the webhook contains the link to the recording. */
            include_recording_in_webhook: boolean;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
            /**
             * @description The value is always null, because deleted assistants are removed.
             * @example 2025-06-30T11:53:20.000000Z
             */
            deleted_at: string | null;
            /**
             * @description The number of the version. It grows with each change, and some numbers are missing.
             * @example 3
             */
            version: number;
        };
        AssistantVersion: {
            /**
             * @description The number of the version. It grows with each change, and some numbers are missing.
             * @example 3
             */
            version: number;
            /**
             * @description The time when the version was made.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * Format: uuid
             * @description The UUID of the assistant. It never changes.
             * @example 0198f2d4-5b7e-7c3a-9e21-3f6d8a4b1c05
             */
            uuid: string;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            instance_id: number;
            /**
             * @description Prompts and messages can contain the name as `{assistant_name}`.
             * @example Reception
             */
            name: string;
            /**
             * @description An `outbound` assistant makes calls. An `inbound` one answers its phone number.
             * @enum {string}
             */
            type: "inbound" | "outbound";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls.
             * @example 63753420800123
             */
            phone_number_id: number | null;
            /**
             * @description The variables `{current_date}` and `{current_time}` are in this time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            flows_platform_id: number | null;
            /**
             * @description The value is always 0, because assistants have no knowledge base.
             * @example 0
             */
            knowledgebase_id: number;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example function_call
             */
            knowledgebase_mode: string;
            widget_settings: components["schemas"]["WidgetSettings"];
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            engine_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            synthesizer_provider_id: number | null;
            /**
             * @description The value is the same for every assistant. Existing clients expect the field.
             * @example 1
             */
            transcriber_id: number | null;
            /**
             * @description In pipeline mode: Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints. In multimodal mode: Who transcribes the call for the record. The speech model hears the customer itself.
             * @example 1
             */
            transcriber_provider_id: number | null;
            /**
             * @description In pipeline mode: Voice and transcription use this language. If Deepgram does not support it, Google transcribes. The instructions of the model name it as well. In multimodal mode: The instructions of the model name the language, but nothing forces the model to speak it. The carrier transcribes in this language.
             * @example English
             */
            language: string | null;
            /**
             * @description The id of the language.
             * @example 9
             */
            language_id: number | null;
            /**
             * @description The id of the language model, or null in multimodal mode.
             * @example 1
             */
            llm_model_id: number | null;
            /**
             * @description The id of the speech model, or null in pipeline mode.
             * @example 101
             */
            multimodal_model_id: number | null;
            /** @description If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider. It has no effect in multimodal mode, because another model cannot take over the call from a speech model. */
            fallback_models?: string[];
            /**
             * @description Every request to the model carries this value. It has no effect in multimodal mode, because speech models have no temperature.
             * @example 0.10
             */
            llm_temperature: string;
            /**
             * @description In pipeline mode: The carrier speaks with this voice. If ElevenLabs does not support the language, a Google voice speaks instead. In multimodal mode: The speech model speaks with this voice.
             * @example 1
             */
            voice_id: number;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no stability.
             * @example 0.70
             */
            voice_stability: string;
            /**
             * @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no similarity.
             * @example 0.50
             */
            voice_similarity: string;
            /**
             * @description In pipeline mode: It applies to ElevenLabs voices only. Other voices keep their pace. In multimodal mode: The speech model speaks at this pace.
             * @example 1.00
             */
            speech_speed: string;
            /** @description The model filters noise as for a telephone at the ear. It has no effect in pipeline mode, because the carrier documents no values for it and ends calls that have a wrong one. */
            enable_noise_cancellation: boolean;
            /**
             * @description In pipeline mode: The carrier plays either speech or a sound, and never both. In multimodal mode: The speech model mixes in no sound.
             * @example off
             */
            ambient_sound: string;
            /**
             * @description No engine plays an ambient sound.
             * @example 0.50
             */
            ambient_sound_volume: string;
            /**
             * @description In pipeline mode: The carrier speaks these words, with variables filled in, as soon as the call is answered. In multimodal mode: The instructions ask the model to say exactly these words first, with variables filled in, but nothing forces it to.
             * @example Hello {customer_name}, do you have a minute?
             */
            initial_message: string;
            /**
             * @description The model gets these instructions, with variables filled in as quoted data.
             * @example You confirm an appointment on Tuesday at ten.
             */
            system_prompt: string;
            /**
             * @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /** @description In pipeline mode: The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human. In multimodal mode: The model gets a tool that ends the call, with this description. */
            tools: components["schemas"]["AssistantTool"][];
            /** @description In pipeline mode: The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. In multimodal mode: The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. */
            tool_ids: number[];
            /** @description The value is the same for every assistant. Existing clients expect the field. */
            secondary_language_ids: number[];
            /** @description If true, the customer speaks first. */
            wait_for_customer: boolean;
            /** @description In pipeline mode: If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile. In multimodal mode: If false, the assistant speaks to the end. */
            allow_interruptions: boolean;
            /** @description Null: calls to a customer have a greeting that is said to its end, and all others have not. */
            greeting_interruptible: boolean | null;
            /**
             * @description With 0, any word interrupts.
             * @example 2
             */
            min_interrupt_words: number;
            /**
             * @description In pipeline mode: With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl. In multimodal mode: With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.
             * @enum {string}
             */
            endpoint_type: "vad" | "ai";
            /**
             * @description In pipeline mode: With `vad`, the assistant waits for 0.6 to 5 seconds of silence. With `ai`, it waits until the model is certain, with a threshold from 0.6 to 0.9. In multimodal mode: With `vad`, the assistant waits for 0.3 to 5 seconds of silence. With `ai`, the eagerness of the model is high, medium or low.
             * @example 0.5
             */
            endpoint_sensitivity: number;
            /**
             * @description In pipeline mode: The sensitivity to sounds is low below 0.25, medium from 0.25, and high from 0.5. High is the default of the carrier. In multimodal mode: With `vad`, a higher value lets quieter sounds count as speech. With `ai`, the value has no effect.
             * @example 0.5
             */
            interrupt_sensitivity: number;
            /**
             * @description With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect. It has no effect in pipeline mode, because the carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds.
             * @example 0.6
             */
            turn_detection_threshold: number | null;
            /**
             * @description In pipeline mode: If true, the assistant says a filler when the model has not begun to answer 0.7 seconds after the prompt, so that no wait is silent for two seconds. If false, it says none, however long the model takes. In multimodal mode: If true, the instructions ask the model to say a few words when it needs a moment. The model decides when to do so.
             * @example 0
             * @enum {integer}
             */
            fillers: 0 | 1;
            filler_config: components["schemas"]["FillerConfig"];
            /**
             * @description The value is in seconds.
             * @example 30
             */
            reengagement_interval: number;
            /**
             * @description In pipeline mode: The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, the assistant asks whether the customer is still there. In multimodal mode: The model asks a silent customer as these instructions tell it, with variables filled in as quoted data.
             * @example Ask whether the customer needs more time.
             */
            reengagement_prompt: string | null;
            /**
             * @description The value is in seconds. Null: `re_engagement_interval`.
             * @example 10
             */
            max_initial_silence_duration: number | null;
            /**
             * @description The value is in seconds.
             * @example 40
             */
            max_silence_duration: number;
            /**
             * @description The value is in seconds.
             * @example 600
             */
            max_duration: number;
            /**
             * @description The value is in seconds.
             * @example 30
             */
            ringing_time: number;
            /**
             * @description In pipeline mode: If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only. In multimodal mode: If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only.
             * @example 1
             * @enum {integer}
             */
            end_call_on_voicemail: 0 | 1;
            /**
             * @description In pipeline mode: If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, `end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only. In multimodal mode: If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends.
             * @example Hello, this is the practice. Please call us back.
             */
            voice_mail_message: string | null;
            /**
             * @description The value is in seconds.
             * @example 180
             */
            max_hold_duration: number;
            /** @description If true, calls are recorded. */
            record: boolean;
            /** @description If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated. */
            post_call_evaluation: boolean;
            /** @description The evaluation extracts these values. A value is null if the conversation does not contain it, or if the model returns twice what cannot be read as its type. Numbers, yes and no are read in the language of the assistant. There may be up to 50, with different names. */
            post_call_schema: components["schemas"]["PostCallField"][];
            /** @description If true, the service sends the webhook. */
            is_webhook_active: boolean;
            /**
             * @description This URL receives a webhook at the end of every call.
             * @example https://example.com/calls
             */
            webhook_url: string | null;
            /**
             * @description This URL receives a webhook at the end of inbound calls. A separate endpoint sets it.
             * @example https://example.com/inbound
             */
            inbound_webhook_url: string | null;
            /** @description If true, the service sends no webhooks for unanswered calls. */
            send_webhook_only_on_completed: boolean;
            /** @description If true, the webhook contains the link to the recording. */
            include_recording_in_webhook: boolean;
        };
        OutboundAssistantRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description Prompts and messages can contain the name as `{assistant_name}`.
             * @example Reception
             */
            name: string;
            /**
             * @description An `outbound` assistant makes calls. An `inbound` one answers its phone number.
             * @enum {string}
             */
            type: "inbound" | "outbound";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description In pipeline mode: The carrier speaks with this voice. If ElevenLabs does not support the language, a Google voice speaks instead. In multimodal mode: The speech model speaks with this voice.
             * @example 1
             */
            voice_id: number;
            /**
             * @description The id of the language.
             * @example 9
             */
            language_id: number | null;
            /**
             * @description The variables `{current_date}` and `{current_time}` are in this time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description In pipeline mode: The carrier speaks these words, with variables filled in, as soon as the call is answered. In multimodal mode: The instructions ask the model to say exactly these words first, with variables filled in, but nothing forces it to.
             * @example Hello {customer_name}, do you have a minute?
             */
            initial_message: string;
            /**
             * @description The model gets these instructions, with variables filled in as quoted data.
             * @example You confirm an appointment on Tuesday at ten.
             */
            system_prompt: string;
            /**
             * @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description This URL receives a webhook at the end of every call.
             * @example https://example.com/calls
             */
            webhook_url: string | null;
            /** @description If true, the service sends the webhook. */
            is_webhook_active: boolean;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
        };
        PhoneNumberRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550199
             */
            phone_number: string;
            /**
             * @description The country of the number, as two letters.
             * @example US
             */
            country_code: string;
            /**
             * @description The kind of the number.
             * @enum {string}
             */
            type_label: "Normal" | "SIP" | "Caller ID";
            /** @description If true, a new inbound assistant can answer on this number. */
            is_available: boolean;
        };
        PhoneNumberDetail: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550199
             */
            phone_number: string;
            /** @description The value is always null. Existing clients expect the field. */
            nickname: null;
            /**
             * @description The country of the number.
             * @example US
             */
            country_code: string;
            /**
             * @description The type of the number, as a word.
             * @enum {string}
             */
            type: "normal" | "sip" | "caller_id";
            /**
             * @description The type of the number.
             * @enum {string}
             */
            type_label: "Normal" | "SIP" | "Caller ID";
            /** @description Whether the number can send and receive SMS. */
            sms_capable: boolean;
            /** @description The value is always null. Existing clients expect the field. */
            region: null;
            /** @description Whether the number can be used now. */
            has_active_subscription: boolean;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
        };
        VoiceRecord: {
            /**
             * @description The id of the record.
             * @example 1
             */
            id: number;
            /**
             * @description The name of the record.
             * @example Ava
             */
            name: string;
            /**
             * @description The engine that can use the voice.
             * @enum {string}
             */
            mode: "pipeline" | "multimodal";
            /**
             * @description What the provider publishes about the voice, or null. The field is present only with `include=description`.
             * @example Female, British: velvety actress
             */
            description?: string | null;
        };
        ModelRecord: {
            /**
             * @description The id of the record.
             * @example 1
             */
            id: number;
            /**
             * @description The name of the record.
             * @example rehearsal
             */
            name: string;
            /**
             * @description The field is present only if the request has a `type`.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
        };
        LanguageRecord: {
            /**
             * @description The id of the record.
             * @example 9
             */
            id: number;
            /**
             * @description The name of the record.
             * @example English
             */
            name: string;
            /**
             * @description The language as a code of two letters.
             * @example en
             */
            iso_2: string;
        };
        ProviderRecord: {
            /**
             * @description The id of the record.
             * @example 1
             */
            id: number;
            /**
             * @description The name of the record.
             * @example ElevenLabs
             */
            name: string;
        };
        ToolRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name by which the model calls the tool: lowercase letters and underscores.
             * @example find_slots
             */
            name: string;
            /**
             * @description The words that tell the model when to use the tool.
             * @example Finds free appointments.
             */
            description: string;
            /**
             * @description The URL of the request.
             * @example https://example.com/slots
             */
            endpoint: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /**
             * @description The seconds that the receiver has to answer. The default is 10.
             * @example 10
             */
            timeout: number;
            /** @description Values are masked: the record shows four bullets, and the last four characters of a value of at least eight. A masked value that is sent back means that the value is unchanged. */
            headers: components["schemas"]["ToolHeader"][];
            /** @description The parameters that the model gives, all of them required. */
            schema: components["schemas"]["SimpleToolParameter"][];
            /** @description A subset of JSON Schema, which wins over `schema`. */
            parameters: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The assistant says this while the tool runs. Empty: nothing. Null: a phrase of the service.
             * @example Let me check the calendar.
             */
            wait_message: string | null;
            /** @description The variables that get values from the answer. */
            assignments: components["schemas"]["ToolAssignment"][];
            /** @description The model gets only these parts of the answer. Null: all of it. An empty list: none of it. */
            response_filter: string[] | null;
            /** @description Whether the same call of the tool may be made twice in a conversation. */
            repeatable: boolean;
            /** @description Whether the receiver makes a request with the same `Idempotency-Key` once. Then the service may send it again. */
            idempotent: boolean;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
        };
        ToolHeader: {
            /**
             * @description The name of the header.
             * @example Authorization
             */
            name: string;
            /**
             * @description The masked value: four bullets, and the last four characters of a value of at least eight.
             * @example ••••9f3a
             */
            value: string;
        };
        SimpleToolParameter: {
            /**
             * @description The name of the parameter.
             * @example day
             */
            name: string;
            /**
             * @description The type of the record.
             * @enum {string}
             */
            type: "string" | "number" | "boolean";
            /**
             * @description The words that tell the model what to give.
             * @example The day that the customer wants.
             */
            description: string;
        };
        ToolAssignment: {
            /**
             * @description The name of the variable.
             * @example slot
             */
            variable: string;
            /**
             * @description The path of the value in the answer, such as `slots.0.time`. An empty path is the whole answer.
             * @example slots.0.time
             */
            path: string;
            /** @description Whether the value is kept from the model and from the transcript. */
            sensitive: boolean;
        };
        TestedTool: {
            /**
             * @description The status of HTTP. It is null if there was no answer.
             * @example 200
             */
            status: number | null;
            /**
             * @description The first 64 KB of the answer.
             * @example {"slots":["10:00"]}
             */
            body: string;
            /**
             * @description The time until the answer, in milliseconds.
             * @example 182
             */
            duration_ms: number;
            request: components["schemas"]["ToolRequest"];
            /**
             * @description What a model would be told: filtered, shortened, and without sensitive values.
             * @example {"slots":["10:00"]}
             */
            result: string;
            /**
             * @description The variables that `assignments` found in the answer.
             * @example {
             *       "slot": "10:00"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description Why there was no answer.
             * @example no answer within 10 s
             */
            problem: string | null;
        };
        /** @description What was sent. The values of headers are masked. */
        ToolRequest: {
            /**
             * @description The method.
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /**
             * @description The URL with the values.
             * @example https://example.com/slots?day=Tuesday
             */
            url: string;
            /**
             * @description The headers of the tool, whose values are masked.
             * @example {
             *       "Authorization": "••••9f3a"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The body, or an empty text if the request has none.
             * @example {"day":"Tuesday"}
             */
            body: string;
        };
        AcceptedCallData: {
            /**
             * @description The place of the call in the dial queue. The next call has 1.
             * @example 3
             */
            queue_position?: number;
            /**
             * @description The estimated seconds until the call is dialled.
             * @example 2
             */
            estimated_seconds?: number;
            /** @description The placeholders of greeting and prompt that no variable fills. They are spoken as they are written. */
            missing_variables?: string[];
        };
        CallPage: {
            /**
             * @description The number of this page.
             * @example 1
             */
            current_page: number;
            /** @description The result of the request. */
            data: components["schemas"]["CallRecord"][];
            /**
             * Format: uri
             * @description The URL of the first page.
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description The position of the first record of the page, or null if the page is empty.
             * @example 1
             */
            from: number | null;
            /**
             * @description The number of the last page.
             * @example 2
             */
            last_page: number;
            /**
             * Format: uri
             * @description The URL of the last page.
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            /** @description The links to the pages, as a website shows them below a list. */
            links: components["schemas"]["PageLink"][];
            /**
             * Format: uri
             * @description The URL of the next page, or null on the last one.
             * @example https://api.example.com/api/user/calls?page=2
             */
            next_page_url: string | null;
            /**
             * Format: uri
             * @description The URL of the list without its parameters.
             * @example https://api.example.com/api/user/calls
             */
            path: string;
            /**
             * @description The number of records on a page.
             * @example 15
             */
            per_page: number;
            /**
             * Format: uri
             * @description The URL of the page before, or null on the first one.
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description The position of the last record of the page, or null if the page is empty.
             * @example 15
             */
            to: number | null;
            /**
             * @description The number of records on all pages.
             * @example 17
             */
            total: number;
        };
        CallRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the assistant when the call began.
             * @example Reception
             */
            assistant_name: string;
            /**
             * @description The field is present only if a campaign made the call.
             * @example Spring reminders
             */
            campaign_name?: string;
            /**
             * @description The type, which is `inbound`, `outbound` or `web`.
             * @enum {string}
             */
            type: "inbound" | "outbound" | "web";
            /**
             * @description The duration of the call, in seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description The number of the assistant in E.164, or `web` for a web call.
             * @example +12025550199
             */
            assistant_phone_number: string;
            /**
             * @description The number of the customer in E.164, or `web` for a web call. An inbound call may also have `anonymous` or a SIP address.
             * @example +12025550100
             */
            client_phone_number: string;
            /**
             * @description The status of the call. It moves forward only.
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description The transcript, with one line for each turn.
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            /**
             * @description The variables, which fill placeholders in the prompt.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description The evaluation, with one key for each item of the post-call schema. The object is empty until the call is evaluated.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            evaluation: {
                [key: string]: unknown;
            };
            /**
             * @description The answer to the last attempt to deliver the webhook. The object is empty before the first attempt.
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
            /**
             * @description The part of the cost that the carrier charges.
             * @example 0.014
             */
            carrier_cost: number;
            /**
             * @description The cost with all fees.
             * @example 0.114
             */
            total_cost: number;
            /**
             * @description The party that answered, which is a human, a machine or unknown.
             * @enum {string}
             */
            answered_by: "human" | "machine" | "unknown";
            /**
             * Format: uri
             * @description The link to the recording. The field is present if the call was recorded and is over. Everyone with the link can listen.
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
            /**
             * @description The outcome of the call, or null until the call is settled. Lists have it only with `include=outcome`.
             * @enum {string|null}
             */
            outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed" | null;
            /** @description The model that answered, or null if none did. Lists have it only with `include=model`. */
            model?: components["schemas"]["CallModel"] | null;
            /** @description The cause of the end of the call, or null until the call is settled and if the cause is not known. Lists have it only with `include=reason`. */
            reason?: components["schemas"]["CallReason"] | null;
        };
        /** @description The model that answered, or null if none did. If several did, because one failed, it is the one with the most answers. */
        CallModel: {
            /**
             * @description The name of the record.
             * @example gpt-6-luna
             */
            name: string;
            /** @description Whether a stand-in answered instead of a model of a provider: the rehearsal model, or the speech model of a local stack. The times of a stand-in are not those of a real model. */
            simulated: boolean;
        };
        CallReason: {
            /**
             * @description The party that ended or refused the call.
             * @enum {string}
             */
            by: "customer" | "assistant" | "carrier" | "service" | "user";
            /**
             * @description A code of the carrier, such as `sip_486`, or of this service, such as `silence`.
             * @example sip_486
             */
            code: string;
            /**
             * @description The reason as a sentence for people.
             * @example The line is busy. SIP 486: Busy Here.
             */
            text: string;
        };
        CallDetailRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the assistant when the call began.
             * @example Reception
             */
            assistant_name: string;
            /**
             * @description The field is present only if a campaign made the call.
             * @example Spring reminders
             */
            campaign_name?: string;
            /**
             * @description The type of the record.
             * @enum {string}
             */
            type: "inbound" | "outbound" | "web";
            /**
             * @description The duration of the call, in seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description The number of the assistant in E.164, or `web` for a web call.
             * @example +12025550199
             */
            assistant_phone_number: string;
            /**
             * @description The number of the customer in E.164, or `web` for a web call. An inbound call may also have `anonymous` or a SIP address.
             * @example +12025550100
             */
            client_phone_number: string;
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description The transcript, with one line for each turn.
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            /**
             * @description The variables, which fill placeholders in the prompt.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description The evaluation, with one key for each item of the post-call schema. The object is empty until the call is evaluated.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            evaluation: {
                [key: string]: unknown;
            };
            /**
             * @description The answer to the last attempt to deliver the webhook. The object is empty before the first attempt.
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
            /**
             * @description The part of the cost that the carrier charges.
             * @example 0.014
             */
            carrier_cost: number;
            /**
             * @description The cost with all fees.
             * @example 0.114
             */
            total_cost: number;
            /**
             * @description The party that answered, which is a human, a machine or unknown.
             * @enum {string}
             */
            answered_by: "human" | "machine" | "unknown";
            /**
             * Format: uri
             * @description The link to the recording. The field is present if the call was recorded and is over. Everyone with the link can listen.
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
            /**
             * @description The outcome of the call, or null until the call is settled.
             * @enum {string|null}
             */
            outcome: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed" | null;
            /** @description The model that answered, or null if none did. */
            model: components["schemas"]["CallModel"] | null;
            /** @description The cause of the end of the call. It is null until the call is settled, and if the cause is not known. */
            reason: components["schemas"]["CallReason"] | null;
            /**
             * @description The reason of the end. It is null while the call is open, and if it is not known who hung up.
             * @enum {string|null}
             */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | "on_hold" | "transferred" | null;
            /** @description The names of the variables that an anonymous visitor of a web page gave. Nothing has verified their values. The field is present only if there are any. */
            visitor_variables?: string[];
            /** @description The latency of the answers, or null if none was measured. */
            latency: components["schemas"]["CallLatency"] | null;
            /** @description The turns of the transcript. */
            transcript_turns: components["schemas"]["CallTurn"][];
            /** @description The tools of the user that the model called, 50 at most, once the call is settled. */
            tool_calls: components["schemas"]["ToolCall"][];
            /** @description The humans who were called for the customer, oldest first. */
            transfers: components["schemas"]["Transfer"][];
        };
        /** @description The latency of the answers, in milliseconds. It is null while the call is open, and if no answer was measured, as in multimodal mode. */
        CallLatency: {
            /**
             * @description The number of answers that were measured.
             * @example 6
             */
            turns: number;
            /** @description The time from the arrival of the customer’s words to the request to the model. */
            model_asked: {
                /** @example 25 */
                p50: number;
                /** @example 40 */
                p95: number;
            };
            /** @description The time from the arrival of the customer’s words to the first token of the model. */
            first_token: {
                /** @example 420 */
                p50: number;
                /** @example 780 */
                p95: number;
            };
            /** @description The time from the arrival of the customer’s words to the first text that is sent to the voice. */
            first_text: {
                /** @example 460 */
                p50: number;
                /** @example 830 */
                p95: number;
            };
            /** @description The value is null if the carrier does not report playback. */
            voice: {
                /** @example 790 */
                p50: number;
                /** @example 1160 */
                p95: number;
            } | null;
            /** @description The time from the last word of the customer to the voice. The wait for the end of speech is taken from the settings. A voice that the carrier does not report counts as 400 ms. */
            mouth_to_ear: {
                /** @example 1390 */
                p50: number;
                /** @example 1760 */
                p95: number;
            };
        };
        CallTurn: {
            /**
             * @description The speaker, where `bot` is the assistant and `human` is the customer.
             * @enum {string}
             */
            sender: "bot" | "human";
            /**
             * @description The words of the turn.
             * @example Thank you, goodbye!
             */
            text: string;
            /**
             * @description The time when the turn began.
             * @example 2025-06-30T11:53:20.000000Z
             */
            timestamp: string;
            /**
             * @description The time from the last word of the customer to the voice of this answer, in milliseconds. It is null if it was not measured.
             * @example 1390
             */
            mouth_to_ear: number | null;
            /** @description The tools that the model called in this turn, or after it if the customer heard nothing of the answer. */
            tools: {
                /**
                 * @description The name of the tool. Later releases may add tools, so show an unknown tool by its name.
                 * @example call_transfer
                 * @example end_call
                 * @example do_not_call
                 * @example wait
                 */
                name: string;
            }[];
        };
        ToolCall: {
            /**
             * @description The name of the record.
             * @example book_appointment
             */
            name: string;
            /**
             * @description As the model gave them. Long ones are a text, `shortened`.
             * @example {
             *       "day": "Tuesday"
             *     }
             */
            arguments: {
                [key: string]: unknown;
            };
            /**
             * @description `done`; `failed`: the receiver refused; `unknown`: it is not known whether it has taken effect; `cancelled`: it was not sent.
             * @example done
             */
            status: string;
            /**
             * @description Null if no answer came.
             * @example 412
             */
            duration_ms: number | null;
            /**
             * @description What the model was told, shortened.
             * @example {"booked":true}
             */
            result: string;
        };
        Transfer: {
            /**
             * @description The number of the human.
             * @example +12025550123
             */
            to: string;
            /**
             * @description `cold`: the human heard that a call is waiting.
             * @enum {string}
             */
            kind: "cold" | "warm";
            /**
             * @description `bridged`: the human has taken the call. `failed`: the human could not be dialled, or not be paid.
             * @enum {string}
             */
            status: "requested" | "ringing" | "bridged" | "no_answer" | "busy" | "declined" | "failed";
            /**
             * @description When the human was called.
             * @example 2025-06-30T11:53:20.000000Z
             */
            started_at: string;
            /**
             * @description The seconds of the line of the human, once the call is settled.
             * @example 125
             */
            duration: number;
            /**
             * @description The cost of that line. It is among `carrier_cost`.
             * @example 0.042
             */
            cost: number;
        };
        EndedCall: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The present status. The status of a live call changes when the carrier reports the end.
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description The reason of the end, or null if the call has not ended.
             * @enum {string|null}
             */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | "on_hold" | "transferred" | null;
        };
        DeliveryRecord: {
            /**
             * @description The `webhook-id` of every attempt.
             * @example evt_123456789012345_call.completed
             */
            id: string;
            /**
             * @description The call, or null if the event is of an SMS.
             * @example 63753420800123
             */
            call_id: number | null;
            /**
             * @description The SMS, or null if the event is of a call.
             * @example 63753420800123
             */
            sms_id: number | null;
            /**
             * @description The event that the webhook announces.
             * @enum {string}
             */
            event: "call.completed" | "inbound_call.completed" | "sms.sent" | "sms.delivered" | "sms.undelivered" | "sms.failed" | "sms.received";
            /**
             * @description The address of the last attempt. The next one goes to the address that is set then.
             * @example https://crm.example.com/hooks/calls
             */
            url: string;
            /**
             * @description The status of the delivery.
             * @enum {string}
             */
            status: "pending" | "delivered" | "exhausted" | "disabled";
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the next attempt. It is null if none is due, or if the first one is under way.
             * @example 2025-06-30T11:53:20.000000Z
             */
            next_attempt_at: string | null;
            /** @description The attempts, the oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            endpoint: components["schemas"]["WebhookEndpoint"];
        };
        DeliveryAttempt: {
            /**
             * @description The time of the attempt.
             * @example 2025-06-30T11:53:20.000000Z
             */
            attempted_at: string;
            /**
             * @description The address of this attempt.
             * @example https://crm.example.com/hooks/calls
             */
            url: string;
            /**
             * @description The HTTP status of the answer, or null if there was none.
             * @example 503
             */
            status: number | null;
            /**
             * @description The reason why there was no answer, or null if there was one.
             * @example no answer within 15 s
             */
            error: string | null;
            /**
             * @description The duration of the attempt in milliseconds.
             * @example 120
             */
            duration_ms: number;
        };
        /** @description The recent answers of this server to all webhooks. */
        WebhookEndpoint: {
            /**
             * @description The origin of the URL.
             * @example https://crm.example.com
             */
            origin: string;
            /**
             * @description The server is `slow` after an answer took more than 2 s, until an attempt succeeds within 1 s.
             * @enum {string}
             */
            pace: "unknown" | "quick" | "slow";
            /**
             * @description The time of the last success, to the minute.
             * @example 2025-06-30T11:53:20.000000Z
             */
            last_success_at: string | null;
            /**
             * @description The time of the first failure since the last success.
             * @example 2025-06-30T11:53:20.000000Z
             */
            failing_since: string | null;
            /** @description The last failure, or null if there was none. */
            last_failure: components["schemas"]["DeliveryFailure"] | null;
        };
        DeliveryFailure: {
            /**
             * @description The time of the failure.
             * @example 2025-06-30T11:53:20.000000Z
             */
            failed_at: string;
            /**
             * @description The HTTP status of the answer, or null if there was none.
             * @example 503
             */
            status: number | null;
            /**
             * @description The reason why there was no answer, or null if there was one.
             * @example no answer within 15 s
             */
            error: string | null;
        };
        DeliveryPayload: {
            /**
             * @description The id of the record.
             * @example evt_123456789012345_call.completed
             */
            id: string;
            /**
             * @description The address.
             * @example https://crm.example.com/hooks/calls
             */
            url: string;
            headers: components["schemas"]["WebhookHeaders"];
            /**
             * @description The exact body. Verify the signature against this text.
             * @example {"event":"call.completed","id":123456789012345}
             */
            body: string;
        };
        /** @description The headers of the last attempt. If there was no attempt, the headers are signed now. */
        WebhookHeaders: {
            /**
             * @description The id of the event.
             * @example evt_123456789012345_call.completed
             */
            "webhook-id": string;
            /**
             * @description The time of the attempt, in seconds since 1970.
             * @example 1751284447
             */
            "webhook-timestamp": string;
            /**
             * @description The signatures of the request, separated by spaces.
             * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
             */
            "webhook-signature": string;
        };
        TestedWebhook: {
            /**
             * @description The `webhook-id` of the request.
             * @example evt_test_0b0f6f3c-8f0a-4b0e-9a53-3b8f4c9e2d10
             */
            id: string;
            /**
             * @description The time of the attempt.
             * @example 2025-06-30T11:53:20.000000Z
             */
            attempted_at: string;
            /**
             * @description The address of this attempt.
             * @example https://crm.example.com/hooks/calls
             */
            url: string;
            /**
             * @description The HTTP status of the answer, or null if there was none.
             * @example 503
             */
            status: number | null;
            /**
             * @description The reason why there was no answer, or null if there was one.
             * @example no answer within 15 s
             */
            error: string | null;
            /**
             * @description The duration of the attempt in milliseconds.
             * @example 120
             */
            duration_ms: number;
            /**
             * @description The first 2 KB of the answer. It is empty if there was no answer.
             * @example ok
             */
            body: string;
        };
        SmsWebhookRecord: {
            /**
             * @description The address to which the events of SMS are posted, or null.
             * @example https://crm.example.com/hooks/sms
             */
            sms_webhook_url: string | null;
        };
        WebhookSecret: {
            /**
             * @description The newest secret. Store it where your receiver verifies webhooks.
             * @example whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=
             */
            secret: string;
            /** @description The older secrets, the newest first. They also sign, so that you have time to change your receivers. */
            previous: components["schemas"]["PreviousWebhookSecret"][];
        };
        PreviousWebhookSecret: {
            /**
             * @description The older secret.
             * @example whsec_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=
             */
            secret: string;
            /**
             * @description The secret signs until this time. Null means that it signs until the operator ends the rotation.
             * @example 2025-06-30T11:53:20.000000Z
             */
            expires_at: string | null;
        };
        UserRecord: {
            /**
             * @description The name of the record.
             * @example Northwind Dental
             */
            name: string;
            /**
             * @description The e-mail address of the user. It is empty if none is known.
             * @example ops@northwind.example
             */
            email: string;
            /**
             * @description The balance. It includes the money that is held for open calls.
             * @example 97.25
             */
            total_balance: number;
            /**
             * @description The number of open calls, with those that wait to be dialled.
             * @example 2
             */
            calls_now: number;
            /**
             * @description The limit of calls that the campaigns of this user may make at the same time.
             * @example 10
             */
            calls_allowed: number;
            /**
             * @description The country of numbers without a plus in files and forms, as a code of two letters, or null.
             * @example DE
             */
            default_country: string | null;
        };
        DefaultCountryRecord: {
            /**
             * @description The country of numbers without a plus in files and forms, as a code of two letters, or null.
             * @example DE
             */
            default_country: string | null;
        };
        UsageRecord: {
            /**
             * @description The month as `YYYY-MM`.
             * @example 2026-11
             */
            month: string;
            /** @description The number, the seconds and the cost of the calls. */
            calls: {
                /** @example 812 */
                count: number;
                /** @example 40122 */
                seconds: number;
                /** @example 96.41 */
                cost: number;
            };
            /** @description The number, the segments and the cost of the SMS. */
            sms: {
                /** @example 40 */
                count: number;
                /** @example 52 */
                segments: number;
                /** @example 0.41 */
                cost: number;
            };
            /** @description The days with charges, the oldest first. */
            days: components["schemas"]["UsageDay"][];
        };
        UsageDay: {
            /**
             * @description The day in UTC.
             * @example 2026-11-22
             */
            date: string;
            /**
             * @description The number of calls that had a cost.
             * @example 31
             */
            calls: number;
            /**
             * @description The seconds of the calls that had a cost.
             * @example 1502
             */
            seconds: number;
            /**
             * @description The cost of the calls.
             * @example 3.62
             */
            calls_cost: number;
            /**
             * @description The number of SMS, less those that were refunded.
             * @example 2
             */
            sms: number;
            /**
             * @description The cost of the SMS, less the refunds.
             * @example 0.02
             */
            sms_cost: number;
        };
        TokenRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the record.
             * @example ci
             */
            name: string;
            /**
             * @description The first characters of the token.
             * @example rb_Xy12Z9
             */
            begins_with: string;
            /**
             * @description The scopes of the token. Null means that it has no scopes and may do everything.
             * @example [
             *       "read",
             *       "calls"
             *     ]
             */
            scopes: ("read" | "calls" | "sms" | "admin")[] | null;
            /**
             * @description The id of the token that created it. Null means that an operator or an older release created it.
             * @example 63753420800123
             */
            created_by: number | null;
            /**
             * @description The time when the record expires, or null if it does not.
             * @example 2025-06-30T11:53:20.000000Z
             */
            expires_at: string | null;
            /**
             * @description The time of the revocation, or null if the token was not revoked.
             * @example 2025-06-30T11:53:20.000000Z
             */
            revoked_at: string | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The last use of the token, to ten minutes. Null means that it was not used for 90 days.
             * @example 2025-06-30T11:53:20.000000Z
             */
            last_used_at: string | null;
            /**
             * @description The address of the client at that time. It is stored for 90 days.
             * @example 192.0.2.7
             */
            last_used_address: string | null;
            /**
             * @description The `User-Agent` of the client at that time, up to 200 characters.
             * @example curl/8.9.1
             */
            last_used_agent: string | null;
        };
        NewTokenRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the record.
             * @example ci
             */
            name: string;
            /**
             * @description The first characters of the token.
             * @example rb_Xy12Z9
             */
            begins_with: string;
            /**
             * @description The scopes of the token. Null means that it has no scopes and may do everything.
             * @example [
             *       "read",
             *       "calls"
             *     ]
             */
            scopes: ("read" | "calls" | "sms" | "admin")[] | null;
            /**
             * @description The id of the token that created it. Null means that an operator or an older release created it.
             * @example 63753420800123
             */
            created_by: number | null;
            /**
             * @description The time when the record expires, or null if it does not.
             * @example 2025-06-30T11:53:20.000000Z
             */
            expires_at: string | null;
            /**
             * @description The value is null, because the token is new.
             * @example 2025-06-30T11:53:20.000000Z
             */
            revoked_at: string | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The token itself. It is shown only once, because only its hash is stored.
             * @example rb_Xy12Z9…
             */
            token: string;
        };
        RevokedToken: {
            /** @description The ids of the tokens that this request has revoked. */
            revoked: number[];
        };
        RevokedTokens: {
            /** @description The ids of the tokens that this request has revoked. */
            revoked: number[];
            /** @description The ids of the other live tokens. A token with scopes cannot revoke them. */
            kept: number[];
        };
        ApiKeyRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the token.
             * @example ci
             */
            name: string;
            /**
             * @description The last use of the token, to ten minutes. Null means that it was not used for 90 days.
             * @example 2025-06-30T11:53:20.000000Z
             */
            last_used_at: string | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
        };
        NewApiKey: {
            /**
             * @description The name of the token.
             * @example ci
             */
            name: string;
            /**
             * @description The token itself. It is shown only once, because only its hash is stored.
             * @example rb_Xy12Z9…
             */
            token: string;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
        };
        CampaignRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the record.
             * @example Spring reminders
             */
            name: string;
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "draft" | "in-progress" | "stopped" | "completed";
            /**
             * @description The reason why the service stopped the campaign, or null if it did not.
             * @example insufficient_balance
             */
            stopped_reason: string | null;
            /**
             * @description The id of the assistant that calls, or null if none was chosen.
             * @example 63753420800123
             */
            assistant_id: number | null;
            /**
             * @description The time zone for numbers that do not show theirs.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The most calls of the campaign at the same time.
             * @example 3
             */
            max_calls_in_parallel: number;
            /** @description If true, the campaign becomes `completed` when no lead needs a call any more. */
            mark_complete_when_no_leads: boolean;
            /**
             * @description The first minute in which the campaign calls.
             * @example 09:00:00
             */
            allowed_hours_start_time: string;
            /**
             * @description The last minute in which the campaign calls.
             * @example 18:00:00
             */
            allowed_hours_end_time: string;
            /**
             * @description The days of the week on which the campaign calls.
             * @example [
             *       "monday",
             *       "tuesday",
             *       "wednesday"
             *     ]
             */
            allowed_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
            /**
             * @description The number of further attempts after the first one, for each number.
             * @example 3
             */
            max_retries: number;
            /**
             * @description The minutes between two attempts.
             * @example 60
             */
            retry_interval: number;
            /** @description If true, a voicemail counts as not reached. */
            retry_on_voicemail: boolean;
            /** @description If true, leads that talked without reaching the goal are called again. */
            retry_on_goal_incomplete: boolean;
            /**
             * @description The item of the evaluation that says whether the goal was reached.
             * @example appointment_confirmed
             */
            goal_completion_variable: string | null;
            /** @description The numbers that the campaign calls from, in turn. If there are none, it calls from the number of the assistant. */
            phone_number_ids: number[];
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
        };
        CampaignDetail: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the record.
             * @example Spring reminders
             */
            name: string;
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "draft" | "in-progress" | "stopped" | "completed";
            /**
             * @description The reason why the service stopped the campaign, or null if it did not.
             * @example insufficient_balance
             */
            stopped_reason: string | null;
            /**
             * @description The id of the assistant that calls, or null if none was chosen.
             * @example 63753420800123
             */
            assistant_id: number | null;
            /**
             * @description The time zone for numbers that do not show theirs.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The most calls of the campaign at the same time.
             * @example 3
             */
            max_calls_in_parallel: number;
            /** @description If true, the campaign becomes `completed` when no lead needs a call any more. */
            mark_complete_when_no_leads: boolean;
            /**
             * @description The first minute in which the campaign calls.
             * @example 09:00:00
             */
            allowed_hours_start_time: string;
            /**
             * @description The last minute in which the campaign calls.
             * @example 18:00:00
             */
            allowed_hours_end_time: string;
            /**
             * @description The days of the week on which the campaign calls.
             * @example [
             *       "monday",
             *       "tuesday",
             *       "wednesday"
             *     ]
             */
            allowed_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
            /**
             * @description The number of further attempts after the first one, for each number.
             * @example 3
             */
            max_retries: number;
            /**
             * @description The minutes between two attempts.
             * @example 60
             */
            retry_interval: number;
            /** @description If true, a voicemail counts as not reached. */
            retry_on_voicemail: boolean;
            /** @description If true, leads that talked without reaching the goal are called again. */
            retry_on_goal_incomplete: boolean;
            /**
             * @description The item of the evaluation that says whether the goal was reached.
             * @example appointment_confirmed
             */
            goal_completion_variable: string | null;
            /** @description The numbers that the campaign calls from, in turn. If there are none, it calls from the number of the assistant. */
            phone_number_ids: number[];
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30T11:53:20.000000Z
             */
            updated_at: string;
            /**
             * @description The number of the version. It grows with each change of a setting or of the status.
             * @example 3
             */
            version: number;
        };
        StartCheck: {
            /**
             * @description The number of leads that are to be called, or of those that are older than `before_id`.
             * @example 1200
             */
            total: number;
            /**
             * @description The number of leads that were checked.
             * @example 200
             */
            checked: number;
            /** @description The checked leads that would not be called, with the reason, the newest first. */
            never_called: components["schemas"]["UncallableLead"][];
            /**
             * @description The first time at which a checked lead may be called. It is the present time if a lead may be called now, and null if none may.
             * @example 2025-06-30T11:53:20.000000Z
             */
            opens_at: string | null;
            /**
             * @description The longest duration of a call, in seconds.
             * @example 600
             */
            max_call_duration: number;
            /**
             * @description The cost if each checked lead takes all its paid attempts with the longest calls.
             * @example 12.5
             */
            max_cost: number;
            /**
             * @description The `before_id` of the next request, or null if no lead is left.
             * @example 63753420800123
             */
            next_before_id: number | null;
        };
        UncallableLead: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The reason as it was sent.
             * @enum {string}
             */
            reason: "busy" | "no-answer" | "failed" | "voicemail" | "goal_incomplete" | "outside_hours" | "time_zone_undecided" | "do_not_call" | "destination_refused" | "destination_limit" | "campaign_stopped" | "expired" | "cancelled" | "model_failed" | "number_busy" | "daily_limit" | "duplicate_number";
        };
        MissingVariables: {
            /** @description The checked leads without a value, the newest first. */
            data: components["schemas"]["UnfilledLead"][];
            /**
             * @description The number of leads that were checked.
             * @example 500
             */
            checked: number;
            /**
             * @description The number of leads that are to be called, or of those that are older than `before_id`.
             * @example 1200
             */
            total: number;
            /**
             * @description The `before_id` of the next request, or null if no lead is left.
             * @example 63753420800123
             */
            next_before_id: number | null;
        };
        UnfilledLead: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /** @description The placeholders without a value, 20 at most. */
            missing_variables: string[];
        };
        CampaignStatus: {
            /**
             * @description The id of the campaign.
             * @example 1
             */
            campaign_id: number;
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "in-progress" | "stopped";
            missing_variables?: components["schemas"]["StartWarning"];
        };
        /** @description The field is absent if the checked leads have all values. */
        StartWarning: {
            /** @description The placeholders without a value, 20 at most. */
            names: string[];
            /**
             * @description The number of checked leads without a value.
             * @example 3
             */
            leads: number;
            /**
             * @description The number of leads that were checked.
             * @example 500
             */
            checked: number;
        };
        LeadRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The variables, which fill placeholders in the prompt.
             * @example {
             *       "customer_name": "Ada",
             *       "email": "ada@example.com"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
            /**
             * @description The id of the campaign.
             * @example 1
             */
            campaign_id: number;
            /**
             * @description The reason why the lead waits or is not called any more. The field is absent if there is no reason.
             * @enum {string}
             */
            reason?: "busy" | "no-answer" | "failed" | "voicemail" | "goal_incomplete" | "outside_hours" | "time_zone_undecided" | "do_not_call" | "destination_refused" | "destination_limit" | "campaign_stopped" | "expired" | "cancelled" | "model_failed" | "number_busy" | "daily_limit" | "duplicate_number";
            campaign: components["schemas"]["CampaignName"];
            /** @description The secondary contacts, in the order in which they are called. */
            secondary_contacts: components["schemas"]["SecondaryContact"][];
        };
        CampaignName: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The name of the record.
             * @example Spring reminders
             */
            name: string;
        };
        SecondaryContact: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The variables, which fill placeholders in the prompt.
             * @example {
             *       "customer_name": "Ada",
             *       "email": "ada@example.com"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
        };
        LeadPage: {
            /**
             * @description The number of this page.
             * @example 1
             */
            current_page: number;
            /** @description The result of the request. */
            data: components["schemas"]["LeadRecord"][];
            /**
             * Format: uri
             * @description The URL of the first page.
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description The position of the first record of the page, or null if the page is empty.
             * @example 1
             */
            from: number | null;
            /**
             * @description The number of the last page.
             * @example 2
             */
            last_page: number;
            /**
             * Format: uri
             * @description The URL of the last page.
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            /** @description The links to the pages, as a website shows them below a list. */
            links: components["schemas"]["PageLink"][];
            /**
             * Format: uri
             * @description The URL of the next page, or null on the last one.
             * @example https://api.example.com/api/user/calls?page=2
             */
            next_page_url: string | null;
            /**
             * Format: uri
             * @description The URL of the list without its parameters.
             * @example https://api.example.com/api/user/calls
             */
            path: string;
            /**
             * @description The number of records on a page.
             * @example 15
             */
            per_page: number;
            /**
             * Format: uri
             * @description The URL of the page before, or null on the first one.
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description The position of the last record of the page, or null if the page is empty.
             * @example 15
             */
            to: number | null;
            /**
             * @description The number of records on all pages.
             * @example 17
             */
            total: number;
        };
        DoNotCallRecord: {
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The origin of the entry: this API, an import, a wish in a call, or an SMS.
             * @enum {string}
             */
            source: "api" | "import" | "call" | "sms";
            /**
             * @description The reason as it was sent.
             * @example Asked not to be called.
             */
            reason: string | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
        };
        DoNotCallPage: {
            /**
             * @description The number of this page.
             * @example 1
             */
            current_page: number;
            /** @description The result of the request. */
            data: components["schemas"]["ListedDoNotCallRecord"][];
            /**
             * Format: uri
             * @description The URL of the first page.
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description The position of the first record of the page, or null if the page is empty.
             * @example 1
             */
            from: number | null;
            /**
             * @description The number of the last page.
             * @example 2
             */
            last_page: number;
            /**
             * Format: uri
             * @description The URL of the last page.
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            /** @description The links to the pages, as a website shows them below a list. */
            links: components["schemas"]["PageLink"][];
            /**
             * Format: uri
             * @description The URL of the next page, or null on the last one.
             * @example https://api.example.com/api/user/calls?page=2
             */
            next_page_url: string | null;
            /**
             * Format: uri
             * @description The URL of the list without its parameters.
             * @example https://api.example.com/api/user/calls
             */
            path: string;
            /**
             * @description The number of records on a page.
             * @example 15
             */
            per_page: number;
            /**
             * Format: uri
             * @description The URL of the page before, or null on the first one.
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description The position of the last record of the page, or null if the page is empty.
             * @example 15
             */
            to: number | null;
            /**
             * @description The number of records on all pages.
             * @example 17
             */
            total: number;
        };
        ListedDoNotCallRecord: {
            /**
             * @description The position of the entry in the list, for `before_id`.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The origin of the entry: this API, an import, a wish in a call, or an SMS.
             * @enum {string}
             */
            source: "api" | "import" | "call" | "sms";
            /**
             * @description The reason as it was sent.
             * @example Asked not to be called.
             */
            reason: string | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
        };
        WebCallData: {
            /**
             * @description The id of the call.
             * @example 63753420800123
             */
            call_id: number;
            /**
             * @description A Twilio access token with which a page begins this call, once.
             * @example eyJhbGciOiJIUzI1NiIsImN0eSI6InR3aWxpby1mcGE7dj0xIiwidHlwIjoiSldUIn0.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJl
             */
            access_token: string;
            /**
             * @description The seconds in which a page can begin the call.
             * @example 60
             */
            expires_in: number;
            /**
             * @description With `twilio`, the page calls with the Voice SDK of Twilio. With `simulator`, it calls through the WebSocket of the local stack.
             * @enum {string}
             */
            transport: "twilio" | "simulator";
            /**
             * @description The URL of the WebSocket. The field is present only with the transport `simulator`.
             * @example ws://127.0.0.1:3001/web-calls
             */
            url?: string;
            /** @description The placeholders of greeting and prompt that no variable fills. They are spoken as they are written. */
            missing_variables?: string[];
        };
        WidgetRecord: {
            /**
             * @description The theme of the widget.
             * @enum {string}
             */
            theme: "light" | "dark" | "auto";
            /**
             * @description The color of the button.
             * @example #2563eb
             */
            color: string;
            /**
             * @description The corner of the page in which the widget is shown.
             * @enum {string}
             */
            position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
            /**
             * @description The language of the widget, as a code of two letters.
             * @example en
             */
            language: string;
        };
        WidgetCallData: {
            /**
             * @description The id of the call.
             * @example 63753420800123
             */
            call_id: number;
            /**
             * @description A Twilio access token with which a page begins this call, once.
             * @example eyJhbGciOiJIUzI1NiIsImN0eSI6InR3aWxpby1mcGE7dj0xIiwidHlwIjoiSldUIn0.eyJncmFudHMiOnt9fQ.c2lnbmF0dXJl
             */
            access_token: string;
            /**
             * @description The seconds in which a page can begin the call.
             * @example 60
             */
            expires_in: number;
            /**
             * @description With `twilio`, the page calls with the Voice SDK of Twilio. With `simulator`, it calls through the WebSocket of the local stack.
             * @enum {string}
             */
            transport: "twilio" | "simulator";
            /**
             * @description The URL of the WebSocket. The field is present only with the transport `simulator`.
             * @example ws://127.0.0.1:3001/web-calls
             */
            url?: string;
        };
        SmsRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The id of the number that sends the SMS.
             * @example 1
             */
            phone_number_id: number;
            /**
             * @description The number of the recipient in E.164.
             * @example +12025550100
             */
            to: string;
            /**
             * @description The text of the SMS.
             * @example Your appointment is on Tuesday at ten.
             */
            body: string;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description The number of segments that are billed.
             * @example 1
             */
            segments: number;
            /**
             * @description The price of one segment.
             * @example 0.01
             */
            segment_price: number;
            /**
             * @description The price of a segment multiplied by the number of segments.
             * @example 0.01
             */
            total_cost: number;
            /**
             * @description The status of the record.
             * @example sent
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "undelivered" | "failed";
            /**
             * @description The id of the SMS at the carrier. It is empty while the SMS is queued.
             * @example SM0123456789abcdef0123456789abcdef
             */
            sms_sid: string;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
        };
        SmsPage: {
            /**
             * @description The number of this page.
             * @example 1
             */
            current_page: number;
            /** @description The result of the request. */
            data: components["schemas"]["ListedSmsRecord"][];
            /**
             * Format: uri
             * @description The URL of the first page.
             * @example https://api.example.com/api/user/calls?page=1
             */
            first_page_url: string;
            /**
             * @description The position of the first record of the page, or null if the page is empty.
             * @example 1
             */
            from: number | null;
            /**
             * @description The number of the last page.
             * @example 2
             */
            last_page: number;
            /**
             * Format: uri
             * @description The URL of the last page.
             * @example https://api.example.com/api/user/calls?page=2
             */
            last_page_url: string;
            /** @description The links to the pages, as a website shows them below a list. */
            links: components["schemas"]["PageLink"][];
            /**
             * Format: uri
             * @description The URL of the next page, or null on the last one.
             * @example https://api.example.com/api/user/calls?page=2
             */
            next_page_url: string | null;
            /**
             * Format: uri
             * @description The URL of the list without its parameters.
             * @example https://api.example.com/api/user/calls
             */
            path: string;
            /**
             * @description The number of records on a page.
             * @example 15
             */
            per_page: number;
            /**
             * Format: uri
             * @description The URL of the page before, or null on the first one.
             * @example https://api.example.com/api/user/calls?page=1
             */
            prev_page_url: string | null;
            /**
             * @description The position of the last record of the page, or null if the page is empty.
             * @example 15
             */
            to: number | null;
            /**
             * @description The number of records on all pages.
             * @example 17
             */
            total: number;
        };
        ListedSmsRecord: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The id of your number, which sent or received the SMS.
             * @example 1
             */
            phone_number_id: number;
            /**
             * @description The recipient.
             * @example +12025550100
             */
            to: string;
            /**
             * @description The text of the SMS.
             * @example Your appointment is on Tuesday at ten.
             */
            body: string;
            /**
             * @description The id of the user who owns the record.
             * @example 1
             */
            user_id: number;
            /**
             * @description The number of segments that are billed.
             * @example 1
             */
            segments: number;
            /**
             * @description The price of one segment.
             * @example 0.01
             */
            segment_price: number;
            /**
             * @description The price of a segment multiplied by the number of segments.
             * @example 0.01
             */
            total_cost: number;
            /**
             * @description An inbound SMS is `received`.
             * @example delivered
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "undelivered" | "failed" | "received";
            /**
             * @description The id of the SMS at the carrier. It is empty while the SMS is queued.
             * @example SM0123456789abcdef0123456789abcdef
             */
            sms_sid: string;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30 11:53:20
             */
            created_at: string;
            /**
             * @description The time of the last change.
             * @example 2025-06-30 11:53:20
             */
            updated_at: string;
            /**
             * @description The direction of the SMS.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description The sender. It may be a short code or a name, if the SMS is inbound.
             * @example +12025550199
             */
            from: string;
            /**
             * @description The reason why the SMS was not sent or not delivered, as the carrier gives it, or null.
             * @example 30003
             */
            error: string | null;
            /**
             * @description `stop` if this inbound SMS put its sender on the do-not-call list, `start` if it took the sender off.
             * @enum {string|null}
             */
            opt_out: "stop" | "start" | null;
        };
        CallCompletedPayload: {
            /**
             * @description The event that the webhook announces.
             * @enum {string}
             */
            event: "call.completed" | "inbound_call.completed";
            /**
             * @description The field is present only in test events, which have no call behind them.
             * @constant
             */
            test?: true;
            /**
             * @description The id of the call.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The type, which is `inbound`, `outbound` or `web`.
             * @enum {string}
             */
            type: "inbound" | "outbound" | "web";
            /**
             * @description The final status of the call.
             * @example ended_by_customer
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            /**
             * @description The outcome of the call. If an older release settled the call, this field and `reason` are absent.
             * @enum {string}
             */
            outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed";
            /**
             * @description The reason of the end, or null if it is not known who hung up.
             * @enum {string|null}
             */
            end_reason: "customer_hung_up" | "assistant_ended" | "silence" | "voicemail" | "max_duration" | "model_failed" | "carrier_failed" | "no_answer" | "busy" | "cancelled" | "expired" | "campaign_stopped" | "on_hold" | "transferred" | null;
            /** @description The cause of the end of the call, or null if it is not known. */
            reason?: components["schemas"]["CallReason"] | null;
            /**
             * @description The number of the customer.
             * @example +12025550100
             */
            customer_phone: string;
            /**
             * @description The number of the assistant.
             * @example +12025550199
             */
            assistant_phone: string;
            /**
             * @description The id of the assistant.
             * @example 63753420800123
             */
            assistant_id: number;
            /**
             * @description The name of the assistant when the call began.
             * @example Reception
             */
            assistant_name: string;
            /**
             * @description The duration of the call, in seconds.
             * @example 42
             */
            duration: number;
            /**
             * @description The evaluation, with one key for each item of the post-call schema. A value is null if the conversation does not contain it.
             * @example {
             *       "status": true,
             *       "summary": "The customer confirmed the appointment."
             *     }
             */
            extracted_variables: {
                [key: string]: (string | number | boolean) | null;
            };
            /**
             * @description The variables that the call started with.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            input_variables: {
                [key: string]: unknown;
            };
            /** @description The names of the variables that an anonymous visitor of a web page gave. Nothing has verified their values. The field is present only if there are any. */
            visitor_variables?: string[];
            /**
             * @description The transcript, with one line for each turn.
             * @example Assistant: Hello Ada, do you have a minute?
             *     Customer: Yes, I do.
             */
            transcript: string;
            /** @description The latency of the answers, or null if none was measured. */
            latency: components["schemas"]["CallLatency"] | null;
            /** @description The model that answered, or null if none did. If an older release settled the call, the field is absent. */
            model?: components["schemas"]["CallModel"] | null;
            /** @description The turns of the transcript. */
            transcript_turns: components["schemas"]["TranscriptTurn"][];
            /** @description The tools of the user that the model called, 50 at most, once the call is settled. */
            tool_calls: components["schemas"]["ToolCall"][];
            /** @description The humans who were called for the customer, oldest first. */
            transfers: components["schemas"]["Transfer"][];
            /**
             * Format: uri
             * @description The link to the recording. The field is present if the call was recorded and the webhook may contain the link.
             * @example https://api.example.com/api/recordings/1.123456789012345.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
             */
            recording_url?: string;
            /**
             * @description The part of the cost that the carrier charges.
             * @example 0.014
             */
            carrier_cost: number;
            /**
             * @description The cost with all fees.
             * @example 0.114
             */
            total_cost: number;
            /**
             * @description The party that answered, which is a human, a machine or unknown.
             * @enum {string}
             */
            answered_by: "human" | "machine" | "unknown";
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time when the call ended.
             * @example 2025-06-30T11:53:20.000000Z
             */
            finished_at: string;
            /** @description The lead of a campaign call, or null for other calls. */
            lead: components["schemas"]["CalledLead"] | null;
            /** @description The campaign of the call, or null if it has none. */
            campaign: components["schemas"]["CampaignName"] | null;
        };
        TranscriptTurn: {
            /**
             * @description The speaker, where `bot` is the assistant and `human` is the customer.
             * @enum {string}
             */
            sender: "bot" | "human";
            /**
             * @description The words of the turn.
             * @example Hello Ada, do you have a minute?
             */
            text: string;
            /**
             * @description The time when the turn began.
             * @example 2025-06-30T11:53:20.000000Z
             */
            timestamp: string;
        };
        CalledLead: {
            /**
             * @description The id of the record.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The number in E.164.
             * @example +12025550100
             */
            phone_number: string;
            /**
             * @description The status of the lead after the call.
             * @example completed
             * @enum {string}
             */
            status: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
            /**
             * @description The variables, which fill placeholders in the prompt.
             * @example {
             *       "customer_name": "Ada"
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
        };
        SmsChangedPayload: {
            /**
             * @description The event that the webhook announces.
             * @enum {string}
             */
            event: "sms.sent" | "sms.delivered" | "sms.undelivered" | "sms.failed" | "sms.received";
            /**
             * @description The field is present only in test events, which have no SMS behind them.
             * @constant
             */
            test?: true;
            /**
             * @description The id of the SMS.
             * @example 63753420800123
             */
            id: number;
            /**
             * @description The direction of the SMS.
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description The status that this event is about. The SMS may have moved on since.
             * @example delivered
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "undelivered" | "failed" | "received";
            /**
             * @description The id of your number.
             * @example 1
             */
            phone_number_id: number;
            /**
             * @description The sender.
             * @example +12025550199
             */
            from: string;
            /**
             * @description The recipient.
             * @example +12025550100
             */
            to: string;
            /**
             * @description The text of the SMS.
             * @example Your appointment is on Tuesday at ten.
             */
            body: string;
            /**
             * @description The number of segments.
             * @example 1
             */
            segments: number;
            /**
             * @description The cost with all fees.
             * @example 0.01
             */
            total_cost: number;
            /**
             * @description The id of the SMS at the carrier. It is empty if the carrier did not accept it.
             * @example SM0123456789abcdef0123456789abcdef
             */
            sms_sid: string;
            /**
             * @description The reason why the SMS was not sent or not delivered, or null.
             * @example 30003
             */
            error: string | null;
            /**
             * @description What an inbound SMS has changed on the do-not-call list, or null.
             * @enum {string|null}
             */
            opt_out: "stop" | "start" | null;
            /**
             * @description The time when the record was created.
             * @example 2025-06-30T11:53:20.000000Z
             */
            created_at: string;
            /**
             * @description The time of the event.
             * @example 2025-06-30T11:53:20.000000Z
             */
            occurred_at: string;
        };
        CreateAssistantResponse: {
            /**
             * @description One sentence about the result.
             * @example Assistant created successfully
             */
            message: string;
            data: components["schemas"]["AssistantSummary"];
        };
        UpdateAssistantResponse: {
            /**
             * @description One sentence about the result.
             * @example Assistant updated successfully
             */
            message: string;
            data: components["schemas"]["AssistantSummary"];
        };
        MessageResponse: {
            /**
             * @description One sentence about the result.
             * @example Lead updated successfully
             */
            message: string;
        };
        ListAssistantVersionsResponse: {
            /** @description The result of the request. */
            data: components["schemas"]["AssistantVersion"][];
        };
        EnableWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook enabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        DisableWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook disabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        RemoveWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook disabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        RemoveInboundWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook disabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        EnableInboundWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook enabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        DisableInboundWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook disabled successfully
             */
            message: string;
            /** @description The result of the request. */
            data: unknown[];
        };
        ListNumberDetailsResponse: {
            /** @description The result of the request. */
            data: components["schemas"]["PhoneNumberDetail"][];
        };
        CreateToolResponse: {
            /**
             * @description One sentence about the result.
             * @example Tool created successfully
             */
            message: string;
            data: components["schemas"]["ToolRecord"];
        };
        UpdateToolResponse: {
            /**
             * @description One sentence about the result.
             * @example Tool updated successfully
             */
            message: string;
            data: components["schemas"]["ToolRecord"];
        };
        MakeCallResponse: {
            /**
             * @description One sentence about the result.
             * @example Call initiated successfully
             */
            message: string;
            /**
             * @description The id of the call.
             * @example 63753420800123
             */
            call_id: number;
            /**
             * @description The status of the record.
             * @enum {string}
             */
            status: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
            data: components["schemas"]["AcceptedCallData"];
        };
        EndCallResponse: {
            /**
             * @description One sentence about the result.
             * @example Call ended successfully
             */
            message: string;
            data: components["schemas"]["EndedCall"];
        };
        ListDeliveriesResponse: {
            /** @description The result of the request. */
            data: components["schemas"]["DeliveryRecord"][];
        };
        ReplayDeliveryResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook queued successfully
             */
            message: string;
            data: components["schemas"]["DeliveryRecord"];
        };
        GetDeliveryPayloadResponse: {
            data: components["schemas"]["DeliveryPayload"];
        };
        SendTestWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example Test event sent successfully
             */
            message: string;
            data: components["schemas"]["TestedWebhook"];
        };
        GetSmsWebhookResponse: {
            data: components["schemas"]["SmsWebhookRecord"];
        };
        SetSmsWebhookResponse: {
            /**
             * @description One sentence about the result.
             * @example SMS webhook updated successfully
             */
            message: string;
            data: components["schemas"]["SmsWebhookRecord"];
        };
        GetWebhookSecretResponse: {
            data: components["schemas"]["WebhookSecret"];
        };
        RotateWebhookSecretResponse: {
            /**
             * @description One sentence about the result.
             * @example Webhook secret rotated successfully
             */
            message: string;
            data: components["schemas"]["WebhookSecret"];
        };
        SetDefaultCountryResponse: {
            /**
             * @description One sentence about the result.
             * @example Default country updated successfully
             */
            message: string;
            data: components["schemas"]["DefaultCountryRecord"];
        };
        GetUsageResponse: {
            data: components["schemas"]["UsageRecord"];
        };
        ListTokensResponse: {
            /** @description The result of the request. */
            data: components["schemas"]["TokenRecord"][];
        };
        CreateTokenResponse: {
            /**
             * @description One sentence about the result.
             * @example Token created successfully
             */
            message: string;
            data: components["schemas"]["NewTokenRecord"];
        };
        DeleteTokenResponse: {
            /**
             * @description One sentence about the result.
             * @example Token revoked successfully
             */
            message: string;
            data: components["schemas"]["RevokedToken"];
        };
        DeleteOtherTokensResponse: {
            /**
             * @description One sentence about the result.
             * @example Tokens revoked successfully
             */
            message: string;
            data: components["schemas"]["RevokedTokens"];
        };
        ListApiKeysResponse: {
            /** @description The live access tokens, the oldest first. */
            api_keys: components["schemas"]["ApiKeyRecord"][];
        };
        CreateApiKeyResponse: {
            /**
             * @description One sentence about the result.
             * @example API key created successfully
             */
            message: string;
            api_key: components["schemas"]["NewApiKey"];
        };
        CreateCampaignResponse: {
            /**
             * @description One sentence about the result.
             * @example Campaign created successfully
             */
            message: string;
            data: components["schemas"]["CampaignRecord"];
        };
        UpdateCampaignResponse: {
            /**
             * @description One sentence about the result.
             * @example Campaign updated successfully
             */
            message: string;
            data: components["schemas"]["CampaignDetail"];
        };
        UpdateCampaignStatusResponse: {
            /**
             * @description One sentence about the result.
             * @example Campaign started successfully.
             * @example Campaign stopped successfully.
             */
            message: string;
            /**
             * @description The value is always true.
             * @constant
             */
            success: true;
            data: components["schemas"]["CampaignStatus"];
        };
        CreateLeadResponse: {
            /**
             * @description One sentence about the result.
             * @example Lead created successfully
             */
            message: string;
            data: components["schemas"]["LeadRecord"];
        };
        AddDoNotCallEntryResponse: {
            /**
             * @description One sentence about the result.
             * @example Number added to the do-not-call list
             */
            message: string;
            data: components["schemas"]["DoNotCallRecord"];
        };
        CreateWebCallResponse: {
            /**
             * @description One sentence about the result.
             * @example Web call created successfully
             */
            message: string;
            data: components["schemas"]["WebCallData"];
        };
        GetWidgetResponse: {
            data: components["schemas"]["WidgetRecord"];
        };
        CreateWidgetCallResponse: {
            /**
             * @description One sentence about the result.
             * @example Web call created successfully
             */
            message: string;
            data: components["schemas"]["WidgetCallData"];
        };
        SendSmsResponse: {
            /**
             * @description One sentence about the result.
             * @example SMS sent successfully
             */
            message: string;
            data: components["schemas"]["SmsRecord"];
        };
        GetRecordingResponse: {
            [key: string]: unknown;
        };
        GetOpenapiResponse: {
            /**
             * @description The version of OpenAPI.
             * @example 3.1.1
             */
            openapi: string;
            /** @description The operations of the API. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        WidgetSettingsRequest: {
            /**
             * @description The theme of the widget.
             * @default light
             * @enum {string}
             */
            theme: "light" | "dark" | "auto";
            /**
             * @description The color of the button.
             * @default #2563eb
             */
            color: string;
            /**
             * @description The corner of the page in which the widget is shown.
             * @default bottom-right
             * @enum {string}
             */
            position: "bottom-right" | "bottom-left" | "top-right" | "top-left";
            /** @description The origins whose pages may show the widget. Without the list, no page shows it. */
            allowed_origins?: string[];
            /** @description The most calls of the widget in progress. The default is 5. */
            calls_at_once?: number;
            /** @description The names of the variables that a visitor may give. Without the list, a visitor gives none. */
            visitor_variables?: string[];
            /** @description The longest call of a visitor, in seconds. The default is 300. A call is never longer than `max_call_duration`. */
            max_call_seconds?: number;
            /** @description The most that the calls of the widget cost in any hour, in USD. The default is 1. */
            max_spend_per_hour?: number;
            /** @description The most that the calls of the widget cost in any day, in USD. The default is 10. */
            max_spend_per_day?: number;
        };
        CreateAssistantRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            assistant_name: string;
            /** @description The id of a voice that fits the engine. */
            voice_id: number;
            /** @description The name of a language. */
            language: string;
            /** @description The name of a model that fits the engine. */
            llm_model: string;
            /**
             * @description The assistant answers calls with `receive`, and makes calls with `make`.
             * @enum {string}
             */
            calls_direction: "receive" | "make";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            engine_type: "pipeline" | "multimodal";
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone: string;
            /** @description The assistant says this text when the call starts. The service replaces `{name}` and `{{name}}` with variables. */
            initial_message: string;
            /** @description The instructions of the model. The service replaces `{name}` and `{{name}}` with variables. */
            system_prompt: string;
            /** @description The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls. */
            phone_number_id?: number | null;
            /** @description The object describes the look of the web widget, the pages that may show it (`allowed_origins`), the variables that a visitor may give (`visitor_variables`), and the limits of its calls (`calls_at_once`, `max_call_seconds`) and of their cost (`max_spend_per_hour`, `max_spend_per_day`). An update replaces the whole object. */
            widget_settings?: components["schemas"]["WidgetSettingsRequest"] | null;
            /** @description In pipeline mode: Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints. In multimodal mode: Who transcribes the call for the record. The speech model hears the customer itself. */
            transcriber_provider_id?: number | null;
            /** @description If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider. It has no effect in multimodal mode, because another model cannot take over the call from a speech model. */
            fallback_models?: string[] | null;
            /** @description Every request to the model carries this value. It has no effect in multimodal mode, because speech models have no temperature. */
            llm_temperature?: number | string | null;
            /** @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no stability. */
            voice_stability?: number | string | null;
            /** @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no similarity. */
            voice_similarity?: number | string | null;
            /** @description In pipeline mode: It applies to ElevenLabs voices only. Other voices keep their pace. In multimodal mode: The speech model speaks at this pace. */
            speech_speed?: number | string | null;
            /** @description The model filters noise as for a telephone at the ear. It has no effect in pipeline mode, because the carrier documents no values for it and ends calls that have a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description No engine plays an ambient sound. */
            ambient_sound_volume?: number | string | null;
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description In pipeline mode: The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human. In multimodal mode: The model gets a tool that ends the call, with this description. */
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @description In pipeline mode: The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. In multimodal mode: The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. */
            tool_ids?: number[] | null;
            /**
             * @description In pipeline mode: With `Customer`, the assistant has no first words, and the silence of the customer counts from the beginning. In multimodal mode: With `Customer`, the service does not ask for first words, and the instructions tell the model to wait.
             * @enum {string|null}
             */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            /** @description In pipeline mode: If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile. In multimodal mode: If false, the assistant speaks to the end. */
            allow_interruptions?: boolean | null;
            /** @description If false, the assistant says its initial message to the end, also over the «Hello?» of the customer, and answers afterwards what the customer has said meanwhile. If true, speech of the customer stops it. By default it is false for outbound calls, and true for inbound and web calls. It has no effect in multimodal mode, because the speech model decides. */
            greeting_interruptible?: boolean | null;
            /** @description If false, the number of words is 0, even if `min_interrupt_words` is sent. It has no effect in multimodal mode, because any speech interrupts the speech model. */
            use_min_interrupt_words?: boolean | null;
            /** @description With 1, short sounds such as «uh-huh» do not interrupt. From 2 on, the service counts the words that the customer says over the assistant. If they are fewer, the assistant continues, and answers them at the end. The assistant also says its first words to the end. It has no effect in multimodal mode, because any speech interrupts the speech model. */
            min_interrupt_words?: number | null;
            /**
             * @description In pipeline mode: With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl. In multimodal mode: With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.
             * @enum {string|null}
             */
            endpoint_type?: "vad" | "ai" | null;
            /** @description With a higher value, the assistant waits longer for the customer to continue. With `vad`, the value is the silence in seconds. */
            endpoint_sensitivity?: number | null;
            /** @description With a higher value, the customer interrupts the assistant more easily. */
            interrupt_sensitivity?: number | null;
            /** @description With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect. It has no effect in pipeline mode, because the carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds. */
            turn_detection_threshold?: number | string | null;
            /** @description If true, the assistant says a short phrase as soon as an answer is slow. If false, the assistant says it a little later. */
            filler_audios?: boolean | number | null;
            /** @description After this many seconds of silence the assistant speaks again. */
            re_engagement_interval?: number | null;
            /** @description In pipeline mode: The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, the assistant asks whether the customer is still there. In multimodal mode: The model asks a silent customer as these instructions tell it, with variables filled in as quoted data. */
            reengagement_prompt?: string | null;
            /** @description In pipeline mode: If nothing was heard from the customer for this many seconds after the pick-up, the assistant says its initial message. If the assistant speaks first, it says it again; with null, it asks after `re_engagement_interval` whether the customer is still there. In multimodal mode: If the customer should speak first, and says nothing for this many seconds, the model is asked to say the initial message. */
            max_initial_silence_duration?: number | null;
            /** @description After this many seconds of silence the assistant says goodbye and ends the call. */
            max_silence_duration?: number | null;
            /** @description The longest duration of a call, in seconds. */
            max_call_duration?: number | null;
            /** @description The telephone of the customer rings for this many seconds. It applies to outbound calls only. */
            ringing_time?: number | null;
            /** @description In pipeline mode: If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only. In multimodal mode: If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only. */
            end_call_on_voicemail?: boolean | number | null;
            /** @description In pipeline mode: If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, `end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only. In multimodal mode: If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends. */
            voice_mail_message?: string | null;
            /** @description If the customer’s line plays announcements, the assistant waits in silence, and ends the call after this many seconds. A menu that repeats itself is waited for for 60 seconds at most. It applies to outbound calls only. It has no effect in multimodal mode, because the speech model listens to announcements. */
            max_hold_duration?: number | null;
            /** @description The carrier records both sides, each in its own channel. */
            record_call?: boolean | null;
            /** @description If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated. */
            post_call_evaluation?: boolean | null;
            /** @description The values that the service reads from the conversation after the call. */
            post_call_schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "bool";
                description: string;
            }[] | null;
            /** @description If true, the service sends the webhook. */
            is_webhook_active?: boolean | null;
            /**
             * Format: uri
             * @description The URL to which the service posts finished calls.
             */
            webhook_url?: string | null;
            /** @description If true, the service sends no webhooks for unanswered calls. */
            send_webhook_only_on_completed?: boolean | null;
            /** @description If true, the webhook contains the link to the recording. */
            include_recording_in_webhook?: boolean | null;
            /**
             * @deprecated
             * @description The record has `assistant_name` under this name, and a request may use either name.
             */
            name?: string;
            /**
             * @deprecated
             * @description The record has `language` under this name, and a request may use either name.
             */
            language_id?: number;
            /**
             * @deprecated
             * @description The record has `llm_model` under this name, and a request may use either name.
             */
            llm_model_id?: number | null;
            /**
             * @deprecated
             * @description The record has `llm_model` under this name, and a request may use either name.
             */
            multimodal_model_id?: number | null;
            /**
             * @deprecated
             * @description The record has `calls_direction` under this name, and a request may use either name.
             * @enum {string}
             */
            type?: "inbound" | "outbound";
            /**
             * @deprecated
             * @description The record has `engine_type` under this name, and a request may use either name.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
            /**
             * @deprecated
             * @description The record has `noise_cancellation` under this name, and a request may use either name.
             */
            enable_noise_cancellation?: boolean | null;
            /**
             * @deprecated
             * @description The record has `end_call_tool` under this name, and a request may use either name.
             */
            tools?: {
                /** @enum {string} */
                type: "end_call" | "wait" | "call_transfer";
                description?: string;
                /** @description Of `call_transfer`: the human, in E.164 format. */
                phone_number?: string;
                data?: {
                    [key: string]: unknown;
                };
            }[] | null;
            /**
             * @deprecated
             * @description The record has `who_speaks_first` under this name, and a request may use either name.
             */
            wait_for_customer?: boolean | null;
            /**
             * @deprecated
             * @description The record has `filler_audios` under this name, and a request may use either name.
             */
            fillers?: boolean | number | null;
            /**
             * @deprecated
             * @description The record has `re_engagement_interval` under this name, and a request may use either name.
             */
            reengagement_interval?: number | null;
            /**
             * @deprecated
             * @description The record has `max_call_duration` under this name, and a request may use either name.
             */
            max_duration?: number | null;
            /**
             * @deprecated
             * @description The record has `record_call` under this name, and a request may use either name.
             */
            record?: boolean | null;
        };
        UpdateAssistantRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            assistant_name?: string;
            /** @description The id of a voice that fits the engine. */
            voice_id?: number;
            /** @description The name of a language. */
            language?: string;
            /** @description The name of a model that fits the engine. */
            llm_model?: string;
            /**
             * @description The assistant answers calls with `receive`, and makes calls with `make`.
             * @enum {string}
             */
            calls_direction?: "receive" | "make";
            /**
             * @description In pipeline mode: The words of the customer become text, a language model writes the answer, and a voice reads it. This engine has the largest choice of models and voices. In multimodal mode: One model hears the customer and speaks itself.
             * @enum {string}
             */
            engine_type?: "pipeline" | "multimodal";
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone?: string;
            /** @description The assistant says this text when the call starts. The service replaces `{name}` and `{{name}}` with variables. */
            initial_message?: string;
            /** @description The instructions of the model. The service replaces `{name}` and `{{name}}` with variables. */
            system_prompt?: string;
            /** @description The assistant calls from this number, or answers it. Without one, it calls from the oldest number that can make calls. */
            phone_number_id?: number | null;
            /** @description The object describes the look of the web widget, the pages that may show it (`allowed_origins`), the variables that a visitor may give (`visitor_variables`), and the limits of its calls (`calls_at_once`, `max_call_seconds`) and of their cost (`max_spend_per_hour`, `max_spend_per_day`). An update replaces the whole object. */
            widget_settings?: components["schemas"]["WidgetSettingsRequest"] | null;
            /** @description In pipeline mode: Who transcribes the customer, of the list of providers. Null: Deepgram, and Google where Deepgram does not support the language. With Google, `endpoint_type` `ai` has no effect, and neither have names as hints. In multimodal mode: Who transcribes the call for the record. The speech model hears the customer itself. */
            transcriber_provider_id?: number | null;
            /** @description If the first model fails, these models answer and evaluate in its place, one after the other. By default it is one model of another configured provider. It has no effect in multimodal mode, because another model cannot take over the call from a speech model. */
            fallback_models?: string[] | null;
            /** @description Every request to the model carries this value. It has no effect in multimodal mode, because speech models have no temperature. */
            llm_temperature?: number | string | null;
            /** @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no stability. */
            voice_stability?: number | string | null;
            /** @description It applies to ElevenLabs voices only. It has no effect in multimodal mode, because voices of the speech model have no similarity. */
            voice_similarity?: number | string | null;
            /** @description In pipeline mode: It applies to ElevenLabs voices only. Other voices keep their pace. In multimodal mode: The speech model speaks at this pace. */
            speech_speed?: number | string | null;
            /** @description The model filters noise as for a telephone at the ear. It has no effect in pipeline mode, because the carrier documents no values for it and ends calls that have a wrong one. */
            noise_cancellation?: boolean | null;
            /** @description No engine plays an ambient sound. */
            ambient_sound_volume?: number | string | null;
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description In pipeline mode: The model gets a tool that ends the call, with this description. In `tools` there may also be `call_transfer`, which passes the customer on to a human. In multimodal mode: The model gets a tool that ends the call, with this description. */
            end_call_tool?: {
                description?: string | null;
            } | null;
            /** @description In pipeline mode: The model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. In multimodal mode: The speech model can call these tools of the user in a conversation. There may be up to 20. An update replaces the list. */
            tool_ids?: number[] | null;
            /**
             * @description In pipeline mode: With `Customer`, the assistant has no first words, and the silence of the customer counts from the beginning. In multimodal mode: With `Customer`, the service does not ask for first words, and the instructions tell the model to wait.
             * @enum {string|null}
             */
            who_speaks_first?: "AI assistant" | "Customer" | null;
            /** @description In pipeline mode: If false, the assistant speaks to the end, and answers afterwards what the customer has said or pressed meanwhile. In multimodal mode: If false, the assistant speaks to the end. */
            allow_interruptions?: boolean | null;
            /** @description If false, the assistant says its initial message to the end, also over the «Hello?» of the customer, and answers afterwards what the customer has said meanwhile. If true, speech of the customer stops it. By default it is false for outbound calls, and true for inbound and web calls. It has no effect in multimodal mode, because the speech model decides. */
            greeting_interruptible?: boolean | null;
            /** @description If false, the number of words is 0, even if `min_interrupt_words` is sent. It has no effect in multimodal mode, because any speech interrupts the speech model. */
            use_min_interrupt_words?: boolean | null;
            /** @description With 1, short sounds such as «uh-huh» do not interrupt. From 2 on, the service counts the words that the customer says over the assistant. If they are fewer, the assistant continues, and answers them at the end. The assistant also says its first words to the end. It has no effect in multimodal mode, because any speech interrupts the speech model. */
            min_interrupt_words?: number | null;
            /**
             * @description In pipeline mode: With `vad`, silence ends the turn of the customer. With `ai`, a model detects its end, in en, es, fr, de, hi, ru, pt, ja, it and nl. In multimodal mode: With `vad`, silence ends the turn of the customer. With `ai`, the model detects its end from the words.
             * @enum {string|null}
             */
            endpoint_type?: "vad" | "ai" | null;
            /** @description With a higher value, the assistant waits longer for the customer to continue. With `vad`, the value is the silence in seconds. */
            endpoint_sensitivity?: number | null;
            /** @description With a higher value, the customer interrupts the assistant more easily. */
            interrupt_sensitivity?: number | null;
            /** @description With `vad`, sounds above the threshold count as speech: a higher value needs louder speech. Null: it follows from `interrupt_sensitivity`. With `ai`, it has no effect. It has no effect in pipeline mode, because the carrier has no such threshold: `interrupt_sensitivity` sets how it takes sounds. */
            turn_detection_threshold?: number | string | null;
            /** @description If true, the assistant says a short phrase as soon as an answer is slow. If false, the assistant says it a little later. */
            filler_audios?: boolean | number | null;
            /** @description After this many seconds of silence the assistant speaks again. */
            re_engagement_interval?: number | null;
            /** @description In pipeline mode: The model asks a silent customer in its own words, as these instructions tell it, with variables filled in as quoted data. Without them, or if the model fails, the assistant asks whether the customer is still there. In multimodal mode: The model asks a silent customer as these instructions tell it, with variables filled in as quoted data. */
            reengagement_prompt?: string | null;
            /** @description In pipeline mode: If nothing was heard from the customer for this many seconds after the pick-up, the assistant says its initial message. If the assistant speaks first, it says it again; with null, it asks after `re_engagement_interval` whether the customer is still there. In multimodal mode: If the customer should speak first, and says nothing for this many seconds, the model is asked to say the initial message. */
            max_initial_silence_duration?: number | null;
            /** @description After this many seconds of silence the assistant says goodbye and ends the call. */
            max_silence_duration?: number | null;
            /** @description The longest duration of a call, in seconds. */
            max_call_duration?: number | null;
            /** @description The telephone of the customer rings for this many seconds. It applies to outbound calls only. */
            ringing_time?: number | null;
            /** @description In pipeline mode: If the carrier detects a machine or a fax, the assistant stops speaking and the service ends the call. It applies to outbound calls only. In multimodal mode: If the carrier detects a machine or a fax, the service ends the call, without a goodbye of the model. It applies to outbound calls only. */
            end_call_on_voicemail?: boolean | number | null;
            /** @description In pipeline mode: If a mailbox answers, the assistant waits for the end of its greeting, says these words once, with variables filled in, and ends the call. Without them, `end_call_on_voicemail` decides: the call ends immediately, or the assistant says its initial message in this way. It applies to outbound calls only. In multimodal mode: If a mailbox answers, the model is muted, is asked to say exactly these words after the greeting, and the call ends. */
            voice_mail_message?: string | null;
            /** @description If the customer’s line plays announcements, the assistant waits in silence, and ends the call after this many seconds. A menu that repeats itself is waited for for 60 seconds at most. It applies to outbound calls only. It has no effect in multimodal mode, because the speech model listens to announcements. */
            max_hold_duration?: number | null;
            /** @description The carrier records both sides, each in its own channel. */
            record_call?: boolean | null;
            /** @description If true, a model evaluates the transcript after the call. Voicemails and calls without a word are not evaluated. */
            post_call_evaluation?: boolean | null;
            /** @description The values that the service reads from the conversation after the call. */
            post_call_schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "bool";
                description: string;
            }[] | null;
            /** @description If true, the service sends the webhook. */
            is_webhook_active?: boolean | null;
            /**
             * Format: uri
             * @description The URL to which the service posts finished calls.
             */
            webhook_url?: string | null;
            /** @description If true, the service sends no webhooks for unanswered calls. */
            send_webhook_only_on_completed?: boolean | null;
            /** @description If true, the webhook contains the link to the recording. */
            include_recording_in_webhook?: boolean | null;
            /**
             * @deprecated
             * @description The record has `assistant_name` under this name, and a request may use either name.
             */
            name?: string;
            /**
             * @deprecated
             * @description The record has `language` under this name, and a request may use either name.
             */
            language_id?: number;
            /**
             * @deprecated
             * @description The record has `llm_model` under this name, and a request may use either name.
             */
            llm_model_id?: number | null;
            /**
             * @deprecated
             * @description The record has `llm_model` under this name, and a request may use either name.
             */
            multimodal_model_id?: number | null;
            /**
             * @deprecated
             * @description The record has `calls_direction` under this name, and a request may use either name.
             * @enum {string}
             */
            type?: "inbound" | "outbound";
            /**
             * @deprecated
             * @description The record has `engine_type` under this name, and a request may use either name.
             * @enum {string}
             */
            mode?: "pipeline" | "multimodal";
            /**
             * @deprecated
             * @description The record has `noise_cancellation` under this name, and a request may use either name.
             */
            enable_noise_cancellation?: boolean | null;
            /**
             * @deprecated
             * @description The record has `end_call_tool` under this name, and a request may use either name.
             */
            tools?: {
                /** @enum {string} */
                type: "end_call" | "wait" | "call_transfer";
                description?: string;
                /** @description Of `call_transfer`: the human, in E.164 format. */
                phone_number?: string;
                data?: {
                    [key: string]: unknown;
                };
            }[] | null;
            /**
             * @deprecated
             * @description The record has `who_speaks_first` under this name, and a request may use either name.
             */
            wait_for_customer?: boolean | null;
            /**
             * @deprecated
             * @description The record has `filler_audios` under this name, and a request may use either name.
             */
            fillers?: boolean | number | null;
            /**
             * @deprecated
             * @description The record has `re_engagement_interval` under this name, and a request may use either name.
             */
            reengagement_interval?: number | null;
            /**
             * @deprecated
             * @description The record has `max_call_duration` under this name, and a request may use either name.
             */
            max_duration?: number | null;
            /**
             * @deprecated
             * @description The record has `record_call` under this name, and a request may use either name.
             */
            record?: boolean | null;
            /** @description The version that was read. The request answers 409 if the assistant has another one. */
            if_version?: number;
        };
        EnableWebhookRequest: {
            /** @description The id of the assistant. */
            assistant_id: number;
            /**
             * Format: uri
             * @description The URL to which the service posts finished calls.
             */
            webhook_url: string;
        };
        DisableWebhookRequest: {
            /** @description The id of the assistant. */
            assistant_id: number;
        };
        EnableInboundWebhookRequest: {
            /** @description The id of the assistant. */
            assistant_id: number;
            /**
             * Format: uri
             * @description The URL to which the service posts finished calls.
             */
            webhook_url: string;
        };
        DisableInboundWebhookRequest: {
            /** @description The id of the assistant. */
            assistant_id: number;
        };
        CreateToolRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name: string;
            /** @description The words that tell the model when to use the tool. */
            description: string;
            /**
             * @description The path and the query may contain `{parameter}` and `{{variable}}`. Scheme, host and port may not. A URL cannot contain credentials: use a header.
             * @example https://example.com/customers/{customer_id}/slots
             */
            endpoint: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description The seconds that the receiver has to answer. The default is 10. */
            timeout?: number | null;
            /** @description The headers of the request. */
            headers?: {
                name: string;
                value: string;
            }[] | null;
            /** @description The parameters that the model gives, all of them required. */
            schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "boolean";
                description: string;
            }[] | null;
            /** @description The parameters as a subset of JSON Schema. They win over `schema`. A parameter of the first level may have `source`, `variable`, `value` and `allowed_from`. */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /** @description The words of the assistant while the tool runs. With an empty text it says none, and with null a phrase of the service. */
            wait_message?: string | null;
            /** @description The variables that get values from the answer. */
            assignments?: {
                variable: string;
                path?: string;
                sensitive?: boolean | null;
            }[] | null;
            /** @description The paths of the parts of the answer that the model gets. Null means all of it, and an empty list means none of it. */
            response_filter?: string[] | null;
            /** @description Whether the same call of the tool may be made twice in a conversation. */
            repeatable?: boolean | null;
            /** @description Whether the receiver acts once on requests with the same `Idempotency-Key`. The service may then send a request again. */
            idempotent?: boolean | null;
        };
        UpdateToolRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name?: string;
            /** @description The words that tell the model when to use the tool. */
            description?: string;
            /**
             * @description The path and the query may contain `{parameter}` and `{{variable}}`. Scheme, host and port may not. A URL cannot contain credentials: use a header.
             * @example https://example.com/customers/{customer_id}/slots
             */
            endpoint?: string;
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description The seconds that the receiver has to answer. The default is 10. */
            timeout?: number | null;
            /** @description The headers of the request. */
            headers?: {
                name: string;
                value: string;
            }[] | null;
            /** @description The parameters that the model gives, all of them required. */
            schema?: {
                name: string;
                /** @enum {string} */
                type: "string" | "number" | "boolean";
                description: string;
            }[] | null;
            /** @description The parameters as a subset of JSON Schema. They win over `schema`. A parameter of the first level may have `source`, `variable`, `value` and `allowed_from`. */
            parameters?: {
                [key: string]: unknown;
            } | null;
            /** @description The words of the assistant while the tool runs. With an empty text it says none, and with null a phrase of the service. */
            wait_message?: string | null;
            /** @description The variables that get values from the answer. */
            assignments?: {
                variable: string;
                path?: string;
                sensitive?: boolean | null;
            }[] | null;
            /** @description The paths of the parts of the answer that the model gets. Null means all of it, and an empty list means none of it. */
            response_filter?: string[] | null;
            /** @description Whether the same call of the tool may be made twice in a conversation. */
            repeatable?: boolean | null;
            /** @description Whether the receiver acts once on requests with the same `Idempotency-Key`. The service may then send a request again. */
            idempotent?: boolean | null;
        };
        TestToolRequest: {
            /** @description The arguments, as a model would give them. */
            arguments?: {
                [key: string]: unknown;
            } | null;
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
        };
        MakeCallRequest: {
            /** @description A phone number in international format. */
            phone_number: string;
            /** @description The id of the assistant. */
            assistant_id: number;
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description The seconds that the call may wait. After this time it is cancelled instead of dialled. The default is a day. */
            expires_in_seconds?: number | null;
            /** @description Whether the call is dialled although another call to the number is in progress. By default it waits until the other call has ended, for an hour at most. */
            allow_parallel?: boolean | null;
        };
        SendTestWebhookRequest: {
            /** @description The id of the assistant. */
            assistant_id?: number | null;
            /**
             * Format: uri
             * @description The server that gets the event. By default it is the webhook of the assistant.
             */
            url?: string | null;
            /**
             * @description The event that the webhook announces.
             * @enum {string|null}
             */
            event?: "call.completed" | "inbound_call.completed" | "sms.sent" | "sms.delivered" | "sms.undelivered" | "sms.failed" | "sms.received" | null;
        };
        SetSmsWebhookRequest: {
            /**
             * Format: uri
             * @description The new address, or null for none.
             */
            sms_webhook_url?: string | null;
        };
        RotateWebhookSecretRequest: {
            /** @description The time in which the older secrets also sign, in seconds. The default is 86,400, which is a day. */
            previous_expires_in_seconds?: number | null;
        };
        SetDefaultCountryRequest: {
            /** @description The new country as a code of two letters, such as DE, or null for none. */
            default_country?: string | null;
        };
        CreateTokenRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name: string;
            /** @description The scopes of the token. */
            scopes: ("read" | "calls" | "sms" | "admin")[];
            /**
             * Format: date-time
             * @description The time when the token expires. By default it expires with the token of the request.
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        CreateApiKeyRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name: string;
        };
        CreateCampaignRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name: string;
            /** @description The id of an outbound assistant. */
            assistant_id: number;
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone?: string | null;
            /** @description The most calls of the campaign at the same time. You may choose up to 10, or up to your own limit if that is higher. */
            max_calls_in_parallel?: number | null;
            /** @description The first minute in which the campaign calls, as `HH:MM`. */
            allowed_hours_start_time?: string | null;
            /** @description The last minute in which the campaign calls, as `HH:MM`. If it is earlier than `allowed_hours_start_time`, the hours go over midnight and belong to the day on which they begin. */
            allowed_hours_end_time?: string | null;
            /** @description The days of the week on which the campaign calls. By default the campaign calls on all days. */
            allowed_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The number of further attempts after the first one, for each number of a lead. */
            max_retries?: number | null;
            /** @description The minutes between two attempts. */
            retry_interval?: number | null;
            /** @description If true, a voicemail counts as not reached, and the campaign calls the lead again. */
            retry_on_voicemail?: boolean | null;
            /** @description If true, the campaign calls a lead again that talked without reaching the goal. */
            retry_on_goal_incomplete?: boolean | null;
            /** @description The name of the `bool` item in the post-call schema of the assistant that says whether the goal was reached. */
            goal_completion_variable?: string | null;
            /** @description If true, the campaign becomes `completed` when no lead needs a call any more. */
            mark_complete_when_no_leads?: boolean | null;
            /** @description The numbers that the campaign calls from, in turn. If it is left out, the campaign calls from the number of the assistant. */
            phone_number_ids?: number[] | null;
        };
        UpdateCampaignRequest: {
            /** @description Prompts and messages can contain the name as `{assistant_name}`. */
            name?: string;
            /** @description The id of an outbound assistant. */
            assistant_id?: number;
            /** @description An IANA time zone, such as `Europe/Berlin`. */
            timezone?: string | null;
            /** @description The most calls of the campaign at the same time. You may choose up to 10, or up to your own limit if that is higher. */
            max_calls_in_parallel?: number | null;
            /** @description The first minute in which the campaign calls, as `HH:MM`. */
            allowed_hours_start_time?: string | null;
            /** @description The last minute in which the campaign calls, as `HH:MM`. If it is earlier than `allowed_hours_start_time`, the hours go over midnight and belong to the day on which they begin. */
            allowed_hours_end_time?: string | null;
            /** @description The days of the week on which the campaign calls. By default the campaign calls on all days. */
            allowed_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The number of further attempts after the first one, for each number of a lead. */
            max_retries?: number | null;
            /** @description The minutes between two attempts. */
            retry_interval?: number | null;
            /** @description If true, a voicemail counts as not reached, and the campaign calls the lead again. */
            retry_on_voicemail?: boolean | null;
            /** @description If true, the campaign calls a lead again that talked without reaching the goal. */
            retry_on_goal_incomplete?: boolean | null;
            /** @description The name of the `bool` item in the post-call schema of the assistant that says whether the goal was reached. */
            goal_completion_variable?: string | null;
            /** @description If true, the campaign becomes `completed` when no lead needs a call any more. */
            mark_complete_when_no_leads?: boolean | null;
            /** @description The numbers that the campaign calls from, in turn. If it is left out, the campaign calls from the number of the assistant. */
            phone_number_ids?: number[] | null;
            /** @description The version that was read. The request answers 409 if the campaign has another one. */
            if_version?: number;
        };
        UpdateCampaignStatusRequest: {
            /** @description The id of the campaign. */
            campaign_id: number;
            /**
             * @description The change of the campaign, either `start` or `stop`.
             * @enum {string}
             */
            action: "start" | "stop";
            /** @description If true, `stop` also hangs up answered calls. A campaign that was stopped without it can be stopped again with it. The default is false. */
            hang_up?: boolean | null;
            /**
             * @deprecated
             * @description Another name of `action`, for existing clients.
             * @enum {string}
             */
            status?: "start" | "stop";
        };
        CreateLeadRequest: {
            /** @description A phone number in international format. */
            phone_number: string;
            /** @description The id of the campaign. */
            campaign_id: number;
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description If true, the lead is added even if the campaign already has the number. */
            allow_dupplicate?: boolean | null;
            /** @description If false, a lead for a campaign that the service has completed is refused. If true, the campaign starts again, which is the default. */
            allow_restart?: boolean | null;
            /** @description Further numbers of the customer, in the order in which they are called. */
            secondary_contacts?: {
                /** @description A phone number in international format. */
                phone_number: string;
                variables?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
        };
        UpdateLeadRequest: {
            /** @description The campaign that the lead moves to. */
            campaign_id?: number;
            /** @description A phone number in international format. */
            phone_number?: string;
            /**
             * @description An assistant that is not active neither makes nor answers calls.
             * @enum {string}
             */
            status?: "created" | "completed";
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            };
        };
        AddDoNotCallEntryRequest: {
            /** @description A phone number in international format. */
            phone_number: string;
            /** @description The reason as it was sent. */
            reason?: string | null;
        };
        CreateWebCallRequest: {
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: unknown;
            } | null;
        };
        CreateWidgetCallRequest: {
            /** @description The values replace `{name}` in the initial message and, in quotes, in the system prompt. The values of a call override the values of its assistant. */
            variables?: {
                [key: string]: string | number | boolean | null;
            } | null;
        };
        SendSmsRequest: {
            /** @description The id of one of your phone numbers that can send SMS. */
            from: number;
            /** @description The number of the recipient in international format. */
            to: string;
            /** @description The text of the SMS. A long text is split into segments, and each segment is billed. */
            body: string;
            /**
             * @deprecated
             * @description Another name of `body`, for existing clients.
             */
            message?: string;
        };
        /** @description The body of an error without further fields. */
        ErrorResponse: {
            /** @description One sentence that says why the request failed. */
            message: string;
        };
        /** @description The body of an error about wrong fields. */
        ValidationErrorResponse: {
            /** @description One sentence that says why the request failed. */
            message: string;
            errors?: components["schemas"]["FieldErrors"];
        };
        /** @description The body of an error after which the same request may succeed. */
        RetryableErrorResponse: {
            /** @description One sentence that says why the request failed. */
            message: string;
            /** @description The seconds to wait, as in the header. The field is absent if waiting does not help. */
            retry_after?: number;
        };
        /** @description The body of an error of the service, or of the carrier behind it. */
        ProviderErrorResponse: {
            /** @description One sentence that says why the request failed. */
            message: string;
            /** @description The reason of the carrier. The field is absent if the carrier was not asked. */
            error?: string;
        };
        /** @description The path of each wrong field as it was sent, with one or more sentences about the mistake. The field is absent if the refusal does not concern a single field. */
        FieldErrors: {
            [key: string]: string[];
        };
    };
    responses: never;
    parameters: {
        /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request. Name it when you ask for support. */
        RequestId: string;
        /** @description The value is `true` if this is a repeat of an earlier answer. */
        IdempotentReplayed: string;
        /** @description The value is `rehearsal` if the built-in model speaks. It is not a language model, and answers according to fixed rules. */
        LanguageModel: string;
        /** @description A link to the operation in this document: `<…/openapi.json#/paths/…>; rel="help"`. Errors of API Gateway itself do not have it. */
        Link: string;
        /** @description The address of the audio. */
        Location: string;
        /** @description The requests that this token may send per minute, if they are limited. */
        RateLimitLimit: number;
        /** @description The number of requests that are possible immediately. */
        RateLimitRemaining: number;
        /** @description The time when the whole burst is possible again, in seconds since 1970. */
        RateLimitReset: number;
        /** @description The seconds to wait before the next request. */
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
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The record was created. */
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
            /** @description The request was carried out. */
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
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The record was created. */
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
                /**
                 * @description The id of the record.
                 * @example 63753420800123
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantDetail"];
                };
            };
        };
    };
    updateAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 63753420800123
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantDetail"];
                };
            };
        };
    };
    updateAssistantAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description Only records of this type are returned.
                 * @example inbound
                 */
                type?: "inbound" | "outbound";
                /**
                 * @description The number of the page. The first page is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 10
                 */
                per_page?: number;
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The most versions that the answer contains.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description If it is sent, the answer contains only versions below this one.
                 * @example 3
                 */
                before?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 63753420800123
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveWebhookResponse"];
                };
            };
        };
    };
    removeInboundWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveInboundWebhookResponse"];
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
                /**
                 * @description Only records of this type are returned.
                 * @example inbound
                 */
                type?: "inbound" | "outbound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description Only records of this type are returned.
                 * @example inbound
                 */
                type?: "inbound" | "outbound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
    listNumberDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNumberDetailsResponse"];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: {
                /**
                 * @description Only voices of this engine are returned.
                 * @example pipeline
                 */
                mode?: "pipeline" | "multimodal";
                /**
                 * @description Only voices that speak this language are returned.
                 * @example 5
                 */
                language_id?: number;
                /**
                 * @description The fields that the records have beside the others: `outcome` and `model` of calls, `description` of voices.
                 * @example description
                 */
                include?: "description";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description Only records of this type are returned.
                 * @example llm
                 */
                type?: "llm" | "multimodal" | "dualplex";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
    listTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRecord"][];
                };
            };
        };
    };
    createTool: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToolRequest"];
            };
        };
        responses: {
            /** @description The record was created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateToolResponse"];
                };
            };
        };
    };
    listToolsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRecord"][];
                };
            };
        };
    };
    createToolAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateToolRequest"];
            };
        };
        responses: {
            /** @description The record was created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateToolResponse"];
                };
            };
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRecord"];
                };
            };
        };
    };
    updateTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateToolRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateToolResponse"];
                };
            };
        };
    };
    deleteTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
    updateToolAlias2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateToolRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateToolResponse"];
                };
            };
        };
    };
    getToolAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolRecord"];
                };
            };
        };
    };
    updateToolAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateToolRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateToolResponse"];
                };
            };
        };
    };
    deleteToolAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
    updateToolAlias3: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateToolRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateToolResponse"];
                };
            };
        };
    };
    testTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestToolRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedTool"];
                };
            };
        };
    };
    makeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The request was carried out. */
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
                /**
                 * @description Only records with this status are returned.
                 * @example completed
                 */
                status?: "initiated" | "ringing" | "busy" | "in-progress" | "ended" | "completed" | "ended_by_customer" | "ended_by_assistant" | "no-answer" | "failed";
                /**
                 * @description Only records of this type are returned.
                 * @example inbound
                 */
                type?: "inbound" | "outbound" | "web";
                /**
                 * @description Only calls with this outcome are returned.
                 * @example talked
                 */
                outcome?: "talked" | "goal_reached" | "mailbox" | "no_answer" | "busy" | "screened" | "opted_out" | "transferred" | "cancelled" | "failed";
                /**
                 * @description A phone number, or a part of it in lists. Only its digits are compared.
                 * @example +12025550100
                 */
                phone_number?: string;
                /**
                 * @description Only calls of this assistant are returned.
                 * @example 63753420800123
                 */
                assistant_id?: number;
                /**
                 * @description Only records of this campaign are returned.
                 * @example 63753420800124
                 */
                campaign_id?: number;
                /**
                 * @description The first day of the list, in UTC.
                 * @example 2026-06-01
                 */
                date_from?: string;
                /**
                 * @description The last day of the list, in UTC.
                 * @example 2026-06-30
                 */
                date_to?: string;
                /**
                 * @description The fields that the records have beside the others: `outcome` and `model` of calls, `description` of voices.
                 * @example outcome
                 */
                include?: "outcome" | "model" | "reason" | "outcome,model" | "outcome,reason" | "model,reason" | "outcome,model,reason";
                /**
                 * @description The number of the page. The first page is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 5
                 */
                per_page?: number;
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            query?: {
                /**
                 * @description The id of the call.
                 * @example 193080000000000
                 */
                call_id?: number;
                /**
                 * @description The id of the SMS.
                 * @example 63753420800126
                 */
                sms_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the delivery, which is the `webhook-id` of its attempts.
                 * @example evt_190000000000001_call.completed
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the delivery, which is the `webhook-id` of its attempts.
                 * @example evt_190000000000001_call.completed
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
    getSmsWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSmsWebhookResponse"];
                };
            };
        };
    };
    setSmsWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSmsWebhookRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetSmsWebhookResponse"];
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
    setDefaultCountry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetDefaultCountryRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetDefaultCountryResponse"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * @description The month as `YYYY-MM`. By default it is the present one.
                 * @example 2026-11
                 */
                month?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
            /** @description The record was created. */
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
    deleteOtherTokens: {
        parameters: {
            query: {
                /**
                 * @description The token that stays: that of the request. A request without this parameter is refused.
                 * @example current
                 */
                keep: "current";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteOtherTokensResponse"];
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: {
                /**
                 * @description Whether the tokens that this token has created, and theirs, are revoked, too. By default they are.
                 * @example true
                 */
                cascade?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteTokenResponse"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApiKeysResponse"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The record was created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeyResponse"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The record was created. */
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
    createCampaignAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The record was created. */
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
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignDetail"];
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCampaignResponse"];
                };
            };
        };
    };
    deleteCampaignAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
    updateCampaignAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCampaignResponse"];
                };
            };
        };
    };
    checkCampaign: {
        parameters: {
            query?: {
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StartCheck"];
                };
            };
        };
    };
    listMissingVariables: {
        parameters: {
            query?: {
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MissingVariables"];
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 1
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description Only records with this status are returned.
                 * @example created
                 */
                status?: "created" | "processing" | "rescheduled" | "completed" | "reached-max-retries" | "blacklisted";
                /**
                 * @description Only records of this campaign are returned.
                 * @example 1
                 */
                campaign_id?: number;
                /**
                 * @description A phone number, or a part of it in lists. Only its digits are compared.
                 * @example +12025550100
                 */
                phone_number?: string;
                /**
                 * @description The first day of the list, in UTC.
                 * @example 2026-06-01
                 */
                date_from?: string;
                /**
                 * @description The last day of the list, in UTC.
                 * @example 2026-06-30
                 */
                date_to?: string;
                /**
                 * @description The number of the page. The first page is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 5
                 */
                per_page?: number;
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The request was carried out. */
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
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The request was carried out. */
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
    getLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadRecord"];
                };
            };
        };
    };
    updateLead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The number of the page. The first page is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 5
                 */
                per_page?: number;
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
            /** @description The request was carried out. */
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
                /**
                 * @description A phone number, or a part of it in lists. Only its digits are compared.
                 * @example +12025550101
                 */
                phone_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The id of the record.
                 * @example 1
                 */
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
            /** @description The request was carried out. */
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
                /**
                 * @description The last part of the URL, which authorizes the request.
                 * @example 1.1.0198f2d4-5b7e-4c3a-9e21-3f6d8a4b1c05
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
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
                /**
                 * @description The last part of the URL, which authorizes the request.
                 * @example 1.1.0198f2d4-5b7e-4c3a-9e21-3f6d8a4b1c05
                 */
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
            /** @description The request was carried out. */
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
    listSms: {
        parameters: {
            query?: {
                /**
                 * @description Only records with this status are returned.
                 * @example delivered
                 */
                status?: "queued" | "sent" | "delivered" | "undelivered" | "failed" | "received";
                /**
                 * @description Only SMS of this direction are returned.
                 * @example inbound
                 */
                direction?: "inbound" | "outbound";
                /**
                 * @description A phone number, or a part of it in lists. Only its digits are compared.
                 * @example +12025550100
                 */
                phone_number?: string;
                /**
                 * @description The first day of the list, in UTC.
                 * @example 2026-06-01
                 */
                date_from?: string;
                /**
                 * @description The last day of the list, in UTC.
                 * @example 2026-06-30
                 */
                date_to?: string;
                /**
                 * @description The number of the page. The first page is 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The number of records on a page.
                 * @example 5
                 */
                per_page?: number;
                /**
                 * @description Only records with smaller ids, which are older, are returned and counted. Send the id of the last record of an answer to read on, also if that record is deleted meanwhile.
                 * @example 63753420800123
                 */
                before_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsPage"];
                };
            };
        };
    };
    sendSms: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name of your choice for this request. For 24 hours, a repeat with the same name and body gets the first answer and is not carried out again. */
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
            /** @description The request was carried out. */
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
    getSms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the record.
                 * @example 190000000000001
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was carried out. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "x-ratelimit-limit": components["headers"]["RateLimitLimit"];
                    "x-ratelimit-remaining": components["headers"]["RateLimitRemaining"];
                    "x-ratelimit-reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedSmsRecord"];
                };
            };
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last part of the URL, which authorizes the request.
                 * @example 1.1.SAMPLESAMPLESAMPLESAMPLESAMPLESAMPLESAMPLES
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A redirect to the audio. */
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
            /** @description The service, or the carrier behind it, failed. */
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
            /** @description The request was carried out. */
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
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
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
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
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
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
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
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSmsSent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsChangedPayload"];
            };
        };
        responses: {
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSmsDelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsChangedPayload"];
            };
        };
        responses: {
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSmsUndelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsChangedPayload"];
            };
        };
        responses: {
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSmsFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsChangedPayload"];
            };
        };
        responses: {
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSmsReceived: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same for every attempt.
                 * @example evt_63753420800123_call.completed
                 */
                "webhook-id": string;
                /**
                 * @description The time of this attempt, in seconds since 1970.
                 * @example 1782820450
                 */
                "webhook-timestamp": string;
                /**
                 * @description The signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces. Each is an HMAC-SHA256 with one of your secrets, in base64.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsChangedPayload"];
            };
        };
        responses: {
            /** @description The webhook is not wanted any more. The service switches it off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is delivered. The record of a call keeps the first 2 KB of this answer. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The service makes up to ten attempts in three days, and waits for `Retry-After` up to a day. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
