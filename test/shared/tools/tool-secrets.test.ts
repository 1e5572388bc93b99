import { expect, it } from 'vitest';
import { createCachedSecrets } from '#shared/platform/secrets.ts';
import {
  hideValues,
  isMasked,
  maskValue,
  openHeaders,
  sealHeaders,
  toToolHeaders,
} from '#shared/tools/tool-secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

const key = { userId: 7, toolId: 5_001 };
const values = { Authorization: 'Bearer sk-live-0123456789', 'X-Name': 'José 💥' };

function secretsWith(current: string, previous?: string) {
  return {
    secrets: createCachedSecrets(async (_, stage) => (stage === 'AWSCURRENT' ? current : previous), createFixedClock()),
  };
}

it('what is sealed is opened for its own tool, and nothing of it is stored in clear', async () => {
  const sealed = await sealHeaders(values, key, secretsWith('one'));
  expect(await openHeaders(sealed, key, secretsWith('one'))).toEqual(values);
  const stored = JSON.stringify(sealed);
  for (const value of [
    'sk-live',
    Buffer.from('sk-live').toString('base64').slice(0, 8),
    'José',
    'Authorization',
    'one',
  ])
    expect(stored).not.toContain(value);
  expect(await sealHeaders(values, key, secretsWith('one'))).not.toEqual(sealed);
});

it.each([
  { userId: 8, toolId: 5_001 },
  { userId: 7, toolId: 5_002 },
])('the secret of one tool does not open for %j', async (other) => {
  const sealed = await sealHeaders(values, key, secretsWith('one'));
  await expect(openHeaders(sealed, other, secretsWith('one'))).rejects.toThrow('unable to authenticate data');
});

it('a value that was changed does not open', async () => {
  const sealed = await sealHeaders(values, key, secretsWith('one'));
  const other = await sealHeaders({}, key, secretsWith('one'));
  await expect(openHeaders({ ...sealed, content: other.content }, key, secretsWith('one'))).rejects.toThrow(
    'unable to authenticate data',
  );
});

it('after a rotation the previous key opens, until the next one', async () => {
  const sealed = await sealHeaders(values, key, secretsWith('one'));
  expect(await openHeaders(sealed, key, secretsWith('two', 'one'))).toEqual(values);
  await expect(openHeaders(sealed, key, secretsWith('three', 'two'))).rejects.toThrow('no live key opens the secret');
});

it('a reader sees four bullets, and the last four characters of a long value', () => {
  expect(toToolHeaders({ A: 'Bearer sk-live-9f3a', B: 'secret' })).toEqual([
    { name: 'A', masked: '••••9f3a' },
    { name: 'B', masked: '••••' },
  ]);
  expect(isMasked(maskValue('anything'))).toBe(true);
  expect(isMasked('anything')).toBe(false);
});

it('a receiver that repeats a header does not put it into the transcript', () => {
  const text = '{"headers":{"authorization":"Bearer sk-live-0123456789"},"key":"sk-live-0123456789","x":"json"}';
  expect(hideValues(text, { Authorization: 'Bearer sk-live-0123456789', B: 'json' })).toBe(
    '{"headers":{"authorization":"••••6789"},"key":"••••6789","x":"json"}',
  );
});
