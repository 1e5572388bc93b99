import type { NewLead } from '@ringback/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LeadFile } from './lead-file.ts';
import { importLeads, type ImportState } from './lead-import.ts';
import type { FileRow } from '../../../imports/src/import-file.ts';
import { createLead } from '../requests/leads/create-lead.ts';
import { endsSession } from '../service/errors.ts';

const NOTHING: ImportState = { created: 0, known: 0, refused: [], left: [] };

/** Where the leads go, and the country of numbers without a plus. */
export interface ImportTarget {
  campaignId: number;
  country: string | undefined;
}

export interface ImportRun {
  state: ImportState;
  /** Why it ended before its end; undefined when it did not, or when the network failed. */
  error: unknown;
  phase: 'ready' | 'running' | 'done';
  start: (file: LeadFile, target: ImportTarget) => void;
  /** Imports the rows that were not sent. */
  goOn: (file: LeadFile, target: ImportTarget) => void;
  /** Imports rows that were refused, as they have been corrected. */
  again: (file: LeadFile, target: ImportTarget, rows: FileRow[]) => void;
  stop: () => void;
  clear: () => void;
}

/** The import of a page. It stops when the page is left. */
export function useImport(): ImportRun {
  const [state, setState] = useState<ImportState>(NOTHING);
  const [phase, setPhase] = useState<ImportRun['phase']>('ready');
  const [error, setError] = useState<unknown>();
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  /** `kept` is the result of an earlier import of the file. */
  const run = async (file: LeadFile, target: ImportTarget, kept: ImportState): Promise<void> => {
    stopping.current = new AbortController();
    const show = (now: ImportState): void => setState(sumOf(kept, now));
    setPhase('running');
    setError(undefined);
    show({ ...NOTHING, left: file.rows });
    try {
      const create = (lead: NewLead, signal: AbortSignal) => createLead(lead, { signal });
      await importLeads({ file, ...target, create, signal: stopping.current.signal, onProgress: show });
    } catch (failure) {
      if (!endsSession(failure)) setError(failure);
    }
    setPhase('done');
  };
  return {
    state,
    error,
    phase,
    start: (file, target) => void run(file, target, NOTHING),
    goOn: (file, target) => void run({ ...file, rows: state.left }, target, { ...state, left: [] }),
    again: (file, target, rows) => void run({ ...file, rows }, target, { ...state, refused: [] }),
    stop: () => stopping.current.abort(),
    clear: () => {
      setState(NOTHING);
      setPhase('ready');
      setError(undefined);
    },
  };
}

const sumOf = (one: ImportState, other: ImportState): ImportState => ({
  created: one.created + other.created,
  known: one.known + other.known,
  refused: [...one.refused, ...other.refused],
  left: [...one.left, ...other.left],
});
