import { type Columns, raggedness } from './columns.ts';
import { readWrittenNumber } from '../../../shared/platform/e164.ts';

/** The lead that a row describes. */
export interface ImportedLead {
  phoneNumber: string;
  secondaryNumbers: string[];
  variables: Record<string, string>;
}

/** The lead of a row, or the sentence that refuses it. `country` counts for rows that state none. */
export function leadOfRow(
  columns: Columns,
  cells: readonly string[],
  country?: string | null,
): { lead: ImportedLead } | { refused: string } {
  const ragged = raggedness(columns.heading, cells);
  if (ragged !== undefined) return { refused: ragged };
  const cellAt = (index: number) => cells[index] ?? '';
  const stated = countryOfRow(columns, cells, country);
  const number = readWrittenNumber(cellAt(columns.phone), stated);
  if ('refused' in number) return number;
  const secondaryNumbers: string[] = [];
  for (const index of columns.secondary) {
    if (cellAt(index) === '') continue;
    const other = readWrittenNumber(cellAt(index), stated);
    if ('refused' in other) return { refused: `${columns.heading[index] ?? ''}: ${other.refused}` };
    secondaryNumbers.push(other.phoneNumber);
  }
  // An empty cell sets no variable.
  const variables = columns.variables
    .map((index): [string, string] => [columns.heading[index] ?? '', cellAt(index)])
    .filter(([, value]) => value !== '');
  return { lead: { phoneNumber: number.phoneNumber, secondaryNumbers, variables: Object.fromEntries(variables) } };
}

export function countryOfRow(columns: Columns, cells: readonly string[], country?: string | null): string | undefined {
  return (columns.country === undefined ? '' : cells[columns.country]) || (country ?? undefined);
}
