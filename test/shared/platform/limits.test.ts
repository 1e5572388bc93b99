import * as v from 'valibot';
import { expect, it } from 'vitest';
import { MOST_CREATED_PER_HOUR, MOST_LIVE_TOKENS } from '#shared/accounts/access-tokens.ts';
import { mostAssistants } from '#shared/assistants/assistant-lists.ts';
import { MOST_CAMPAIGNS } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { publicMessages, sentences } from '#shared/platform/errors.ts';
import { smallKeyValues } from '#shared/platform/http/fields.ts';
import { MAX_BODY_BYTES } from '#shared/platform/http/middlewares/validation.ts';

const grouped = (count: number) => count.toLocaleString('en-US');

it.each([
  ['too_many_tokens', MOST_LIVE_TOKENS],
  ['too_many_assistants', mostAssistants.records],
  ['assistants_too_large', mostAssistants.kilobytes / 1000],
  ['too_many_campaigns', MOST_CAMPAIGNS],
  ['payload_too_large', MAX_BODY_BYTES / 1024],
] as const)('the message of %s has the limit that the code has', (code, limit) => {
  expect(publicMessages[code]).toContain(` ${grouped(limit)} `);
  expect(MOST_CREATED_PER_HOUR).toBeLessThan(MOST_LIVE_TOKENS);
});

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

it.each<{ sent: string; variables: unknown; sentence: string | undefined }>([
  { sent: 'as many characters as fit', variables: { a: 'x'.repeat(65_528) }, sentence: undefined },
  {
    sent: 'one more',
    variables: { a: 'x'.repeat(65_529) },
    sentence: 'The {f} must have at most 65,536 characters of JSON; these are 65,537.',
  },
  {
    sent: 'as many emoji, which have two units each',
    variables: { a: '😀'.repeat(50_000) },
    sentence: undefined,
  },
  {
    sent: 'emoji of more bytes than an item has room for',
    variables: { a: '😀'.repeat(60_000) },
    sentence: 'The {f} must have at most 202,752 bytes of JSON; these are 240,008.',
  },
  { sent: 'the deepest nesting', variables: nested(32), sentence: undefined },
  { sent: 'deeper nesting', variables: nested(33), sentence: 'The {f} must not be nested deeper than 32 levels.' },
  { sent: 'an infinite number', variables: { a: { b: Infinity } }, sentence: sentences.format },
  { sent: 'a list', variables: [1], sentence: sentences.object },
])('variables with $sent: $sentence', ({ variables, sentence }) => {
  expect(v.safeParse(smallKeyValues(), variables).issues?.[0]?.message).toBe(sentence);
});

it('no two rules have the same sentence', () => {
  const texts = Object.values(sentences).filter((one) => typeof one === 'string');
  expect(new Set(texts).size).toBe(texts.length);
});
