import { draw } from '@ringback/simulators/line/draw.ts';
import type { FaultName, FaultSettings } from '#infra/local/faults/fault-settings.ts';

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
