import { ApiError, ConnectionError, type NewLead } from '@ringback/client';
import type { Columns } from '../../../imports/src/columns.ts';
import type { FileRow, RefusedRow } from '../../../imports/src/import-file.ts';
import { leadOfRow } from '../../../imports/src/lead-rows.ts';
import { newLead } from '../../../imports/src/new-lead.ts';

export interface ImportState {
  created: number;
  /** The campaign has the number already. */
  known: number;
  refused: RefusedRow[];
  /** Rows that were not sent, because the import was stopped or the network failed. */
  left: FileRow[];
}

interface ImportOptions {
  columns: Columns;
  rows: readonly FileRow[];
  campaignId: number;
  /** Of numbers without a plus. */
  country?: string | undefined;
  /** Creates one lead. @throws ApiError, ConnectionError */
  create: (lead: NewLead, signal: AbortSignal) => Promise<unknown>;
  signal: AbortSignal;
  /** After each row. To read the state takes as long as there are rows left. */
  onProgress: (read: () => ImportState, isLast: boolean) => void;
}

/** Requests at the same time, as many as the command line sends. */
const PARALLEL_ROWS = 8;

/**
 * Creates a lead for each row. A row that the service refuses is kept with the reason. When the network fails or the user
 * stops, the rows that are left can be imported later; a row of which it is not known whether it arrived is among them,
 * because a repeat is refused as known. After too many requests all wait as long as the service asks for, and go on.
 * @throws ApiError when the service refuses for another reason than the row, such as an expired token
 */
export async function importLeads({
  columns,
  rows,
  campaignId,
  country,
  create,
  signal,
  onProgress,
}: ImportOptions): Promise<ImportState> {
  let next = 0;
  const state: ImportState = { created: 0, known: 0, refused: [], left: [] };
  const failing = new AbortController();
  const stop = AbortSignal.any([signal, failing.signal]);
  const send = withinLimit(create, stop);
  const work = async (): Promise<void> => {
    while (!stop.aborted) {
      const row = rows[next];
      if (row === undefined) return;
      next += 1;
      try {
        await importRow(row);
      } catch (error) {
        state.left.push(row);
        // A request that was ended because another one has failed says nothing new.
        const isEnded = stop.aborted;
        failing.abort();
        if (!isEnded && !(error instanceof ConnectionError)) throw error;
      }
      onProgress(() => ({ ...state, left: [...state.left, ...rows.slice(next)] }), false);
    }
  };
  const importRow = async (row: FileRow): Promise<void> => {
    const read = leadOfRow(columns, row.cells, country);
    if ('refused' in read) {
      state.refused.push({ ...row, reason: read.refused });
      return;
    }
    const outcome = await send(newLead(read.lead, campaignId)).then(() => 'created' as const, refusalOf);
    if (outcome === 'created' || outcome === 'known') state[outcome] += 1;
    else state.refused.push({ ...row, reason: outcome.reason });
  };
  const workers = await Promise.allSettled(Array.from({ length: PARALLEL_ROWS }, work));
  state.left = [...state.left, ...rows.slice(next)];
  state.left.sort((one, other) => one.line - other.line);
  onProgress(() => state, true);
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
  return state;
}

/** A service that asks for a longer wait does not want the import now. */
const LONGEST_WAIT_S = 60;

/** The service limits the requests of a user, and so those of all workers together: when it refuses one, all of them wait. */
function withinLimit(create: ImportOptions['create'], stop: AbortSignal): (lead: NewLead) => Promise<unknown> {
  let until = 0;
  return async (lead) => {
    for (;;) {
      while (Date.now() < until && !stop.aborted) await pause(until - Date.now(), stop);
      stop.throwIfAborted();
      try {
        return await create(lead, stop);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429) throw error;
        const { retryAfter = 1 } = error;
        if (retryAfter > LONGEST_WAIT_S) throw error;
        until = Math.max(until, Date.now() + retryAfter * 1000);
      }
    }
  };
}

/** Waits, until the signal at the latest. */
function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  stop.addEventListener('abort', end, { once: true });
  return promise.finally(() => stop.removeEventListener('abort', end));
}

/** Why the service does not take a row. @throws the error when it is not about the row */
function refusalOf(error: unknown): 'known' | { reason: string } {
  if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
  const sentences = Object.values(error.errors).flat();
  // A second run meets the numbers that the campaign has.
  if (sentences.length === 1 && sentences[0]?.endsWith('has already been taken.')) return 'known';
  return { reason: sentences.join(' ') || error.message };
}
