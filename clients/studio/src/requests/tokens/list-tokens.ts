import type { Token } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export const listTokens = (): Query<Token[]> => ({ key: ['tokens'], read: (signal) => api.tokens.list({ signal }) });
