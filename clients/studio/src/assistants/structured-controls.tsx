import { Plus, X } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type FieldSchema, typeOf } from './setting-row.ts';
import { formatWord } from '../format/local.ts';
import { type ControlProps, Select } from '../ui/field.tsx';

export interface ControlOptions {
  control: ControlProps;
  /** Values and their names, where the setting has only these. */
  choices: ReadonlyArray<readonly [string, string]> | undefined;
  schema: FieldSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function Remove({ name, onClick }: { name: string; onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="button ghost icon small" aria-label={`Remove ${name}`} onClick={onClick}>
      <X size={15} aria-hidden="true" />
    </button>
  );
}

function Add({ children, id, onClick }: { children: string; id?: string; onClick: () => void }): JSX.Element {
  return (
    <button type="button" id={id} class="button small" onClick={onClick}>
      <Plus size={14} aria-hidden="true" /> {children}
    </button>
  );
}

/** Names with values: variables. */
export function Pairs({ control, value, onChange }: ControlOptions): JSX.Element {
  const pairs = Object.entries(fieldsOf(value));
  const write = (next: ReadonlyArray<readonly [string, unknown]>) => onChange(Object.fromEntries(next));
  return (
    <div class="lines" role="group" aria-describedby={control['aria-describedby']}>
      {pairs.map(([name, one], index) => (
        <div key={index} class="line">
          <input
            aria-label={`Name ${index + 1}`}
            value={name}
            onChange={(event) => write(pairs.with(index, [event.currentTarget.value, one]))}
          />
          <input
            aria-label={`Value of ${name}`}
            value={textOf(one)}
            onInput={(event) => write(pairs.with(index, [name, event.currentTarget.value]))}
          />
          <Remove name={name} onClick={() => write(pairs.toSpliced(index, 1))} />
        </div>
      ))}
      <Add id={control.id} onClick={() => write([...pairs, [freeName(pairs), '']])}>
        Add
      </Add>
    </div>
  );
}

function freeName(pairs: ReadonlyArray<readonly [string, unknown]>): string {
  const taken = new Set(pairs.map(([name]) => name));
  let number = pairs.length + 1;
  while (taken.has(`name_${number}`)) number += 1;
  return `name_${number}`;
}

/** A list of records with the same fields: the post-call schema. */
export function Rows({ control, schema, value, onChange }: ControlOptions): JSX.Element {
  const rows = listOf(value).map(fieldsOf);
  const parts = Object.entries(schema.items?.properties ?? {});
  const blank = Object.fromEntries(parts.map(([name, part]) => [name, part.enum?.[0] ?? '']));
  return (
    <div class="lines" role="group" aria-describedby={control['aria-describedby']}>
      {rows.map((row, index) => (
        <div key={index} class="line">
          {parts.map(([name, part]) => (
            <Part
              key={name}
              label={`${formatWord(name)} ${index + 1}`}
              schema={part}
              value={row[name]}
              onChange={(one) => onChange(rows.with(index, { ...row, [name]: one }))}
            />
          ))}
          <Remove name={`entry ${index + 1}`} onClick={() => onChange(rows.toSpliced(index, 1))} />
        </div>
      ))}
      <Add id={control.id} onClick={() => onChange([...rows, blank])}>
        Add
      </Add>
    </div>
  );
}

/** An object of a few known fields: the tool that ends the call, the look of the widget. */
export function Parts({ control, schema, value, onChange }: ControlOptions): JSX.Element {
  const fields = fieldsOf(value);
  const parts = Object.entries(schema.properties ?? {});
  const set = (name: string, one: unknown) => {
    const { [name]: _before, ...others } = fields;
    onChange(one === undefined ? others : { ...fields, [name]: one });
  };
  return (
    <div class="lines" role="group" aria-describedby={control['aria-describedby']}>
      {parts.map(([name, part], index) => (
        <label key={name} class={parts.length > 1 ? 'part' : 'part is-only'}>
          {parts.length > 1 ? <span>{formatWord(name)}</span> : null}
          <Part
            id={index === 0 ? control.id : undefined}
            label={formatWord(name)}
            schema={part}
            value={fields[name]}
            onChange={(one) => set(name, one)}
          />
        </label>
      ))}
    </div>
  );
}

interface PartProps {
  id?: string | undefined;
  label: string;
  schema: FieldSchema;
  value: unknown;
  /** Undefined: the part is left out. */
  onChange: (value: unknown) => void;
}

function Part({ id, label, schema, value, onChange }: PartProps): JSX.Element {
  const named = { id, 'aria-label': label, placeholder: label };
  switch (typeOf(schema)) {
    case 'choice': {
      const options = (schema.enum ?? []).flatMap((name) => (name === null ? [] : [[name, name] as const]));
      return <Select label={label} value={textOf(value)} options={options} onChange={onChange} />;
    }
    case 'integer':
    case 'number':
      return (
        <input
          {...named}
          type="number"
          min={schema.minimum}
          max={schema.maximum}
          step={typeOf(schema) === 'integer' ? 1 : 'any'}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : Number(text))}
        />
      );
    case 'array':
      return (
        <textarea
          {...named}
          placeholder="One in each line"
          value={listOf(value).map(textOf).join('\n')}
          onChange={({ currentTarget: { value: text } }) => onChange(text.split(/\s+/).filter((line) => line !== ''))}
        />
      );
    default:
      return (
        <input
          {...named}
          value={value === undefined || value === null ? '' : textOf(value)}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** Some of the names that there are, in order. */
export function Names({
  control,
  schema,
  value,
  onChange,
  choices,
}: ControlOptions & { choices: ReadonlyArray<readonly [string, string]> }): JSX.Element {
  const names = listOf(value).map(textOf);
  const left = choices.filter(([name]) => !names.includes(name));
  return (
    <div class="lines">
      {names.map((name, index) => (
        <div key={name} class="line">
          <span>{name}</span>
          <Remove name={name} onClick={() => onChange(names.toSpliced(index, 1))} />
        </div>
      ))}
      {names.length >= (schema.maxItems ?? Infinity) ? null : (
        <Select
          control={control}
          value=""
          options={[['', 'Add…'], ...left]}
          onChange={(name) => name !== '' && onChange([...names, name])}
        />
      )}
    </div>
  );
}

/** Any other setting. It is sent once it is valid JSON. */
export function JsonText({ control, value, onChange }: ControlOptions): JSX.Element {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [isWrong, setWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      onChange(JSON.parse(next));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <textarea
      {...control}
      class="code"
      rows={4}
      aria-invalid={isWrong ? 'true' : undefined}
      value={text}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}
