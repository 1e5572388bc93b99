import { expect, it } from 'vitest';
import { findLanguageByName, languages } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { relaySettings } from '#shared/integrations/twilio/call-instructions.ts';
import { buildAssistant } from '#test/support/builders.ts';

// What each setting of an assistant does is in test/settings.
it.each(['Slovenian', 'Polish'])('ends turns by silence in %s, which the turn-taking model does not speak', (name) => {
  const language = findLanguageByName(name)!;
  const assistant = buildAssistant({ endpointType: 'ai', languageId: language.id });
  const settings = relaySettings(assistant, findPublicVoice(1)!, language);
  expect(settings).toMatchObject({ speechTimeout: 600 });
  expect(settings.speechModel).not.toBe('flux');
});

it.each([
  { name: 'English', hints: ['Ada', 'Smith, Jones'], expected: 'Ada,Smith  Jones' },
  { name: 'English', hints: [], expected: undefined },
  // Google refuses hints in some languages.
  { name: 'Icelandic', hints: ['Ada'], expected: undefined },
])('tells speech-to-text in $name the names $hints: $expected', ({ name, hints, expected }) => {
  const settings = relaySettings(buildAssistant(), findPublicVoice(1)!, findLanguageByName(name)!, { hints });
  expect(settings.hints).toBe(expected);
});

it.each([
  { voiceId: 1, expected: 'on' },
  { voiceId: 9, expected: undefined },
])(
  'has ElevenLabs read numbers and dates as they are said, as the other voices do: $voiceId',
  ({ voiceId, expected }) => {
    const settings = relaySettings(buildAssistant(), findPublicVoice(voiceId)!, findLanguageByName('English')!);
    expect(settings.elevenlabsTextNormalization).toBe(expected);
  },
);

it.each([
  { name: 'Punjabi', language: 'pa-IN', expected: 'pa-Guru-IN' },
  { name: 'Chinese (Cantonese)', language: 'yue-HK', expected: 'yue-Hant-HK' },
  { name: 'Swahili', language: 'sw-KE', expected: undefined },
  { name: 'English', language: 'en-US', expected: undefined },
])("names $name by Google's code for speech-to-text, which has the script: $expected", (row) => {
  const settings = relaySettings(buildAssistant(), findPublicVoice(1)!, findLanguageByName(row.name)!);
  expect(settings).toMatchObject({ language: row.language, transcriptionLanguage: row.expected });
});

it.each([
  { name: 'English', model: 'nova-3-general' },
  { name: 'Spanish (Mexico)', model: 'nova-3-general' },
  { name: 'Polish', model: 'nova-2-general' },
  { name: 'Chinese (Mandarin)', model: 'nova-2-general' },
  { name: 'Hebrew', model: 'long' },
  { name: 'Swahili', model: 'long' },
])('names the model of speech-to-text in $name: the carrier has none of its own for most languages', (row) => {
  const settings = relaySettings(buildAssistant(), findPublicVoice(1)!, findLanguageByName(row.name)!);
  expect(settings.speechModel).toBe(row.model);
});

it('has provider and model of both directions in every language', () => {
  for (const language of languages) {
    for (const endpointType of ['vad', 'ai'] as const) {
      const assistant = buildAssistant({ languageId: language.id, endpointType });
      const { ttsProvider, voice, transcriptionProvider, speechModel } = relaySettings(
        assistant,
        findPublicVoice(1)!,
        language,
      );
      expect([ttsProvider, voice, transcriptionProvider, speechModel]).not.toContain(undefined);
      const isGoogle = transcriptionProvider === 'Google';
      expect(String(speechModel)).toMatch(isGoogle ? /^long$/ : /^(?:flux|nova-[23]-general)$/);
    }
  }
});

it.each([
  { name: 'Arabic', voice: 'ar-XA-Chirp3-HD-Aoede', expected: 'ar-XA' },
  { name: 'Spanish (Mexico)', voice: 'es-US-Chirp3-HD-Aoede', expected: 'es-US' },
  { name: 'Urdu', voice: 'ur-IN-Chirp3-HD-Aoede', expected: 'ur-IN' },
  { name: 'Chinese (Mandarin)', voice: 'cmn-CN-Chirp3-HD-Aoede', expected: 'cmn-CN' },
  { name: 'German', voice: 'de-DE-Chirp3-HD-Aoede', expected: undefined },
])("speaks $name in the language of Google's voice: $expected", ({ name, voice, expected }) => {
  const settings = relaySettings(buildAssistant(), findPublicVoice(9)!, findLanguageByName(name)!);
  expect(settings).toMatchObject({ ttsProvider: 'Google', voice, ttsLanguage: expected });
});
