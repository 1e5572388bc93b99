import { SessionBody } from '@ringback/simulators/openai/session-body.ts';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { realtimeSessionConfig } from '#shared/integrations/openai/realtime-session.ts';
import { buildAssistant, buildScript } from '#test/support/builders.ts';
import { endCallOffer } from '#test/support/tools.ts';

const voice = publicVoices.find(({ providerVoice }) => providerVoice === 'marin')!;
const language = findLanguageByName('English')!;
const tools = { url: 'https://api.example.com/tools', token: 'secret', offered: endCallOffer('x') };

function session(changes: Partial<Assistant> = {}, script: Partial<ConversationScript> = {}, isMuted = false) {
  const assistant = buildAssistant({ mode: 'multimodal', llmModelId: null, multimodalModelId: 101, ...changes });
  const words = buildScript(script);
  return realtimeSessionConfig({
    model: 'gpt-realtime-2.1',
    assistant,
    voice,
    language,
    script: words,
    tools,
    isMuted,
  });
}

const turns = (changes: Partial<Assistant>, isMuted = false) =>
  session(changes, {}, isMuted).audio.input.turn_detection;

it('falls back to a voice that it has', () => {
  const elevenLabs = publicVoices.find(({ mode }) => mode === 'pipeline')!;
  const assistant = buildAssistant({ mode: 'multimodal' });
  const { audio } = realtimeSessionConfig({
    model: 'gpt-realtime-2.1',
    assistant,
    voice: elevenLabs,
    language,
    script: buildScript(),
  });
  expect(audio.output.voice).toBe('alloy');
});

it.each([
  { sensitivity: 0, ms: 300, eagerness: 'high', threshold: 0.8 },
  { sensitivity: 0.5, ms: 500, eagerness: 'high', threshold: 0.5 },
  { sensitivity: 2.6, ms: 2600, eagerness: 'medium', threshold: 0.41 },
  { sensitivity: 5, ms: 5000, eagerness: 'low', threshold: 0.3 },
])('takes turns by sensitivity $sensitivity', ({ sensitivity, ms, eagerness, threshold }) => {
  const vad = turns({ endpointType: 'vad', endpointSensitivity: sensitivity, interruptSensitivity: sensitivity });
  expect(vad).toMatchObject({ type: 'server_vad', silence_duration_ms: ms, threshold });
  const ai = turns({ endpointType: 'ai', endpointSensitivity: sensitivity });
  expect(ai).toMatchObject({ type: 'semantic_vad', eagerness });
});

it('says nothing by itself while it is muted, and its sentences cannot be interrupted', () => {
  const muted = turns({ allowInterruptions: true, reengagementInterval: 12 }, true);
  expect(muted).toMatchObject({ create_response: false, interrupt_response: false });
  expect(muted).not.toHaveProperty('idle_timeout_ms');
});

it('is accepted by the published rules, whatever the settings', () => {
  const all = [{}, { endpointType: 'ai' }, { noiseCancellation: false }, { speechSpeed: 0.7 }] as const;
  for (const changes of all) {
    for (const isMuted of [true, false]) {
      const body = session(changes, {}, isMuted);
      expect(v.safeParse(SessionBody, body).issues).toBeUndefined();
    }
  }
});
