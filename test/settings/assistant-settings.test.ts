import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { assistantSettings, recordOnlyFields } from '#shared/catalog/assistant-settings.ts';
import type { AssistantSetting } from '#shared/catalog/settings/setting.ts';
import { engineModes } from '#shared/domain/assistant/assistant.ts';
import { toAssistantRecord } from '#shared/domain/assistant/assistant-record.ts';
import { CreateAssistantBody } from '#shared/http/assistant-body.ts';
import { callProofs } from '#test/settings/call-proofs.ts';
import { identityProofs } from '#test/settings/identity-proofs.ts';
import { prove, type Proofs } from '#test/settings/proof.ts';
import { speechProofs } from '#test/settings/speech-proofs.ts';
import { turnProofs } from '#test/settings/turn-proofs.ts';
import { assistantOf, attributesOf, sessionOf, twimlOf } from '#test/settings/wire.ts';

const proofs: Proofs = { ...speechProofs, ...turnProofs, ...callProofs, ...identityProofs };
const settings: readonly AssistantSetting[] = assistantSettings;

describe.each(assistantSettings)('$field', ({ field, ...setting }) => {
  it.each(engineModes)(`in %s mode: what goes over the wire`, async (mode) => {
    const proof = proofs[field];
    expect(proof, `${setting[mode].support}: ${setting[mode].how}`).toBeDefined();
    expect.hasAssertions();
    if (proof) await prove(proof, mode);
  });
});

describe('the table of settings', () => {
  it('has every field that a request may have, once', () => {
    const body = v.parse(v.object({ entries: v.record(v.string(), v.unknown()) }), CreateAssistantBody.pipe.at(-1));
    const fields: string[] = settings.map(({ field }) => field);
    expect(fields).toEqual([...new Set(fields)]);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(body.entries)));
  });

  it('has every field of the record', () => {
    const shown = new Set([...settings.flatMap(({ record }) => record), ...recordOnlyFields]);
    expect(Object.keys(toAssistantRecord(assistantOf('pipeline'))).filter((field) => !shown.has(field))).toEqual([]);
  });

  it('names all that the carrier is told of an assistant, and nothing that it is never told', async () => {
    const assistants = [
      assistantOf('pipeline', { filler_audios: true, min_interrupt_words: 3 }),
      assistantOf('pipeline', { endpoint_type: 'ai', min_interrupt_words: 1 }),
    ];
    const told = await Promise.all(
      assistants.map(async (assistant) => Object.keys(attributesOf(await twimlOf(assistant), 'ConversationRelay'))),
    );
    const named = settings.flatMap(({ pipeline }) => pipeline.attributes ?? []).filter((name) => !name.includes('.'));
    // What is the same for every assistant.
    const always = ['url', 'dtmfDetection', 'Parameter'];
    expect(new Set(told.flat())).toEqual(new Set([...named, ...always]));
  });

  it('names fields that the session of the speech model has', () => {
    const sessions = [sessionOf({ endpoint_type: 'vad' }), sessionOf({ endpoint_type: 'ai' })];
    const has = (session: unknown, path: string) =>
      path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], session) !==
      undefined;
    const named = settings.flatMap(({ multimodal }) => multimodal.session ?? []);
    expect(named.filter((path) => !sessions.some((session) => has(session, path)))).toEqual([]);
  });
});
