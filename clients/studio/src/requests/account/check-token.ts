import { clientFor } from '../../service/client.ts';

/** @throws ApiError with status 401 or 403 when the token opens no account */
export const checkToken = (token: string): Promise<unknown> => clientFor(token).me();
