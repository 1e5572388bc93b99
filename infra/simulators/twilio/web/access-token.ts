import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { WebApplication } from '#twilio/context/web-application.ts';

const Header = v.object({ alg: v.literal('HS256'), typ: v.literal('JWT'), cty: v.literal('twilio-fpa;v=1') });

const Claims = v.object({
  iss: v.string(),
  sub: v.string(),
  exp: v.number(),
  nbf: v.optional(v.number()),
  grants: v.object({
    identity: v.pipe(v.string(), v.regex(/^\w{1,121}$/)),
    voice: v.object({ outgoing: v.object({ application_sid: v.string() }) }),
  }),
});

/** A refusal with the code of the Voice SDK: https://www.twilio.com/docs/api/errors */
interface TokenRefusal {
  code: number;
  message: string;
}

const LONGEST_LIFE_SECONDS = 86_400;

/** Checks an access token as Twilio does. @param now epoch milliseconds */
export function readAccessToken(
  token: string,
  known: WebApplication,
  now: number,
): { identity: string } | TokenRefusal {
  const [header = '', payload = '', signature = ''] = token.split('.');
  if (!v.is(Header, parse(header))) return { code: 20_102, message: 'Invalid access token header' };
  const claims = v.safeParse(Claims, parse(payload));
  if (!claims.success) return { code: 20_106, message: 'Invalid access token grants' };
  const { iss, sub, exp, nbf = 0, grants } = claims.output;
  const seconds = now / 1000;
  if (iss !== known.apiKeySid || sub !== known.accountSid)
    return { code: 20_103, message: 'Invalid access token issuer' };
  if (!isSignature(signature, known.apiKeySecret, `${header}.${payload}`)) {
    return { code: 20_107, message: 'Invalid access token signature' };
  }
  if (exp <= seconds) return { code: 20_104, message: 'Access token expired' };
  if (nbf > seconds || exp > seconds + LONGEST_LIFE_SECONDS) return { code: 20_101, message: 'Invalid access token' };
  if (grants.voice.outgoing.application_sid !== known.applicationSid) {
    return { code: 20_106, message: 'Invalid access token grants' };
  }
  return { identity: grants.identity };
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function isSignature(signature: string, secret: string, signed: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
