import * as v from 'valibot';
import { parseCallReference } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';

/** What stands in place of a withheld number: a word, or the digits that spell it on a phone keypad. */
const withheldNumber =
  /^\+?(?:7378742833|266696687|86282452253|2562533|8656696|restricted|anonymous|unavailable|blocked|unknown)$/i;

/** Of a SIP address. What is longer counts as withheld. */
const LONGEST_CALLER = 255;

export const caller = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.transform((from) => (withheldNumber.test(from) || from.length > LONGEST_CALLER ? '' : from)),
);

/** Letters, digits and underscores, 121 at most: https://www.twilio.com/docs/iam/access-tokens */
export function webIdentity({ userId, callId }: CallKey, token: string): string {
  return `web_${userId}_${callId}_${Buffer.from(token, 'base64url').toString('hex')}`;
}

export const webCaller = v.pipe(v.optional(v.string(), ''), v.transform(parseWebIdentity));

function parseWebIdentity(from: string): { key: CallKey; token: string } | undefined {
  const [, userId = '', callId = '', digits = ''] = /^client:web_(\d+)_(\d+)_([\da-f]{64})$/.exec(from) ?? [];
  const key = parseCallReference(`${userId}.${callId}`);
  return key && { key, token: Buffer.from(digits, 'hex').toString('base64url') };
}
