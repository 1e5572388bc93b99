import { Download } from 'lucide-preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { saveCsv } from './save-file.ts';
import { toast } from './toast.tsx';
import { useAction } from './use-action.ts';
import { csvFile } from '../format/csv.ts';
import { csvColumns, type ListColumn } from '../format/list-column.ts';
import { count, counted } from '../format/money.ts';

/** What a tab can keep in its memory. */
const MOST_ROWS = 50_000;
const COUNTED_ROWS = 100;

interface ExportProps<Row> {
  /** The name of the file, and what a row is: `call`. */
  of: string;
  /** The columns of the list, which may depend on the rows. */
  columns: (rows: readonly Row[]) => ReadonlyArray<ListColumn<Row>>;
  /** Every row of the list with its filters, on all pages. */
  rows: (signal: AbortSignal) => AsyncIterable<Row> | Iterable<Row>;
}

/** Saves everything that a list shows, on all its pages, as a CSV file. */
export function ExportButton<Row>({ of, columns, rows }: ExportProps<Row>): JSX.Element {
  const [read, setRead] = useState(0);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const { run, isBusy } = useAction(async () => {
    setRead(0);
    const found: Row[] = [];
    for await (const row of rows(ending.current.signal)) {
      if (found.length === MOST_ROWS) {
        toast(`The file has the first ${count(MOST_ROWS)} rows. Filter the list to export the others.`, 'bad');
        break;
      }
      found.push(row);
      if (found.length % COUNTED_ROWS === 0) setRead(found.length);
    }
    saveCsv(`${of}s.csv`, csvFile(csvColumns(columns(found)), found));
    toast(`${counted(found.length, of)} exported.`);
  });
  return (
    <button type="button" class="button small" disabled={isBusy} onClick={() => void run()}>
      <Download size={14} aria-hidden="true" /> {isBusy && read > 0 ? `${count(read)} read…` : 'Export CSV'}
    </button>
  );
}
