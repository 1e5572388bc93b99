import { expect } from 'vitest';
import type { SettingField } from '#shared/assistants/settings.ts';
import type { EngineMode } from '#shared/assistants/assistant.ts';
import { assistantOf, wireOf, type Request } from '#test/settings/wire.ts';

/** Asserts what a field does, mode by mode or for any. */
export type RowProof = Record<EngineMode, () => unknown> | ((mode: EngineMode) => unknown);

export type Proofs = Partial<Record<SettingField, RowProof>>;

export const prove = (proof: RowProof, mode: EngineMode): unknown =>
  typeof proof === 'function' ? proof(mode) : proof[mode]();

/** Nothing that goes over the wire changes with the field, though the record shows it. */
export function noEffect(one: Request, other: Request) {
  return { pipeline: () => isSilent('pipeline'), multimodal: () => isSilent('multimodal') };

  async function isSilent(mode: EngineMode): Promise<void> {
    const [first, second] = [assistantOf(mode, one), assistantOf(mode, other)];
    expect(first).not.toEqual(second);
    expect(await wireOf(first)).toEqual(await wireOf(second));
  }
}
