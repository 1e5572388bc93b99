import type { CreatedToken, NewToken, Token, Usage } from './api-types.ts';
import type { Http, RequestOptions } from './http.ts';

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

export function accountOperations(http: Http): AccountOperations {
  const dataOf = async <Result>(method: string, path: string, request?: object) =>
    (await http.send<{ data: Result }>(method, path, { ...request })).data;
  return {
    tokens: {
      list: (options) => dataOf('GET', '/user/tokens', options),
      create: (body, options) => dataOf('POST', '/user/tokens', { body, ...options }),
      revoke: async (id, options) => {
        await http.send('DELETE', `/user/tokens/${id}`, { ...options });
      },
    },
    usage: (month, options) => dataOf('GET', '/user/usage', { query: { month }, ...options }),
  };
}
