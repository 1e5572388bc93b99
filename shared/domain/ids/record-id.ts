/** 2025-01-01T00:00:00Z in epoch milliseconds: the zero of every record id. */
export const ID_EPOCH_MS = 1_735_689_600_000;
const RANDOM_SPAN = 4096;

/**
 * A record id: 41 bits of milliseconds since 2025-01-01 UTC, then 12 random bits, so 53 bits in all:
 * a positive integer that JSON carries exactly, ordered by creation time, until the year 2094.
 * Two records of one millisecond may draw the same id (1 in 4,096): the create-once condition refuses the second, which draws again.
 */
export function createRecordId(nowMs: number, random: () => number): number {
  return (nowMs - ID_EPOCH_MS) * RANDOM_SPAN + Math.floor(random() * RANDOM_SPAN);
}

/** The creation time that an id carries, in epoch milliseconds. */
export function recordIdTime(id: number): number {
  return Math.floor(id / RANDOM_SPAN) + ID_EPOCH_MS;
}

/** The smallest id that a record created at this epoch millisecond can have. */
export function firstRecordIdAt(timeMs: number): number {
  return Math.max(0, timeMs - ID_EPOCH_MS) * RANDOM_SPAN;
}

/** Reads an id from a path or a query: digits only, positive, exact as a JSON number; undefined otherwise. */
export function parseRecordId(text: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
