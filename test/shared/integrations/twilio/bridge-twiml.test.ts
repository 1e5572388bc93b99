import { describe, expect, it } from 'vitest';
import { bridgeTwiml } from '#shared/integrations/twilio/twiml.ts';

const bridge = {
  projectId: 'proj_1',
  headers: { 'X-Ringback-Call': '7.1001', 'X-Ringback-Token': 'a-_b' },
  actionUrl: 'https://a/bridge-ended',
  timeLimitSeconds: 600,
  transcription: { url: 'https://a/transcription', languageCode: 'de-DE', engine: 'deepgram' as const },
  recordingUrl: null,
};

describe('the TwiML of a multimodal call', () => {
  it('writes down both sides and bridges the line over TLS, with signed headers', () =>
    expect(bridgeTwiml(bridge)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response>' +
        '<Start><Transcription statusCallbackUrl="https://a/transcription" statusCallbackMethod="POST" ' +
        'track="both_tracks" languageCode="de-DE" transcriptionEngine="deepgram" partialResults="false" ' +
        'enableAutomaticPunctuation="true"/></Start>' +
        '<Dial action="https://a/bridge-ended" method="POST" answerOnBridge="true" timeout="15" timeLimit="600">' +
        '<Sip>sip:proj_1@sip.api.openai.com;transport=tls?X-Ringback-Call=7.1001&amp;X-Ringback-Token=a-_b</Sip>' +
        '</Dial></Response>',
    ));

  it('records both channels from the moment the model answers', () =>
    expect(bridgeTwiml({ ...bridge, recordingUrl: 'https://a/recording' })).toContain(
      ' record="record-from-answer-dual" recordingStatusCallback="https://a/recording" ' +
        'recordingStatusCallbackMethod="POST" recordingStatusCallbackEvent="completed absent">',
    ));
});
