import type { JSX } from 'preact';
import type { LeadFile } from './lead-file.ts';
import type { ColumnsInUse } from './use-columns.ts';
import { type ColumnUse, type Meaning, meanings } from '../../../imports/src/mapping.ts';
import { Select } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

interface ImportColumnsProps {
  file: LeadFile;
  /** Names of variables that the texts of the assistant have. */
  names: readonly string[];
  of: ColumnsInUse;
}

const labels: Record<Meaning, string> = {
  phone: 'Phone number',
  secondary: 'Further phone number',
  country: 'Country of the numbers',
  variable: 'Variable',
  none: 'Leave it out',
};
const options = meanings.map((meaning): [string, string] => [meaning, labels[meaning]]);

/** What each column of the file becomes. */
export function ImportColumns({ file, names, of: { uses, problem, change } }: ImportColumnsProps): JSX.Element {
  return (
    <Card title="Columns" flush>
      <ul class="plain file-columns" aria-label="What each column becomes">
        {file.heading.map((name, index) => {
          const use = uses[index];
          return use === undefined ? null : (
            <Column
              key={index}
              name={name === '' ? `Column ${index + 1}` : name}
              example={exampleOf(file, index)}
              use={use}
              onChange={(changed) => change(index, changed)}
            />
          );
        })}
      </ul>
      <datalist id="variable-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {problem === undefined ? null : <Notice tone="warn">{problem}</Notice>}
    </Card>
  );
}

interface ColumnProps {
  name: string;
  example: string;
  use: ColumnUse;
  onChange: (use: ColumnUse) => void;
}

function Column({ name, example, use, onChange }: ColumnProps): JSX.Element {
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span class="small soft">{example}</span>
      </span>
      <Select
        label={`${name} becomes`}
        value={use.meaning}
        options={options}
        onChange={(value) => {
          const meaning = meanings.find((one) => one === value);
          if (meaning !== undefined) onChange({ ...use, meaning });
        }}
      />
      {use.meaning === 'variable' ? (
        <input
          aria-label={`Variable of ${name}`}
          list="variable-names"
          autocomplete="off"
          value={use.variable}
          onInput={(event) => onChange({ ...use, variable: event.currentTarget.value })}
        />
      ) : null}
    </li>
  );
}

const READ = 20;
const LONGEST = 40;

/** The first cell of a column that is not empty. */
function exampleOf({ rows }: LeadFile, index: number): string {
  const cells = rows.slice(0, READ).map(({ cells: of }) => of[index] ?? '');
  const text = cells.find((cell) => cell !== '') ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
