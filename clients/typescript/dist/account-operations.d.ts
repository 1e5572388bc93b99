import type { CreatedToken, NewToken, Token, Usage } from './api-types.js';
import type { Http, RequestOptions } from './http.js';
export interface TokenOperations {
    /**
     * Your access tokens, oldest first, without the tokens themselves. One that has expired is listed for 90 days.
     * @operation listTokens
     */
    list(options?: RequestOptions): Promise<Token[]>;
    /**
     * Creates a token and shows it this once. It has scopes that the token of the request has, and expires no later:
     * without `expires_at`, at the same time. No scope includes another one.
     * @operation createToken
     */
    create(token: NewToken, options?: RequestOptions): Promise<CreatedToken>;
    /**
     * Ends a token. It may be accepted for another 60 seconds, because decisions about tokens are cached for so long.
     * @operation deleteToken
     */
    revoke(id: number, options?: RequestOptions): Promise<void>;
}
export interface AccountOperations {
    tokens: TokenOperations;
    /**
     * What the ledger was charged for in a month, by UTC day: calls that cost something, with their seconds, and SMS
     * less those that were refunded. A refund counts on its own day. Without `month`, the present one.
     * @param month `2026-11`
     * @operation getUsage
     */
    usage(month?: string, options?: RequestOptions): Promise<Usage>;
}
export declare function accountOperations(http: Http): AccountOperations;
