import { expect, it } from 'vitest';
import { relaySettings } from '#shared/integrations/twilio/relay-settings.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { buildAssistant } from '#test/support/builders.ts';

// What each setting of an assistant does is in test/settings.
it.each(['Slovenian', 'Polish'])('ends turns by silence in %s, which the turn-taking model does not speak', (name) => {
  const assistant = buildAssistant({ endpointType: 'ai' });
  const settings = relaySettings(assistant, findPublicVoice(1)!, findLanguageByName(name)!);
  expect(settings).toMatchObject({ speechTimeout: 600 });
  expect(settings.speechModel).toBeUndefined();
});
