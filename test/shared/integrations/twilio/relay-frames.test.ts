import { describe, expect, it } from 'vitest';
import type { VoiceFrame } from '#shared/conversations/voice-session.ts';
import { relaySession } from '#shared/integrations/twilio/relay-frames.ts';

const customParameters = { call: '1.2', token: 't' };
const read = (frame: object) => relaySession.read(JSON.stringify(frame));

describe('a frame of ConversationRelay', () => {
  it.each<[sent: object, event: object]>([
    [
      { sessionId: 'VX1', callSid: 'CA1', callerName: null, customParameters },
      { carrierCallId: 'CA1', ...customParameters },
    ],
    [{}, { carrierCallId: '', call: '', token: '' }],
    [
      { callSid: null, customParameters: null },
      { carrierCallId: '', call: '', token: '' },
    ],
  ])('opens a conversation: %j', (sent, event) => {
    expect(read({ type: 'setup', ...sent })).toEqual({ kind: 'opened', ...event });
  });

  it.each([
    [
      { type: 'prompt', voicePrompt: 'Hi', last: true, lang: 'en-US' },
      { kind: 'said', text: 'Hi', isFinal: true },
    ],
    [
      { type: 'prompt', voicePrompt: 'Hi' },
      { kind: 'said', text: 'Hi', isFinal: true },
    ],
    [
      { type: 'prompt', voicePrompt: 'H', last: false },
      { kind: 'said', text: 'H', isFinal: false },
    ],
    [
      { type: 'interrupt', utteranceUntilInterrupt: 'We', durationUntilInterruptMs: '460' },
      { kind: 'interrupted', heard: 'We' },
    ],
    [
      { type: 'dtmf', digit: '#' },
      { kind: 'key', digit: '#' },
    ],
    [
      { type: 'info', name: 'agentSpeaking', value: 'off', ts: 1 },
      { kind: 'voice', of: 'assistant', voice: 'stopped' },
    ],
    [
      { type: 'info', name: 'clientSpeaking', value: 'on' },
      { kind: 'voice', of: 'customer', voice: 'began' },
    ],
    [
      { type: 'info', name: 'tokensPlayed', value: 'We are' },
      { kind: 'played', text: 'We are' },
    ],
    [{ type: 'info', name: 'tokensPlayed', value: ' ' }, { kind: 'ignored' }],
    [{ type: 'info', name: 'agentSpeaking', value: 7 }, { kind: 'ignored' }],
    [{ type: 'info', name: 'weather' }, { kind: 'ignored' }],
    [
      { type: 'error', description: `Invalid: ${'x'.repeat(99)}` },
      { kind: 'failed', problem: `Invalid: ${'x'.repeat(51)}` },
    ],
  ])('%j is %j', (frame, event) => {
    expect(read(frame)).toEqual(event);
  });

  it('is of an unknown type, or malformed', () => {
    expect(relaySession.read('{"type":"weather"}')).toEqual({ kind: 'unknown' });
    expect(relaySession.read('{"type":')).toEqual({ kind: 'malformed' });
    expect(relaySession.read('{"type":"dtmf","digit":7}')).toEqual({ kind: 'malformed' });
  });

  it.each(['Straße \uD83D', 'Straße \uFFFD', '\uDE00Straße '])(
    'drops the half of a character at which %j was cut',
    (cut) => {
      const words = 'Straße ';
      expect(read({ type: 'interrupt', utteranceUntilInterrupt: cut })).toMatchObject({ heard: words });
      expect(read({ type: 'prompt', voicePrompt: cut, last: true })).toMatchObject({ text: words });
      expect(read({ type: 'info', name: 'tokensPlayed', value: cut })).toMatchObject({ text: words });
    },
  );
});

it.each<[VoiceFrame, object]>([
  [
    { kind: 'speech', text: 'Yes. ', isLast: false },
    { type: 'text', token: 'Yes. ', last: false },
  ],
  [
    { kind: 'speech', text: '', isLast: true, isPreemptible: true },
    { type: 'text', token: '', last: true, preemptible: true },
  ],
  [{ kind: 'stop' }, { type: 'text', token: ' ', last: true, preemptible: true }],
  [{ kind: 'end' }, { type: 'end' }],
  [
    { kind: 'end', isLost: true },
    { type: 'end', handoffData: 'reconnect' },
  ],
])('writes %j as %j', (frame, written) => {
  expect(JSON.parse(relaySession.write(frame))).toEqual(written);
});
