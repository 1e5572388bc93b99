import { createClient, type Ringback } from '@ringback/client';
import { token } from './session.ts';

/** A client for a token. */
export const clientFor = (accessToken: string): Ringback =>
  createClient({ baseUrl: `${location.origin}/api`, token: accessToken });

/** The client of the user who is signed in. The page is loaded anew when that changes. Only requests use it. */
export const api: Ringback = clientFor(token() ?? '');
