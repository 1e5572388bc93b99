/** The size of an item in bytes by AWS's published rules: names and values of its attributes. */
export function itemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  // 3 bytes for the list or map, and 1 for each element.
  if (Array.isArray(value)) return value.reduce((sum: number, element) => sum + 1 + valueBytes(element), 3);
  if (typeof value === 'object' && value !== null) return 3 + Object.keys(value).length + itemBytes({ ...value });
  return 1;
}

/** One byte for two digits, plus one. */
function numberBytes(value: number): number {
  const digits = String(Math.abs(value))
    .replace('.', '')
    .replaceAll(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1;
}

export const writeUnits = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024));
/** Strongly consistent. */
export const readUnits = (bytes: number) => Math.max(1, Math.ceil(bytes / 4096));
