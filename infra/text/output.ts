import type { Appearance, Printout, Row } from '#clients/cli/src/output.ts';

/** The output may go to a file or a pipe: nothing is cut, and nothing has colours. */
export const plain: Omit<Appearance, 'json'> = { columns: Number.POSITIVE_INFINITY, colour: false };

export function recordPrintout(record: Row, hint?: string): Printout {
  return { json: record, sections: [{ record }, ...(hint === undefined ? [] : [{ text: hint }])] };
}

export function listPrintout(rows: Row[]): Printout {
  return { json: rows, sections: [{ rows }] };
}

/** UTC, with milliseconds. */
export function timeCell(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
