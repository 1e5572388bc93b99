import { expect, it } from 'vitest';
import { findLanguageByName, languages } from '#shared/catalog/languages.ts';
import { backupVoice, describeVoice, publicVoices, voiceInLanguage, type Voice } from '#shared/catalog/voices.ts';

const build = (provider: Voice['provider'], providerVoice: string): Voice => ({
  id: 1,
  name: 'Voice',
  mode: 'pipeline',
  provider,
  providerVoice,
});

it.each([
  { voice: build('ElevenLabs', 'abc'), language: 'English', spoken: ['ElevenLabs', 'abc'] },
  { voice: build('ElevenLabs', 'abc'), language: 'German', spoken: ['ElevenLabs', 'abc'] },
  { voice: build('ElevenLabs', 'abc'), language: 'Slovenian', spoken: ['Google', 'sl-SI-Chirp3-HD-Aoede'] },
  { voice: build('ElevenLabs', 'abc'), language: 'Icelandic', spoken: ['Google', 'is-IS-Standard-B'] },
  {
    voice: build('ElevenLabs', 'abc'),
    language: 'Chinese (Cantonese)',
    spoken: ['Google', 'yue-HK-Chirp3-HD-Aoede'],
  },
  { voice: build('Google', 'en-US-Chirp3-HD-Puck'), language: 'French', spoken: ['Google', 'fr-FR-Chirp3-HD-Puck'] },
  { voice: build('Google', 'en-US-Chirp3-HD-Puck'), language: 'Arabic', spoken: ['Google', 'ar-XA-Chirp3-HD-Puck'] },
  { voice: build('Google', 'en-US-Wavenet-D'), language: 'English', spoken: ['Google', 'en-US-Wavenet-D'] },
  { voice: build('Amazon', 'Joanna-Neural'), language: 'English', spoken: ['Amazon', 'Joanna-Neural'] },
])('$voice.provider $voice.providerVoice is $spoken in $language', ({ voice, language, spoken }) => {
  const { provider, providerVoice } = voiceInLanguage(voice, findLanguageByName(language)!);
  expect([provider, providerVoice]).toEqual(spoken);
});

it('finds a voice of the same language for every public voice of pipeline mode', () => {
  for (const voice of publicVoices.filter(({ mode }) => mode === 'pipeline')) {
    for (const language of languages) {
      const { provider, providerVoice } = voiceInLanguage(voice, language);
      const isGoogle = provider === 'Google';
      expect(isGoogle ? /^[a-z]{2,3}-[A-Z]{2}-/.test(providerVoice) : provider === 'ElevenLabs').toBe(true);
    }
  }
});

it.each(publicVoices.filter(({ mode }) => mode === 'pipeline'))(
  'the backup of $name is of another provider, and alike',
  (voice) => {
    const backup = backupVoice(voice);
    const kindOf = (one: Voice) => /^(?:Fem|M)ale/u.exec(describeVoice(one) ?? '')?.[0];
    expect(backup.mode).toBe('pipeline');
    expect(backup.provider).not.toBe(voice.provider);
    expect(kindOf(backup)).toBe(kindOf(voice));
  },
);

it('a voice of a user, of which nothing is published, has a backup, too', () => {
  const voice = {
    id: 5001,
    name: 'Joanna',
    mode: 'pipeline',
    provider: 'Amazon',
    providerVoice: 'Joanna-Neural',
  } as const;
  expect(backupVoice(voice).provider).not.toBe('Amazon');
});
