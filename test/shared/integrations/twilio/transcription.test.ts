import { expect, it } from 'vitest';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { transcriptionProviderFor } from '#shared/integrations/twilio/transcription.ts';

it.each([
  { language: 'English', provider: 'Deepgram' },
  { language: 'Portuguese (Brazil)', provider: 'Deepgram' },
  { language: 'Chinese (Mandarin)', provider: 'Deepgram' },
  { language: 'Chinese (Cantonese)', provider: 'Google' },
  { language: 'Swahili', provider: 'Google' },
  { language: 'Basque', provider: 'Google' },
])('transcription provider $language is understood by $provider', ({ language, provider }) => {
  expect(transcriptionProviderFor(findLanguageByName(language)!)).toBe(provider);
});

it.each([
  { language: 'German', providerId: 1, usual: 'Deepgram', backup: 'Google' },
  { language: 'German', providerId: 2, usual: 'Google', backup: 'Deepgram' },
  { language: 'German', providerId: null, usual: 'Deepgram', backup: 'Google' },
  { language: 'Basque', providerId: 2, usual: 'Google', backup: 'Google' },
  { language: 'Basque', providerId: null, usual: 'Google', backup: 'Google' },
])('of $language with provider $providerId, $usual transcribes, and $backup when that fails', (row) => {
  const language = findLanguageByName(row.language)!;
  expect(transcriptionProviderFor(language, { providerId: row.providerId })).toBe(row.usual);
  expect(transcriptionProviderFor(language, { providerId: row.providerId, isBackup: true })).toBe(row.backup);
});
