import type { CreatedToken, NewToken, RevokedToken, RevokedTokens, Token, Usage } from './api-types.js';
import type { Http, RequestOptions } from './http.js';
export interface TokenOperations {
    /**
     * Returns your access tokens, the oldest first, without the secret texts. Revoked and expired tokens stay in the
     * list for 90 days.
     * @operation listTokens
     */
    list(options?: RequestOptions): Promise<Token[]>;
    /**
     * Creates an access token and shows it once. The new token can have only scopes that the token of the request
     * has, and cannot expire later. Without `expires_at` both expire at the same time. No scope includes another one.
     * An account has at most 50 live tokens, and creates at most 10 in an hour.
     * @operation createToken
     */
    create(token: NewToken, options?: RequestOptions): Promise<CreatedToken>;
    /**
     * Revokes an access token, and the tokens that it has created, and theirs, unless `cascade` is false. The service
     * may accept them for up to 60 more seconds, because it caches decisions about tokens. Tokens with scopes cannot
     * revoke tokens without scopes, or those that they descend from.
     * @operation deleteToken
     */
    revoke(id: number, options?: RequestOptions & {
        cascade?: boolean | undefined;
    }): Promise<RevokedToken>;
    /**
     * Revokes all access tokens except the token of the request. The service may accept them for up to 60 more
     * seconds. If the token of the request has scopes, tokens that it cannot revoke stay, and `kept` has their ids.
     * @operation deleteOtherTokens
     */
    revokeOthers(options?: RequestOptions): Promise<RevokedTokens>;
}
export interface AccountOperations {
    tokens: TokenOperations;
    /**
     * Returns the charges of a month by UTC day. It counts calls that had a cost, with their seconds, and SMS without
     * the refunded ones. A refund is counted on the day of the refund. Without `month`, the answer is about the
     * present month.
     * @param month `2026-11`
     * @operation getUsage
     */
    usage(month?: string, options?: RequestOptions): Promise<Usage>;
    /**
     * Sets the country of numbers without a plus, as a code of two letters, or none with null. It counts where people
     * write numbers: in imported files that state no country, in the forms of the studio and in commands of the
     * command line. Requests to this API always need numbers in E.164.
     * @operation setDefaultCountry
     */
    setDefaultCountry(country: string | null, options?: RequestOptions): Promise<void>;
}
export declare function accountOperations(http: Http): AccountOperations;
