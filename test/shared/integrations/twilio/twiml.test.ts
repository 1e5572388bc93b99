import { expect, it } from 'vitest';
import { bridgeTwiml, conversationTwiml, writeXml } from '#shared/integrations/twilio/twiml.ts';

it.each([
  { what: 'an empty element', element: { name: 'Hangup' }, xml: '<Hangup/>' },
  {
    what: 'attributes of every type, without the undefined ones',
    element: { name: 'A', attributes: { a: 'x', b: 1, c: true, d: undefined } },
    xml: '<A a="x" b="1" c="true"/>',
  },
  {
    what: 'children in order',
    element: { name: 'A', children: [{ name: 'B' }, 'text', { name: 'C' }] },
    xml: '<A><B/>text<C/></A>',
  },
  {
    what: 'reserved characters',
    element: { name: 'A', attributes: { a: `<&>"'` }, children: ['<&>'] },
    xml: `<A a="&lt;&amp;&gt;&quot;'">&lt;&amp;&gt;</A>`,
  },
  {
    what: 'no characters that XML cannot carry',
    element: { name: 'A', children: ['a\u0000b\u001Fc\uFFFEd\uD800e'] },
    xml: '<A>abcd\uFFFDe</A>',
  },
  { what: 'line breaks, tabs and emoji', element: { name: 'A', children: ['a\n\tb🙂'] }, xml: '<A>a\n\tb🙂</A>' },
])('XML writer writes $what', ({ element, xml }) => expect(writeXml(element)).toBe(xml));

const bridge = {
  projectId: 'proj_1',
  sipHost: 'sip.api.openai.com',
  headers: { 'X-Ringback-Call': '7.1001', 'X-Ringback-Token': 'a-_b' },
  actionUrl: 'https://a/bridge-ended',
  timeLimitSeconds: 600,
  transcription: { url: 'https://a/transcription', languageCode: 'de-DE', engine: 'deepgram' as const },
  recordingUrl: null,
};

it('the TwiML of a multimodal call writes down both sides and bridges the line over TLS, with signed headers', () =>
  expect(bridgeTwiml(bridge)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response>' +
      '<Start><Transcription statusCallbackUrl="https://a/transcription" statusCallbackMethod="POST" ' +
      'track="both_tracks" languageCode="de-DE" transcriptionEngine="deepgram" partialResults="false" ' +
      'profanityFilter="false" enableAutomaticPunctuation="true"/></Start>' +
      '<Dial action="https://a/bridge-ended" method="POST" answerOnBridge="true" timeout="15" timeLimit="600">' +
      '<Sip>sip:proj_1@sip.api.openai.com;transport=tls?X-Ringback-Call=7.1001&amp;X-Ringback-Token=a-_b</Sip>' +
      '</Dial></Response>',
  ));

it.each(['Grüße & Küsse. ', '请问您今天有时间吗？', '🙂', 'a'])(
  'a greeting of %j without end fits into 64 kB',
  (words) => {
    const greeting = words.repeat(200_000 / words.length);
    const parts = { socketUrl: 'wss://a', actionUrl: 'https://a', settings: {}, parameters: {}, recordingUrl: null };
    const twiml = conversationTwiml({ ...parts, greeting });
    expect(new TextEncoder().encode(twiml).length).toBeLessThan(64_000);
    const [, written = ''] = /welcomeGreeting="([^"]*)"/.exec(twiml) ?? [];
    const said = written.replaceAll('&amp;', '&');
    expect(greeting.startsWith(said)).toBe(true);
    // What the voice says in 20 minutes, the longest call.
    expect(said.length).toBeGreaterThan(words === '🙂' ? 6000 : 10_000);
  },
);
