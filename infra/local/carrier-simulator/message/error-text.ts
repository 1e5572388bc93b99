const texts: Record<number, string> = {
  30_003: 'Unreachable destination handset',
  30_008: 'Unknown error',
};

/** The carrier's words for what became of a message. */
export const errorText = (code: number): string => texts[code] ?? 'Unknown error';
