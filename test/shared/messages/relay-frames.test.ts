import { describe, expect, it } from 'vitest';
import { parseRelayFrame } from '#shared/messages/relay-frames.ts';

describe('frames of the carrier', () => {
  it.each([
    [
      {
        type: 'setup',
        sessionId: 'VX1',
        callSid: 'CA1',
        callerName: null,
        customParameters: { call: '1.2', token: 't' },
      },
      { type: 'setup', callSid: 'CA1', customParameters: { call: '1.2', token: 't' } },
    ],
    [{ type: 'setup' }, { type: 'setup', callSid: '', customParameters: { call: '', token: '' } }],
    [
      { type: 'setup', callSid: null, customParameters: null },
      { type: 'setup', callSid: '', customParameters: { call: '', token: '' } },
    ],
    [
      { type: 'prompt', voicePrompt: 'Hi', lang: 'en-US', last: true },
      { type: 'prompt', voicePrompt: 'Hi', last: true },
    ],
    [
      { type: 'interrupt', utteranceUntilInterrupt: 'We', durationUntilInterruptMs: '460' },
      { type: 'interrupt', utteranceUntilInterrupt: 'We' },
    ],
    [
      { type: 'dtmf', digit: '#' },
      { type: 'dtmf', digit: '#' },
    ],
    [
      { type: 'info', name: 'agentSpeaking', value: 'off', ts: 1 },
      { type: 'info', name: 'agentSpeaking', value: 'off' },
    ],
    [{ type: 'error' }, { type: 'error', description: '' }],
  ])('reads %j', (sent, frame) => {
    expect(parseRelayFrame(JSON.stringify(sent))).toEqual({ kind: 'frame', frame });
  });

  it('tells a type that it does not know from a frame that is none', () => {
    expect(parseRelayFrame('{"type":"weather"}')).toEqual({ kind: 'unknown', type: 'weather' });
    expect(parseRelayFrame('{"type":')).toMatchObject({ kind: 'malformed' });
    expect(parseRelayFrame('{"type":"dtmf","digit":7}')).toMatchObject({ kind: 'malformed' });
  });
});
