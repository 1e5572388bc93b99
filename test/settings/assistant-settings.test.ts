import { describe, expect, it } from 'vitest';
import type { Setting } from '#shared/assistants/setting.ts';
import { settings, type SettingField } from '#shared/assistants/settings.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { settingAttributes } from '#shared/integrations/twilio/setting-attributes.ts';
import { callProofs } from '#test/settings/call-proofs.ts';
import { identityProofs } from '#test/settings/identity-proofs.ts';
import type { Proofs } from '#test/settings/proof.ts';
import { speechProofs } from '#test/settings/speech-proofs.ts';
import { turnProofs } from '#test/settings/turn-proofs.ts';
import { assistantOf, attributesOf, sessionOf, twimlOf } from '#test/settings/wire.ts';

const proofs: Proofs = { ...speechProofs, ...turnProofs, ...callProofs, ...identityProofs };
const rows = Object.values<Setting>(settings).flatMap(({ request, record, pipeline, multimodal }) =>
  pipeline && multimodal ? [{ field: (request ?? record) as SettingField, pipeline, multimodal }] : [],
);

describe.each(rows)('$field', ({ field, ...setting }) => {
  it.each(engineModes)(`in %s mode: the effect on the wire`, async (mode) => {
    const proof = proofs[field];
    expect(proof, `${setting[mode].support}: ${setting[mode].how}`).toBeDefined();
    expect.hasAssertions();
    for (const one of [typeof proof === 'function' ? proof : (proof?.[mode] ?? [])].flat()) await one(mode);
  });
});

describe('the table of settings', () => {
  it('names every attribute that the carrier gets of an assistant, and no other', async () => {
    const assistants = [
      assistantOf('pipeline', { filler_audios: true, min_interrupt_words: 3 }),
      assistantOf('pipeline', { endpoint_type: 'ai', min_interrupt_words: 1 }),
    ];
    const sent = await Promise.all(
      assistants.map(async (assistant) => Object.keys(attributesOf(await twimlOf(assistant), 'ConversationRelay'))),
    );
    const named = Object.values(settingAttributes.pipeline)
      .flat()
      .filter((name) => !name.includes('.'));
    // What no setting decides.
    const always = [
      'url',
      'dtmfDetection',
      'events',
      'profanityFilter',
      'elevenlabsTextNormalization',
      'reportInputDuringAgentSpeech',
      'Parameter',
    ];
    expect(new Set(sent.flat())).toEqual(new Set([...named, ...always]));
  });

  it('names fields that the session of the speech model has', () => {
    const sessions = [sessionOf({ endpoint_type: 'vad' }), sessionOf({ endpoint_type: 'ai' })];
    const has = (session: unknown, path: string) =>
      path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], session) !==
      undefined;
    const named = rows.flatMap(({ multimodal }) => multimodal.session ?? []);
    expect(named.filter((path) => !sessions.some((session) => has(session, path)))).toEqual([]);
  });
});
