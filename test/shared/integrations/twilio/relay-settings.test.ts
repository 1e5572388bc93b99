import { expect, it } from 'vitest';
import { relaySettings } from '#shared/integrations/twilio/call-instructions.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { buildAssistant } from '#test/support/builders.ts';

// What each setting of an assistant does is in test/settings.
it.each(['Slovenian', 'Polish'])('ends turns by silence in %s, which the turn-taking model does not speak', (name) => {
  const language = findLanguageByName(name)!;
  const assistant = buildAssistant({ endpointType: 'ai', languageId: language.id });
  const settings = relaySettings(assistant, findPublicVoice(1)!, language);
  expect(settings).toMatchObject({ speechTimeout: 600 });
  expect(settings.speechModel).toBeUndefined();
});

it.each([
  { name: 'English', hints: ['Ada', 'Smith, Jones'], expected: 'Ada,Smith  Jones' },
  { name: 'English', hints: [], expected: undefined },
  // Google refuses hints in some languages.
  { name: 'Icelandic', hints: ['Ada'], expected: undefined },
])('tells speech-to-text in $name the names $hints: $expected', ({ name, hints, expected }) => {
  const settings = relaySettings(buildAssistant(), findPublicVoice(1)!, findLanguageByName(name)!, hints);
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
