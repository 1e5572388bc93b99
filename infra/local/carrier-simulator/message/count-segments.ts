const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Written as an escape and a second character. */
const EXTENDED = new Set('\f^{}\\[~]|€');

interface Alphabet {
  sizeOf: (character: string) => number;
  single: number;
  concatenated: number;
}

const gsm7: Alphabet = { sizeOf: (character) => (EXTENDED.has(character) ? 2 : 1), single: 160, concatenated: 153 };
const ucs2: Alphabet = { sizeOf: (character) => character.length, single: 70, concatenated: 67 };

/** How many messages a telephone receives for this text. One character outside of GSM-7 moves all of it to UCS-2. */
export function countSegments(text: string): number {
  const characters = Array.from(text);
  const isGsm7 = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const { sizeOf, single, concatenated } = isGsm7 ? gsm7 : ucs2;
  const sizes = characters.map(sizeOf);
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    // A character of two units is never torn between two segments.
    if (used + size > concatenated) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
