import { type Columns, columnsOf, raggedness } from '#clients/imports/src/columns.ts';
import type { FileRow } from '#clients/imports/src/import-file.ts';
import { countryOfRow } from '#clients/imports/src/lead-rows.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { importTable, type RefusedRows, type TableOptions } from '#infra/admin/import/import-table.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { addToDoNotCall } from '#shared/do-not-call/do-not-call.ts';
import { readWrittenNumber } from '#shared/platform/e164.ts';

interface ImportedNumbers {
  added: number;
  /** Numbers that were on the list already. */
  known: number;
}

export interface DoNotCallImport extends TableOptions {
  userId: number;
  /** Of numbers without a plus, for rows that state none. */
  country?: string | null | undefined;
}

const MAX_REASON = 255;

/** Imports a file of numbers into a do-not-call list: one number per line, with an optional reason and heading. */
export async function importDoNotCall(
  { userId, country, ...source }: DoNotCallImport,
  deps: Pick<AdminDeps, 'doNotCall' | 'leads' | 'queue' | 'clock'>,
  bar: ProgressBar,
): Promise<ImportedNumbers & RefusedRows> {
  const counts = { added: 0, known: 0 };
  const closeWaitingLeads = waitingLeadsCloser(deps);
  const add = async ({ cells }: FileRow, columns: Columns): Promise<string | undefined> => {
    const ragged = raggedness(columns.heading, cells);
    if (ragged !== undefined) return ragged;
    const number = readWrittenNumber(cells[columns.phone] ?? '', countryOfRow(columns, cells, country));
    if ('refused' in number) return number.refused;
    const { phoneNumber } = number;
    const isKnown = await deps.doNotCall.has(userId, phoneNumber);
    const reason = (cells[reasonColumn(columns)] ?? '').slice(0, MAX_REASON) || null;
    await addToDoNotCall({ userId, phoneNumber, source: 'import', reason }, { ...deps, closeWaitingLeads });
    counts[isKnown ? 'known' : 'added'] += 1;
    return undefined;
  };
  const refused = await importTable(source, {
    bar,
    headingFor,
    columnsOf: (heading) => columnsOf(heading, ['number']),
    importRow: add,
    text: () => `${counts.added} added, ${counts.known} known`,
  });
  return { ...counts, ...refused };
}

/** A first line with digits is no heading: it has a number, and a reason beside it. */
const headingFor = ([number = '']: readonly string[]) => (/\d/.test(number) ? ['phone_number', 'reason'] : undefined);

const reasonColumn = ({ heading }: Columns): number => heading.findIndex((name) => name.toLowerCase() === 'reason');
