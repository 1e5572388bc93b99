import { expect, it } from 'vitest';
import { createCallToken, isCallToken } from '#shared/calls/call-token.ts';

const call = { userId: 7, callId: 1001 };
const token = createCallToken('key', 'bridge', call, 'CA1');

it('is good for its call, its purpose and its peer', () =>
  expect(isCallToken(token, 'key', 'bridge', call, 'CA1')).toBe(true));

it.each([
  { other: 'key', good: isCallToken(token, 'other', 'bridge', call, 'CA1') },
  { other: 'purpose', good: isCallToken(token, 'key', 'tools', call, 'CA1') },
  { other: 'call', good: isCallToken(token, 'key', 'bridge', { ...call, callId: 1002 }, 'CA1') },
  { other: 'user', good: isCallToken(token, 'key', 'bridge', { ...call, userId: 8 }, 'CA1') },
  { other: 'peer', good: isCallToken(token, 'key', 'bridge', call, 'CA2') },
  { other: 'text', good: isCallToken('', 'key', 'bridge', call, 'CA1') },
])('is bad for another $other', ({ good }) => expect(good).toBe(false));
