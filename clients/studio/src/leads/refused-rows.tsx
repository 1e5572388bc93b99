import { Download } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FileRow, RefusedRow } from '../../../imports/src/import-file.ts';
import { refusedFile } from '../../../imports/src/refused-rows.ts';
import { counted } from '../format/money.ts';
import { Card } from '../ui/page.tsx';
import { saveCsv } from '../ui/save-file.ts';

interface RefusedRowsProps {
  heading: readonly string[];
  refused: readonly RefusedRow[];
  onAgain: (rows: FileRow[]) => void;
}

/** More are corrected in a spreadsheet. */
const EDITABLE = 50;

/** The rows that were refused, to correct here or in a spreadsheet. */
export function RefusedRows({ heading, refused, onAgain }: RefusedRowsProps): JSX.Element {
  const [rows, setRows] = useState(() => refused.toSorted((one, other) => one.line - other.line));
  const change = (line: number, index: number, text: string): void =>
    setRows((before) =>
      before.map((row) => (row.line === line ? { ...row, cells: withCell(row.cells, index, text) } : row)),
    );
  const download = (
    <button type="button" class="button small" onClick={() => saveCsv('refused.csv', refusedFile(heading, rows))}>
      <Download size={14} aria-hidden="true" /> Download them
    </button>
  );
  return (
    <Card title={`${counted(rows.length, 'row')} refused`} flush actions={download}>
      <div class="table-wrap refused" tabIndex={0} role="region" aria-label="Rows that were refused">
        <table>
          <caption class="visually-hidden">Rows that were refused, to correct</caption>
          <thead>
            <tr>
              {['Line', 'Why', ...heading].map((name, index) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, EDITABLE).map((row) => (
              <Row key={row.line} row={row} heading={heading} onChange={change} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="pager">
        <span>
          {rows.length > EDITABLE
            ? `The first ${EDITABLE} are shown. Download the file, correct it, and import it.`
            : 'Correct the cells, then import these rows.'}
        </span>
        <button
          type="button"
          class="button primary"
          onClick={() => onAgain(rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, heading.length) })))}
        >
          Import these again
        </button>
      </div>
    </Card>
  );
}

interface RowProps {
  row: RefusedRow;
  heading: readonly string[];
  onChange: (line: number, index: number, text: string) => void;
}

function Row({ row: { line, cells, reason }, heading, onChange }: RowProps): JSX.Element {
  return (
    <tr>
      <td class="numeric">{line}</td>
      <td class="value no">{reason}</td>
      {heading.map((name, index) => (
        <td key={index}>
          <input
            aria-label={`${name} of line ${line}`}
            value={cells[index] ?? ''}
            onInput={(event) => onChange(line, index, event.currentTarget.value)}
          />
        </td>
      ))}
    </tr>
  );
}

const withCell = (cells: readonly string[], index: number, text: string): string[] =>
  Array.from({ length: Math.max(cells.length, index + 1) }, (_, at) => (at === index ? text : (cells[at] ?? '')));
