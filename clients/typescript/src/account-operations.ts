import type { CreatedToken, NewToken, Token, Usage } from './api-types.ts';
import type { Http, RequestOptions } from './http.ts';

export interface TokenOperations {
  /** The access tokens of the account, without the tokens themselves. */
  list(options?: RequestOptions): Promise<Token[]>;
  /** Creates a token and returns it this once. It can do no more than the token of this client. */
  create(token: NewToken, options?: RequestOptions): Promise<CreatedToken>;
  /** Ends a token. It may work for another minute. */
  revoke(id: number, options?: RequestOptions): Promise<void>;
}

export interface AccountOperations {
  tokens: TokenOperations;
  /** What a month (`2026-11`, the present one by default) was charged for, by day. */
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
    usage: (month, options) =>
      dataOf('GET', '/user/usage', { ...(month === undefined ? {} : { query: { month } }), ...options }),
  };
}
