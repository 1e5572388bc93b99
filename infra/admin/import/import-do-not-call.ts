import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { type CsvRecord, inOrder, inParallel, readCsv, type RefusedRow } from '#infra/admin/import/csv-rows.ts';
import { importedNumber } from '#infra/admin/import/import-leads.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { addToDoNotCall } from '#shared/do-not-call/do-not-call.ts';

interface ImportedNumbers {
  added: number;
  /** Numbers that were on the list already. */
  known: number;
  refused: RefusedRow[];
}

const ROWS_AT_ONCE = 24;
const MAX_REASON = 255;

/** Imports a file of numbers into a do-not-call list: one number per line, with an optional reason and heading. */
export async function importDoNotCall(
  { file, userId }: { file: string; userId: number },
  deps: Pick<AdminDeps, 'doNotCall' | 'leads' | 'queue' | 'clock'>,
  bar: ProgressBar,
): Promise<ImportedNumbers> {
  const counts = { added: 0, known: 0 };
  const refused: RefusedRow[] = [];
  const closeWaitingLeads = waitingLeadsCloser(deps);
  try {
    await inParallel(withoutHeading(readCsv(file)), ROWS_AT_ONCE, async ({ line, fields, progress }) => {
      const [text = '', reason = ''] = fields;
      const phoneNumber = importedNumber(text);
      if (phoneNumber === undefined) refused.push({ line, reason: 'The phone number is not valid.' });
      else {
        const isKnown = await deps.doNotCall.has(userId, phoneNumber);
        const entry = { userId, phoneNumber, source: 'import', reason: reason.slice(0, MAX_REASON) || null } as const;
        await addToDoNotCall(entry, { ...deps, closeWaitingLeads });
        counts[isKnown ? 'known' : 'added'] += 1;
      }
      bar.show(progress, `${counts.added} added, ${counts.known} known, ${refused.length} refused`);
    });
  } finally {
    bar.clear();
  }
  return { ...counts, refused: inOrder(refused) };
}

/** Skips a first line without digits: it is a heading. */
async function* withoutHeading(records: AsyncGenerator<CsvRecord>): AsyncGenerator<CsvRecord> {
  const first = await records.next();
  if (first.done) return;
  if (/\d/.test(first.value.fields[0] ?? '')) yield first.value;
  yield* records;
}
