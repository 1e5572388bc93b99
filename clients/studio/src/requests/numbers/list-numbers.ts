import type { PhoneNumber } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

export const listNumbers = (): Query<PhoneNumber[]> => ({ key: ['numbers'], read: () => api.lookups.numbers() });
