/** How the page talks to the assistant: by voice over Twilio, or by text with the carrier simulator of the local stack. */
export type Transport = 'twilio' | 'simulator';
/**
 * The events of a web call, in order. A turn has one number for both sides: the greeting is turn 0, the customer's first words and
 * the answer to them are turn 1.
 */
export type WebCallEvent = {
    type: 'status';
    status: 'connecting' | 'in-progress';
}
/** The text of the assistant in a turn, all of it so far. `last`: the turn is complete. */
 | {
    type: 'assistant';
    turn: number;
    text: string;
    last: boolean;
}
/** The words of the customer, as the service heard them. */
 | {
    type: 'customer';
    turn: number;
    text: string;
}
/** The customer cut the assistant short. `heard`: the last words that were played. */
 | {
    type: 'interrupted';
    turn: number;
    heard: string;
}
/** From the customer's last word to the first text of the answer. Transport `simulator` only. */
 | {
    type: 'latency';
    turn: number;
    milliseconds: number;
}
/** The microphone cannot be used. The call goes on: `say` works. Transport `simulator` with `speech.listen` only. */
 | {
    type: 'not-listening';
    error: string;
}
/** The last event of a call. `error` has a `message` for the user. */
 | {
    type: 'ended';
    by: 'customer' | 'assistant' | 'error';
    message?: string | undefined;
};
export interface WebCallOptions {
    /** The base URL of the API with its prefix, such as `https://calls.example.com/api`. */
    apiUrl: string;
    /** An access token: the call is the user's own. Exactly one of `token` (with `assistantId`) and `widgetId` is given. */
    token?: string | undefined;
    assistantId?: number | undefined;
    /** The id of a widget: the page's origin must be among the allowed ones. */
    widgetId?: string | undefined;
    variables?: Record<string, unknown> | undefined;
    onEvent: (event: WebCallEvent) => void;
    /**
     * Transport `simulator` only, each where the browser has it: `listen` recognises the customer's speech,
     * `speak` reads the assistant's text aloud. Twilio always does both.
     */
    speech?: {
        listen?: boolean | undefined;
        speak?: boolean | undefined;
    } | undefined;
    /** BCP-47, for `speech`. By default the language of the page. */
    language?: string | undefined;
    /** Its abort ends the call, also one that is not answered yet: `ended` by the customer follows, and the promise is rejected. */
    signal?: AbortSignal | undefined;
}
export interface WebCall {
    callId: number;
    transport: Transport;
    /** Whether `say` works: over Twilio the customer speaks. */
    canType: boolean;
    /** Says a text as the customer, as if it had been spoken. Interrupts the assistant, if the assistant allows it. */
    say(text: string): void;
    /** Presses a key of the phone: `0` to `9`, `*` or `#`. */
    press(key: string): void;
    /** Begins to speak over the assistant without words yet. Does nothing over Twilio, where the voice does it. */
    interrupt(): void;
    /** Turns the microphone off or on. */
    mute(isMuted: boolean): void;
    hangUp(): void;
}
/** The answer of the service to the request for a call. */
export interface WebCallPass {
    call_id: number;
    access_token: string;
    transport: Transport;
    url?: string;
}
/** The service refused the call. `status` and `message` are those of its answer; 0: it was not reached. */
export declare class WebCallRefused extends Error {
    name: string;
    readonly status: number;
    constructor(status: number, message: string);
}
