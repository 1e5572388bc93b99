import type { NewToken } from '@ringback/client';
import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

export const createToken = mutation({ changes: [['tokens']], send: (token: NewToken) => api.tokens.create(token) });
