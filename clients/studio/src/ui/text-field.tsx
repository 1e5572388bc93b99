import type { ComponentChildren, JSX } from 'preact';
import { Field, Select } from './field.tsx';

interface LabelProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  problem?: string | undefined;
  value: string;
}

interface InputProps {
  type?: 'date' | 'number' | 'tel' | 'text' | 'time' | 'url';
  placeholder?: string;
  maxLength?: number;
  min?: number;
  max?: number;
  /** The id of a datalist. */
  list?: string | undefined;
}

/** A field of one line. */
export function TextField({
  label,
  hint,
  problem,
  type = 'text',
  onInput,
  ...input
}: LabelProps & InputProps & { onInput: (value: string) => void }): JSX.Element {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          autocomplete="off"
          type={type}
          {...control}
          {...input}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A choice with a label. */
export function SelectField({
  label,
  hint,
  problem,
  ...select
}: LabelProps & {
  options: ReadonlyArray<readonly [string, string]>;
  disabled?: boolean;
  onChange: (value: string) => void;
}): JSX.Element {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <Select control={control} {...select} />}
    </Field>
  );
}

/** Several lines. */
export function AreaField({
  label,
  hint,
  problem,
  onInput,
  ...area
}: LabelProps &
  Pick<JSX.IntrinsicElements['textarea'], 'rows' | 'maxLength' | 'placeholder' | 'class'> & {
    onInput: (value: string) => void;
  }): JSX.Element {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <textarea {...control} {...area} onInput={(event) => onInput(event.currentTarget.value)} />}
    </Field>
  );
}

/** The names of records as choices. */
export const choices = (of: ReadonlyArray<{ id: number; name: string }> | undefined): Array<[string, string]> =>
  (of ?? []).map(({ id, name }) => [String(id), name]);
