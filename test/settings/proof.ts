import { expect } from 'vitest';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { SettingField } from '#shared/assistants/settings.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { assistantOf, relayOf, sessionOf, wireOf, type Request } from '#test/settings/wire.ts';

/** Asserts what a field does in a mode. */
export type Proof = (mode: EngineMode) => unknown;

/** Proofs mode by mode, or one for any. */
export type Proofs = Partial<Record<SettingField, Record<EngineMode, Proof | Proof[]> | Proof>>;

/** The carrier gets these attributes of `<ConversationRelay>`. */
export const relay =
  (request: Request, attributes: object): Proof =>
  async () =>
    expect(await relayOf(request)).toMatchObject(attributes);

/** The speech model is asked to hold a session with these fields. */
export const session =
  (request: Request, fields: object): Proof =>
  () =>
    expect(sessionOf(request)).toMatchObject(fields);

/** What the speech model is asked to hear, and when a turn of the customer ends. */
export const hearing = (request: Request, input: object): Proof => session(request, { audio: { input } });
export const turnDetection = (request: Request, fields: object): Proof => hearing(request, { turn_detection: fields });
export const instructions = (request: Request, text: string): Proof =>
  session(request, { instructions: expect.stringContaining(text) });

/** Nothing that goes over the wire changes with the field, though the record shows it. */
export const noEffect = (one: Request, other: Request): Proof =>
  isSilent((mode) => [assistantOf(mode, one), assistantOf(mode, other)]);

export const isSilent =
  (make: (mode: EngineMode) => [Assistant, Assistant]): Proof =>
  async (mode) => {
    const [first, second] = make(mode);
    expect(first).not.toEqual(second);
    expect(await wireOf(first)).toEqual(await wireOf(second));
  };
