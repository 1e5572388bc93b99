import type { Me } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

/** The user who is signed in, with the balance. */
export const getMe = (): Query<Me> => ({ key: ['account'], read: (signal) => api.me({ signal }) });
