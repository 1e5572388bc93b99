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
