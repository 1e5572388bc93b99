import { expect, it } from 'vitest';
import { relaySettings } from '#shared/integrations/twilio/relay-settings.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { buildAssistant } from '#test/support/builders.ts';

const settings = (changes: Partial<Assistant>, voiceId = 1, language = 'English') =>
  relaySettings(buildAssistant(changes), findPublicVoice(voiceId)!, findLanguageByName(language)!);

it.each([
  { assistant: { speechSpeed: 1, voiceStability: 0.7, voiceSimilarity: 0.5 }, suffix: '1.0_0.7_0.5' },
  { assistant: { speechSpeed: 0.75, voiceStability: 0, voiceSimilarity: 1 }, suffix: '0.75_0.0_1.0' },
])('writes the voice with $suffix', ({ assistant, suffix }) => {
  expect(settings(assistant)['voice']).toBe(`EXAVITQu4vr4xnSDxMaL-flash_v2_5-${suffix}`);
});

it('gives voices of other providers as they are', () => {
  const voice = { id: 1, name: 'J', mode: 'pipeline', provider: 'Amazon', providerVoice: 'Joanna-Neural' } as const;
  const given = { ttsProvider: 'Amazon', voice: 'Joanna-Neural' };
  expect(relaySettings(buildAssistant(), voice, findLanguageByName('English')!)).toMatchObject(given);
});

it.each([
  { sensitivity: 0, timeout: 2000, threshold: 0.9 },
  { sensitivity: 0.5, timeout: 1600, threshold: 0.86 },
  { sensitivity: 3, timeout: 1000, threshold: 0.78 },
  { sensitivity: 5, timeout: 600, threshold: 0.6 },
])('ends turns by endpoint sensitivity $sensitivity', ({ sensitivity, timeout, threshold }) => {
  const byVoice = settings({ endpointType: 'vad', endpointSensitivity: sensitivity });
  const byModel = settings({ endpointType: 'ai', endpointSensitivity: sensitivity });
  expect(byVoice).toMatchObject({ speechTimeout: timeout });
  expect(byVoice.speechModel).toBeUndefined();
  expect(byModel).toMatchObject({ speechModel: 'flux', eotThreshold: threshold });
  expect(byModel.speechTimeout).toBeUndefined();
});

it.each([
  { language: 'German', locale: 'de-DE', ttsProvider: 'ElevenLabs', transcriptionProvider: 'Deepgram' },
  { language: 'Slovenian', locale: 'sl-SI', ttsProvider: 'Google', transcriptionProvider: 'Google' },
])('speaks $language with a voice and a listener that know it', ({ language, locale, ...providers }) => {
  expect(settings({ endpointType: 'ai' }, 1, language)).toMatchObject({ language: locale, ...providers });
});

it('ends turns by silence where the turn-taking model does not listen', () => {
  const slovenian = settings({ endpointType: 'ai' }, 1, 'Slovenian');
  expect(slovenian).toMatchObject({ speechTimeout: 1600 });
  expect(slovenian.speechModel).toBeUndefined();
});
