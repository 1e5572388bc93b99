import * as v from 'valibot';
import { createCallbackDefiners, type CallbackVerifier } from '#shared/integrations/signed-callback.ts';
import { findSigner, isSignedForm, type FormParameters } from '#shared/integrations/twilio/signature.ts';
import { environment } from '#shared/platform/environment.ts';
import { type HttpResponse, parseForm, wholeCharacters } from '#shared/platform/http/http.ts';

export type TwilioVerifier = CallbackVerifier<FormParameters>;

export const {
  ofCall: defineCarrierCallback,
  ofMessage: defineMessageCallback,
  ofNumber: defineNumberCallback,
} = createCallbackDefiners<FormParameters>({
  signatureHeader: 'x-twilio-signature',
  read: parseForm,
  verify: findCallbackSigner,
  sentAt(params) {
    const timestamp = v.safeParse(Timestamp, params);
    return timestamp.success ? timestamp.output.Timestamp : undefined;
  },
  answer: twimlResponse,
});

const Timestamp = v.object({ Timestamp: v.pipe(v.string(), v.transform(Date.parse), v.number()) });

/** Builds the URL from our own public address, never from a header. */
function findCallbackSigner({
  signature,
  pathAndQuery,
  params,
}: Parameters<TwilioVerifier>[0]): Promise<string | undefined> {
  const url = environment.publicUrl().replace(/\/$/, '') + pathAndQuery;
  return findSigner(String(params['AccountSid'] ?? ''), (authToken) =>
    isSignedForm({ authToken, signature, url, params }),
  );
}

function twimlResponse(twiml: string | undefined): HttpResponse {
  if (twiml === undefined) return { statusCode: 204, headers: {}, body: '' };
  return { statusCode: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: twiml };
}

const wholeSeconds = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number));

/** Of 34 characters at Twilio. A key of the table is made of it, which has 2,048 bytes at most. */
export const formSid = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** A number, or a SIP address, which has 255 characters at most. */
export const formAddress = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(255));

/** Cut, and empty if missing or unreadable: a report counts without what only adds to it. Of several values, the first. */
export const formText = (longest: number) =>
  v.pipe(
    v.fallback(v.optional(v.union([v.string(), v.array(v.string())]), ''), ''),
    v.transform((sent) => wholeCharacters([sent].flat()[0]?.slice(0, longest) ?? '')),
  );

/** Undefined if missing or unreadable: a report counts without what only adds to it. */
export const formSeconds = v.fallback(v.optional(wholeSeconds), undefined);

export const formCode = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/))), undefined);
