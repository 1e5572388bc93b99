import type { NewLead } from '@ringback/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileRow, LeadFile } from './lead-file.ts';
import { importLeads, type ImportState } from './lead-import.ts';
import { createLead } from '../requests/leads/create-lead.ts';
import { endsSession } from '../service/errors.ts';

const NOTHING: ImportState = { created: 0, known: 0, refused: [], left: [] };

export interface ImportRun {
  state: ImportState;
  /** Why it ended before its end; undefined when it did not, or when the network failed. */
  error: unknown;
  phase: 'ready' | 'running' | 'done';
  start: (file: LeadFile, campaignId: number) => void;
  /** Imports the rows that were not sent. */
  goOn: (file: LeadFile, campaignId: number) => void;
  /** Imports rows that were refused, as they have been corrected. */
  again: (file: LeadFile, campaignId: number, rows: FileRow[]) => void;
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
  const run = async (file: LeadFile, campaignId: number, kept: ImportState): Promise<void> => {
    stopping.current = new AbortController();
    const show = (now: ImportState): void => setState(sumOf(kept, now));
    setPhase('running');
    setError(undefined);
    show({ ...NOTHING, left: file.rows });
    try {
      const create = (lead: NewLead, signal: AbortSignal) => createLead(lead, { signal });
      await importLeads({ file, campaignId, create, signal: stopping.current.signal, onProgress: show });
    } catch (failure) {
      if (!endsSession(failure)) setError(failure);
    }
    setPhase('done');
  };
  return {
    state,
    error,
    phase,
    start: (file, campaignId) => void run(file, campaignId, NOTHING),
    goOn: (file, campaignId) => void run({ ...file, rows: state.left }, campaignId, { ...state, left: [] }),
    again: (file, campaignId, rows) => void run({ ...file, rows }, campaignId, { ...state, refused: [] }),
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
