import { createHash } from 'node:crypto';

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
