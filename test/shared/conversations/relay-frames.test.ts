import { expect, it } from 'vitest';
import { parseRelayFrame } from '#shared/conversations/receive-frame.ts';

const noParameters = { call: '', token: '' };
const customParameters = { call: '1.2', token: 't' };

it.each<[sent: object, frame: object]>([
  [
    { sessionId: 'VX1', callSid: 'CA1', callerName: null, customParameters },
    { callSid: 'CA1', customParameters },
  ],
  [{}, { callSid: '', customParameters: noParameters }],
  [
    { callSid: null, customParameters: null },
    { callSid: '', customParameters: noParameters },
  ],
])('reads a setup of %j', (sent, frame) => {
  const text = JSON.stringify({ type: 'setup', ...sent });
  expect(parseRelayFrame(text)).toEqual({ kind: 'frame', frame: { type: 'setup', ...frame } });
});

it.each([
  [{ type: 'prompt', voicePrompt: 'Hi', last: true }, { lang: 'en-US' }],
  [{ type: 'interrupt', utteranceUntilInterrupt: 'We' }, { durationUntilInterruptMs: '460' }],
  [{ type: 'dtmf', digit: '#' }, {}],
  [{ type: 'info', name: 'agentSpeaking', value: 'off' }, { ts: 1 }],
  [{ type: 'error', description: '' }, {}],
])('reads %j, and leaves out %j', (frame, more) => {
  expect(parseRelayFrame(JSON.stringify({ ...frame, ...more }))).toEqual({ kind: 'frame', frame });
});

it('tells an unknown type from a malformed frame', () => {
  expect(parseRelayFrame('{"type":"weather"}')).toEqual({ kind: 'unknown', type: 'weather' });
  expect(parseRelayFrame('{"type":')).toMatchObject({ kind: 'malformed' });
  expect(parseRelayFrame('{"type":"dtmf","digit":7}')).toMatchObject({ kind: 'malformed' });
});

it.each(['Straße \uD83D', 'Straße \uFFFD', '\uDE00Straße '])(
  'drops the half of a character at which %j was cut',
  (cut) => {
    const read = (frame: object) => {
      const parsed = parseRelayFrame(JSON.stringify(frame));
      return parsed.kind === 'frame' ? parsed.frame : parsed;
    };
    const words = 'Straße ';
    expect(read({ type: 'interrupt', utteranceUntilInterrupt: cut })).toMatchObject({ utteranceUntilInterrupt: words });
    expect(read({ type: 'prompt', voicePrompt: cut, last: true })).toMatchObject({ voicePrompt: words });
    expect(read({ type: 'info', name: 'tokensPlayed', value: cut })).toMatchObject({ value: words });
  },
);
