/** `2025-06-30T11:53:20.000000Z`: the ISO form of the contract, with microseconds. */
export function toIsoMicroseconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '000Z');
}

/** `2025-06-30 11:53:20`: the plain form of the contract, in UTC. */
export function toPlainTime(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}
