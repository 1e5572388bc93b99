import { expect, it } from 'vitest';
import { relaySettings } from '#shared/integrations/twilio/relay-settings.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { buildAssistant } from '#test/support/builders.ts';

// What each setting of an assistant does is in test/settings.
it('ends turns by silence where the turn-taking model does not know the language', () => {
  const assistant = buildAssistant({ endpointType: 'ai' });
  const settings = relaySettings(assistant, findPublicVoice(1)!, findLanguageByName('Slovenian')!);
  expect(settings).toMatchObject({ speechTimeout: 1600 });
  expect(settings.speechModel).toBeUndefined();
});
