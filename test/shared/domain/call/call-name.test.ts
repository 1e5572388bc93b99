import { describe, expect, it } from 'vitest';
import { callName, parseCallName } from '#shared/domain/call/call-name.ts';

describe('the name of a call', () => {
  it('is read as it was written', () => {
    const key = { userId: 7, callId: 243_930_143_099_614 };
    expect(parseCallName(callName(key))).toEqual(key);
  });

  it.each(['', '7', '7.', '.7', '7.x', '-1.5', '7.1e3'])('is not «%s»', (name) => {
    expect(parseCallName(name)).toBeUndefined();
  });
});
