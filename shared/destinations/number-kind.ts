import table from '#shared/destinations/number-kinds.json' with { type: 'json' };

/** As sentences name them. The table is generated from the metadata of libphonenumber: infra/generate/destinations/number-kinds.ts */
export const numberKinds = [
  'premium rate',
  'shared cost',
  /** A number that follows a person to any phone, such as +44 70. */
  'personal number',
  /** +44 76. */
  'pager',
  'satellite',
  /** +878, +882, +883 and +888. */
  'international network',
] as const;
export type NumberKind = (typeof numberKinds)[number];

const LONGEST_CALLING_CODE = 3;
const rows: ReadonlyMap<string, Partial<Record<NumberKind, string>>> = new Map(Object.entries(table));

/** Undefined for numbers that are called like any other: fixed and mobile lines, free numbers, and numbers of companies. */
export function kindOf(e164: string): NumberKind | undefined {
  // No calling code begins with another one.
  for (let length = 1; length <= LONGEST_CALLING_CODE; length += 1) {
    const row = rows.get(e164.slice(1, 1 + length));
    if (row) return numberKinds.find((kind) => matches(row[kind], e164.slice(1 + length)));
  }
  return undefined;
}

function matches(pattern: string | undefined, national: string): boolean {
  return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(national);
}
