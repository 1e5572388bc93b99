import { type WebCall, type WebCallOptions } from './web-call-types.js';
export * from './web-call-types.js';
/**
 * Starts a call from the page to an assistant. The promise is kept once the call is answered.
 * @throws WebCallRefused if the service or the carrier refuses it, or the signal is aborted before the answer
 */
export declare function startWebCall(options: WebCallOptions): Promise<WebCall>;
