import type { Assistant } from '@ringback/client';
import { api } from './api.ts';
import type { NewToken, Token, TokenRequest } from './tokens/token-words.ts';
import type { Usage } from './usage/usage-series.ts';

// Requests that the client has no operation for.

interface Data<Content> {
  data: Content;
}

/** The tokens of the account, without the tokens themselves. */
export const listTokens = async (signal: AbortSignal): Promise<Token[]> =>
  (await api.request<Data<Token[]>>('GET', '/user/tokens', { signal })).data;

export const createToken = async (body: TokenRequest): Promise<NewToken> =>
  (await api.request<Data<NewToken>>('POST', '/user/tokens', { body })).data;

export const revokeToken = (id: number): Promise<unknown> => api.request('DELETE', `/user/tokens/${id}`);

/** What a month was charged for. @param month `YYYY-MM` */
export const readUsage = async (month: string, signal: AbortSignal): Promise<Usage> =>
  (await api.request<Data<Usage>>('GET', '/user/usage', { query: { month }, signal })).data;

/** Every assistant, newest first, without pages. */
export const allAssistants = (signal: AbortSignal): Promise<Assistant[]> =>
  api.request('GET', '/user/assistants', { signal });
