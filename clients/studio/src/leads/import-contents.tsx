import type { JSX } from 'preact';
import { type LeadFile, numberOfRow, variableColumns } from './lead-file.ts';
import type { Columns } from '../../../imports/src/columns.ts';
import { counted } from '../format/money.ts';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

/** A placeholder that no column fills. */
export interface Unfilled {
  name: string;
  /** The value of the assistant, which every customer hears. */
  usual: string | undefined;
}

interface ContentsProps {
  file: LeadFile;
  /** Undefined: the columns cannot be imported so. */
  columns: Columns | undefined;
  /** Of numbers without a plus; empty: none. */
  country: string;
  missing: readonly Unfilled[];
  isReady: boolean;
  onStart: () => void;
}

const SHOWN = 5;

/** The first rows, so that a wrong delimiter, heading or country is seen before anything is sent. */
export function Contents({ file, columns, country, missing, isReady, onStart }: ContentsProps): JSX.Element {
  return (
    <Card title={`${file.name}: ${counted(file.rows.length, 'row')}`} flush>
      <Unfilled of={missing} />
      <FirstRows file={file} columns={columns} country={country} />
      <div class="pager">
        <span>
          {file.format === 'UTF-8' || file.format === 'xlsx' ? '' : `Read as ${file.format}. `}
          {columns === undefined ? '' : variablesText(columns)}
        </span>
        <button type="button" class="button primary" disabled={!isReady || columns === undefined} onClick={onStart}>
          Import {counted(file.rows.length, 'row')}
        </button>
      </div>
    </Card>
  );
}

function Unfilled({ of }: { of: readonly Unfilled[] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <Notice tone={of.some(({ usual }) => usual === undefined) ? 'warn' : 'plain'}>
      {of.map(({ name, usual }) => (
        <p key={name}>
          No column is {`{${name}}`}
          {usual === undefined
            ? ', and the assistant has no value for it.'
            : `: the assistant says “${usual}” to everyone.`}
        </p>
      ))}
    </Notice>
  );
}

function variablesText(columns: Columns): string {
  const names = variableColumns(columns);
  return names.length === 0 ? 'No variables.' : `Variables: ${names.join(', ')}`;
}

function FirstRows({ file, columns, country }: Pick<ContentsProps, 'file' | 'columns' | 'country'>): JSX.Element {
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="The first rows of the file">
      <table>
        <caption class="visually-hidden">The first rows of the file</caption>
        <thead>
          <tr>
            {['Line', 'Number', ...file.heading].map((name, index) => (
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.rows.slice(0, SHOWN).map(({ line, cells }) => (
            <tr key={line}>
              <td class="numeric">{line}</td>
              <td>{columns === undefined ? '–' : numberOfRow(columns, cells, country)}</td>
              {file.heading.map((_, index) => (
                <td key={index}>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
