import AccessToken from 'twilio/lib/jwt/AccessToken.js';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createCallToken } from '#shared/calls/call-token.ts';
import { webCaller, webIdentity } from '#shared/integrations/twilio/callers.ts';
import { createVoiceToken } from '#shared/integrations/twilio/twilio-accounts.ts';

const accountSid = `AC${'1'.repeat(32)}`;
const apiKeySid = `SK${'2'.repeat(32)}`;
const applicationSid = `AP${'3'.repeat(32)}`;
const apiKeySecret = 'secret-of-the-key';
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

it('has the header, the claims and the signature of Twilio’s own package', () => {
  const identity = 'web_7_1001_00';
  const now = Date.now();
  const ours = createVoiceToken({
    accountSid,
    apiKeySid,
    apiKeySecret,
    applicationSid,
    identity,
    lifetimeSeconds: 60,
    now,
  });
  const theirs = new AccessToken(accountSid, apiKeySid, apiKeySecret, { identity, ttl: 60 });
  theirs.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid }));
  const [header, claims] = ours.split('.');
  const [theirHeader, theirClaims] = theirs.toJwt().split('.');
  expect(read(header)).toEqual(read(theirHeader));
  const at = Number(read(claims)['iat']);
  // The package takes the time itself: a second may pass in between.
  const shifted = { iat: at, exp: at + 60, jti: `${apiKeySid}-${at}` };
  expect(read(claims)).toEqual({ ...read(theirClaims), ...shifted });
});

it('names the call and its token in letters, digits and underscores, 121 at most', () => {
  const key = { userId: Number.MAX_SAFE_INTEGER, callId: Number.MAX_SAFE_INTEGER };
  const token = createCallToken('key', 'web', key, '');
  const identity = webIdentity(key, token);
  expect(identity).toMatch(/^\w{1,121}$/);
  expect(v.parse(webCaller, `client:${identity}`)).toEqual({ key, token });
});
