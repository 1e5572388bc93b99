import type { NewLead } from '@ringback/client';
import { doneRows, importJob, type ImportJob, type ImportTarget } from './import-job.ts';
import type { LeadFile } from './lead-file.ts';
import { importLeads, type ImportState } from './lead-import.ts';
import type { Columns } from '../../../imports/src/columns.ts';
import type { FileRow } from '../../../imports/src/import-file.ts';
import { counted } from '../format/money.ts';
import { importLead, leadsChanged } from '../requests/leads/import-lead.ts';
import { endsSession } from '../service/errors.ts';
import { toast } from '../ui/toast.tsx';

const NOTHING: ImportState = { created: 0, known: 0, refused: [], left: [] };
/** A page need not show every row. */
const SHOWN_EVERY_MS = 100;

let stopping = new AbortController();

export const startImport = (file: LeadFile, columns: Columns, target: ImportTarget): Promise<void> =>
  run({ file, columns, target }, file.rows, NOTHING);

/** Imports the rows that were not sent. */
export const continueImport = (job: ImportJob): Promise<void> => run(job, job.state.left, { ...job.state, left: [] });

/** Imports rows that were refused, as they have been corrected. */
export const importAgain = (job: ImportJob, rows: FileRow[]): Promise<void> =>
  run(job, rows, { ...job.state, refused: [] });

export const stopImport = (): void => stopping.abort();

/** `kept` is the result of an earlier import of the file. */
async function run(
  { file, columns, target }: Pick<ImportJob, 'file' | 'columns' | 'target'>,
  rows: FileRow[],
  kept: ImportState,
): Promise<void> {
  stopping = new AbortController();
  const begun = { at: Date.now(), done: doneRows(kept) };
  const job = { file, columns, target, begun, error: undefined };
  const shown = showing((state, phase) => {
    importJob.value = { ...job, phase, state: sumOf(kept, state) };
  });
  shown.now({ ...NOTHING, left: rows }, 'running');
  window.addEventListener('beforeunload', warn);
  try {
    const create = (lead: NewLead, signal: AbortSignal) => importLead(lead, { signal });
    const { signal } = stopping;
    const state = await importLeads({ columns, rows, ...target, create, signal, onProgress: shown.soon });
    shown.now(state, 'done');
  } catch (error) {
    const state = importJob.value?.state ?? NOTHING;
    if (!endsSession(error)) importJob.value = { ...job, phase: 'done', state, error };
  }
  window.removeEventListener('beforeunload', warn);
  await leadsChanged();
  toast(`${file.name}: ${counted(importJob.value?.state.created ?? 0, 'lead')} created.`);
}

/** The browser asks before the tab is closed. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

type Show = (state: ImportState, phase: ImportJob['phase']) => void;

/** Shows a state now, or every so often. */
function showing(show: Show): { now: Show; soon: (read: () => ImportState, isLast: boolean) => void } {
  let last = 0;
  return {
    now: show,
    soon(read, isLast) {
      if (!isLast && Date.now() - last < SHOWN_EVERY_MS) return;
      last = Date.now();
      show(read(), 'running');
    },
  };
}

const sumOf = (one: ImportState, other: ImportState): ImportState => ({
  created: one.created + other.created,
  known: one.known + other.known,
  refused: [...one.refused, ...other.refused],
  left: [...one.left, ...other.left],
});
