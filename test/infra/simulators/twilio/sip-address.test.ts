import { readSipAddress } from '@ringback/simulators/twilio/instructions/dial-sip.ts';
import { describe, expect, it } from 'vitest';

describe('a SIP address', () => {
  it('names who is called, and passes on what begins with X-', () => {
    const text = 'sip:proj_1@sip.api.openai.com;transport=tls?X-Call=7.1&X-Token=a-_b&Call-Info=hidden';
    expect(readSipAddress(text)).toEqual({
      user: 'proj_1',
      host: 'sip.api.openai.com',
      headers: [
        { name: 'X-Call', value: '7.1' },
        { name: 'X-Token', value: 'a-_b' },
      ],
    });
  });

  it.each([
    { case: 'another scheme', text: 'tel:+12025550100' },
    { case: 'no user', text: 'sip:sip.api.openai.com' },
    { case: 'a name that is too long', text: `sip:${'a'.repeat(260)}@example.com` },
    { case: 'headers that are too long', text: `sip:a@example.com?X-A=${'a'.repeat(1024)}` },
  ])('is refused with $case', ({ text }) => {
    expect(() => readSipAddress(text)).toThrow(/SIP/);
  });
});
