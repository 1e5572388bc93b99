import { expect, it } from 'vitest';
import { manifest } from '#shared/manifest/manifest.ts';
import { fingerprint, type IdempotencyRecord, classifyRepeat, LEASE_MS } from '#shared/platform/http/idempotency.ts';

it.each([
  ['the order of keys', { a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 }],
  ['how a number is written', JSON.parse('{"a":1.0}'), JSON.parse('{"a":1e0}')],
  ['how a character is written', JSON.parse('"\\u00e4"'), 'ä'],
])('the fingerprint of a body does not tell %s', (_, one: unknown, other: unknown) =>
  expect(fingerprint(one)).toBe(fingerprint(other)),
);

it('the fingerprint of a body tells values apart', () => {
  const bodies: unknown[] =
    JSON.parse(`[{}, [], null, "", 0, false, "0", "null", {"a":1}, {"a":"1"}, {"a":true}, {"a":null},
    {"a":[1]}, {"a":[[1]]}, {"a":{"0":1}}, [1,2], [2,1], [[1],2], [[1,2]], {"a":"x\\",\\"b\\":\\"y"}, {"a":"x","b":"y"},
    {"a:1":1}, "\\ud800", "\\ud801", "\\ufffd"]`) as unknown[];
  expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
});

it.each([
  ['deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['wide', `[${'0,'.repeat(130_000)}0]`],
])('the fingerprint of a body takes a body that is %s', (_, json) =>
  expect(fingerprint(JSON.parse(json))).toHaveLength(43),
);

const start = 1_000_000;
const known: IdempotencyRecord = {
  fingerprint: 'same',
  recordId: 1,
  token: 't',
  run: 'r',
  startedAt: start,
  leaseUntil: start + 40_000,
  answer: null,
  expiresAt: 2_000,
};

it.each([
  { after: 0, seconds: 1 },
  { after: 900, seconds: 1 },
  { after: 1_001, seconds: 2 },
  { after: 10_000, seconds: 10 },
  { after: 30_000, seconds: 10 },
  { after: 39_999, seconds: 1 },
])('a repeat after $after ms of the first is to come again in $seconds s', ({ after, seconds }) => {
  expect(classifyRepeat(known, 'same', start + after)).toEqual({ kind: 'running', retryAfterSeconds: seconds });
});

it.each(manifest.filter((row) => row.kind === 'http'))('the lease is longer than $id may run', ({ timeoutSeconds }) => {
  expect(timeoutSeconds * 1000).toBeLessThan(LEASE_MS);
});
