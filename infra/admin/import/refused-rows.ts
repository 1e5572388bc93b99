import { writeFile } from 'node:fs/promises';
import type { Section } from '#infra/admin/output.ts';

export interface RefusedRow {
  line: number;
  reason: string;
}

const SHOWN = 20;

/** The first refused rows, for the screen. */
export function refusedSections(refused: readonly RefusedRow[], reportFile: string | undefined): Section[] {
  if (refused.length === 0) return [];
  const rest = refused.length - SHOWN;
  const where =
    reportFile === undefined ? 'name a file with --report to see them all' : `all of them are in ${reportFile}`;
  return [
    {
      title: 'Refused',
      rows: refused.slice(0, SHOWN).map(({ line, reason }) => ({ line, reason })),
    },
    ...(rest > 0 ? [{ text: `and ${rest} more; ${where}` }] : []),
  ];
}

/** All of them, as CSV. */
export async function writeReport(file: string, refused: readonly RefusedRow[]): Promise<void> {
  const lines = refused.map(({ line, reason }) => `${line},"${reason.replaceAll('"', '""')}"`);
  await writeFile(file, ['line,reason', ...lines, ''].join('\n'));
}

/** By line: rows are worked on at once, and finish in any order. */
export function inOrder(refused: readonly RefusedRow[]): RefusedRow[] {
  return refused.toSorted((one, other) => one.line - other.line);
}
