import { secrets } from '#shared/runtime/secrets.ts';

/** The token that signs the carrier's callbacks and opens its API. */
export function twilioAuthToken(): Promise<string> {
  return secrets().get('twilio-auth-token');
}
