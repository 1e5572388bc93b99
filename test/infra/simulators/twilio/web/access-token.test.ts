import { readAccessToken } from '@ringback/simulators/twilio/web/access-token.ts';
import AccessToken from 'twilio/lib/jwt/AccessToken.js';
import { expect, it } from 'vitest';

const known = {
  accountSid: `AC${'1'.repeat(32)}`,
  apiKeySid: `SK${'2'.repeat(32)}`,
  apiKeySecret: 'secret-of-the-key',
  applicationSid: `AP${'3'.repeat(32)}`,
};

/** As Twilio's own package writes it. */
function token(changes: Partial<typeof known> = {}, options: { ttl?: number; nbf?: number } = {}, hasGrant = true) {
  const { accountSid, apiKeySid, apiKeySecret, applicationSid } = { ...known, ...changes };
  const made = new AccessToken(accountSid, apiKeySid, apiKeySecret, { identity: 'web_7_1001_00', ttl: 60, ...options });
  if (hasGrant) made.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid }));
  return made.toJwt();
}
const read = (text: string, now = Date.now()) => readAccessToken(text, known, now);

it('takes a token of Twilio’s package, and tells its identity', () => {
  expect(read(token())).toEqual({ identity: 'web_7_1001_00' });
});

it.each<[code: number, what: string, text: () => string, later?: number]>([
  [20_102, 'no token', () => 'x'],
  [20_103, 'one of another key', () => token({ apiKeySid: `SK${'9'.repeat(32)}` })],
  [20_103, 'one of another account', () => token({ accountSid: `AC${'9'.repeat(32)}` })],
  [20_107, 'one that another secret signed', () => token({ apiKeySecret: 'another' })],
  [
    20_107,
    'one whose claims were changed',
    () => token().replace(/\.([^.]+)\./, (_, claims: string) => `.${change(claims)}.`),
  ],
  [20_104, 'one that has expired', () => token(), 61_000],
  [20_101, 'one that is not valid yet', () => token({}, { nbf: Math.floor(Date.now() / 1000) + 60 })],
  [20_101, 'one that lives for more than a day', () => token({}, { ttl: 90_000 })],
  [20_106, 'one for another application', () => token({ applicationSid: `AP${'9'.repeat(32)}` })],
  [20_106, 'one without a voice', () => token({}, {}, false)],
])('refuses with %i %s', (code, _, text, later = 0) => {
  expect(read(text(), Date.now() + later)).toMatchObject({ code });
});

function change(claims: string): string {
  const text = Buffer.from(claims, 'base64url').toString('utf8').replace('1001', '1002');
  return Buffer.from(text).toString('base64url');
}
