import { readRelaySettings } from '@ringback/simulators/twilio/relay/relay-settings.ts';
import { parseTwiml, type TwimlError } from '@ringback/simulators/twilio/wire/parse-twiml.ts';
import { describe, expect, it } from 'vitest';

const VOICE = 'UgBBYS2sOqTuMpoF3BR0';

function read(attributes: string, children = '') {
  const unknown: string[] = [];
  const [connect] = parseTwiml(
    `<Response><Connect><ConversationRelay ${attributes}>${children}</ConversationRelay></Connect></Response>`,
  );
  const settings = readRelaySettings(connect!.children[0]!, (message) => unknown.push(message));
  return { settings, unknown };
}

const codeOf = (attributes: string, children?: string) => {
  try {
    read(attributes, children);
    return undefined;
  } catch (error) {
    return (error as TwimlError).code;
  }
};

describe('the settings of a conversation', () => {
  it('are read with their defaults', () => {
    const { settings, unknown } = read('url="wss://example.com/prod"', '<Parameter name="call" value="7.c1"/>');
    expect(unknown).toEqual([]);
    expect(settings).toMatchObject({
      url: 'wss://example.com/prod',
      greeting: '',
      greetingInterruptible: 'any',
      interruptible: 'any',
      reportDuringSpeech: 'none',
      transcriptionLanguage: 'en-US',
      speakerEvents: false,
      parameters: { call: '7.c1' },
    });
  });

  it('take the greeting as it was escaped', () => {
    const { settings } = read('url="wss://e.com/" welcomeGreeting=" Hi &amp; &quot;you&quot; &#233;&#x21;"');
    expect(settings.greeting).toBe(' Hi & "you" é!');
  });

  it('report attributes that do not exist, and go on without them', () => {
    expect(read('url="wss://e.com/" speechtimeout="700"').unknown).toEqual([
      '<ConversationRelay> has no attribute speechtimeout',
    ]);
  });

  it.each([
    'url="ws://localhost:3000/voice"',
    'url="ws://127.0.0.1:3000/voice"',
    'url="wss://e.com/" interruptible="false" welcomeGreetingInterruptible="none"',
    'url="wss://e.com/" speechModel="flux" eotThreshold="0.78"',
    'url="wss://e.com/" speechTimeout="auto"',
    'url="wss://e.com/" speechModel="flux" language="hi-IN"',
    'url="wss://e.com/" speechModel="flux" language="pl-PL" transcriptionLanguage="nl-NL"',
    'url="wss://e.com/" language="multi"',
    `url="wss://e.com/" language="es-MX" voice="${VOICE}" ttsProvider="ElevenLabs" transcriptionProvider="Deepgram" speechModel="nova-3-general"`,
    'url="wss://e.com/" events="speaker-events tokens-played"',
    `url="wss://e.com/" voice="${VOICE}"`,
    `url="wss://e.com/" voice="${VOICE}-flash_v2_5-1.0_0.6_0.8"`,
    `url="wss://e.com/" voice="${VOICE}-0.9_0.6_0.4"`,
    'url="wss://e.com/" ttsProvider="Google" voice="en-US-Chirp3-HD-Aoede"',
    'url="wss://e.com/" ttsProvider="Amazon" voice="Joanna-Neural"',
  ])('take %s', (attributes) => {
    expect(codeOf(attributes)).toBeUndefined();
  });

  it.each([
    '',
    'url="https://e.com/"',
    'url="ws://e.com/voice"',
    'url="wss://e.com/" interruptible="maybe"',
    'url="wss://e.com/" interruptSensitivity="0.5"',
    'url="wss://e.com/" eotThreshold="0.8"',
    'url="wss://e.com/" speechModel="flux" eotThreshold="0.95"',
    'url="wss://e.com/" speechModel="flux" language="pl-PL"',
    'url="wss://e.com/" speechModel="flux" transcriptionLanguage="ar-SA"',
    'url="wss://e.com/" speechTimeout="500"',
    'url="wss://e.com/" speechTimeout="5001"',
    'url="wss://e.com/" dtmfDetection="yes"',
    'url="wss://e.com/" events="speaker_events"',
    'url="wss://e.com/" language="English"',
    'url="wss://e.com/" language="multi" ttsProvider="Google"',
    `url="wss://e.com/" language="es-MX" voice="${VOICE}" ttsProvider="ElevenLabs" transcriptionProvider="Deepgram"`,
    'url="wss://e.com/" language="he-IL" transcriptionProvider="Google" speechModel="long"',
    'url="wss://e.com/" transcriptionProvider="Google" language="cs-CZ" hints="Ringback"',
    'url="wss://e.com/" transcriptionProvider="Whisper"',
    'url="wss://e.com/" voice="Rachel"',
    `url="wss://e.com/" voice="${VOICE}-1_0.6_0.8"`,
    `url="wss://e.com/" voice="${VOICE}-1.0_0.6"`,
    `url="wss://e.com/" voice="${VOICE}-1.3_0.6_0.8"`,
    `url="wss://e.com/" voice="${VOICE}-fast_v9-1.0_0.6_0.8"`,
    `url="wss://e.com/" ttsProvider="Google" voice="${VOICE}"`,
  ])('refuse %s with 64101', (attributes) => {
    expect(codeOf(attributes)).toBe(64_101);
  });

  it.each([
    ['<Parameter name="x"/>', 64_101],
    ['<Language ttsProvider="Google"/>', 64_101],
    ['<Language code="de-DE" ttsProvider="Google" voice="Joanna"/>', 64_101],
    ['<Say>hi</Say>', 12_200],
  ])('refuse %s inside', (children, code) => {
    expect(codeOf('url="wss://e.com/"', children)).toBe(code);
  });
});
