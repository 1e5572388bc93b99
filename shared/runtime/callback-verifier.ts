import { isSignedForm, type FormParameters } from '#shared/adapters/twilio/twilio-signature.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

export interface SignedCallback {
  signature: string;
  /** Path and query as the carrier called them. */
  pathAndQuery: string;
  params: FormParameters;
}

/** Whether the carrier signed this callback. The URL is built from our own public address, never from a header. */
export type CallbackVerifier = (callback: SignedCallback) => Promise<boolean>;

export const isCallbackSigned: CallbackVerifier = async ({ signature, pathAndQuery, params }) =>
  isSignedForm({
    authToken: await twilioAuthToken(),
    signature,
    url: environment.publicUrl().replace(/\/$/, '') + pathAndQuery,
    params,
  });
