import { createHash } from 'node:crypto';
import type { FaultName, FaultSettings } from '#infra/local/faults/fault-settings.ts';

/** A number of [0, 1) that depends on nothing else than its arguments. */
export function draw(seed: number, ...of: ReadonlyArray<string | number>): number {
  return (
    createHash('sha256')
      .update([seed, ...of].join(' '))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48
  );
}

/**
 * The fault of request `n` of a kind, or none. `possible`: what can happen to this request, in a fixed order; each with its own share.
 */
export function chooseFault(
  { seed, rate, rates }: FaultSettings,
  kind: string,
  n: number,
  possible: readonly FaultName[],
): FaultName | undefined {
  const at = draw(seed, kind, n);
  let edge = 0;
  return possible.find((name) => {
    edge += rates[name] ?? rate;
    return at < edge;
  });
}
