import { signal } from '@preact/signals';
import type { LeadFile } from './lead-file.ts';
import type { ImportState } from './lead-import.ts';
import type { Columns } from '../../../imports/src/columns.ts';

/** Where the leads go, and the country of numbers without a plus. */
export interface ImportTarget {
  campaignId: number;
  country: string;
}

/** An import that runs in this tab, or is over. It goes on while other pages are open. */
export interface ImportJob {
  file: LeadFile;
  columns: Columns;
  target: ImportTarget;
  phase: 'running' | 'done';
  state: ImportState;
  /** Why it ended before its end; undefined when it did not, or when the network failed. */
  error: unknown;
  /** When the rows of now began, and how many were done before. */
  begun: { at: number; done: number };
}

/** The job of this tab, which ends with it. Pages that show it need nothing else of the import. */
export const importJob = signal<ImportJob | undefined>(undefined);

export const doneRows = ({ created, known, refused }: ImportState): number => created + known + refused.length;

/** The part that is done, from 0 to 1. */
export function importPart(state: ImportState): number {
  const done = doneRows(state);
  return done + state.left.length === 0 ? 0 : done / (done + state.left.length);
}

/** Before that, a rate says little. */
const FIRST_MS = 2000;

/** The seconds until the import is over, if it goes on as it went. Undefined: not known yet. */
export function secondsLeft({ state, begun }: Pick<ImportJob, 'state' | 'begun'>, now: number): number | undefined {
  const done = doneRows(state) - begun.done;
  const took = now - begun.at;
  return took < FIRST_MS || done <= 0 ? undefined : Math.ceil((took / done) * (state.left.length / 1000));
}
