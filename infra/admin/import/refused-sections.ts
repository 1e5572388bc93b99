import type { Section } from '#clients/cli/src/output.ts';
import type { RefusedRows } from '#infra/admin/import/import-table.ts';

const SHOWN = 20;

/** The first refused rows, for the terminal. */
export function refusedSections({ refused, rows, format }: RefusedRows, reportFile: string | undefined): Section[] {
  const read = format === 'UTF-8' || format === 'xlsx' ? [] : [{ text: `The file was read as ${format}.` }];
  if (refused === 0) return read;
  const rest = refused - SHOWN;
  const where =
    reportFile === undefined ? 'name a file with --report to see them all' : `all of them are in ${reportFile}`;
  return [
    ...read,
    { title: 'Refused', rows: rows.slice(0, SHOWN) },
    ...(rest > 0 ? [{ text: `and ${rest} more; ${where}` }] : []),
  ];
}
