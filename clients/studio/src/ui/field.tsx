import { defined } from '@ringback/client';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** The attributes that tie a control to its label, its hint and its problem. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: 'true';
}

interface FieldProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** The sentence of the service about the value. */
  problem?: string | undefined;
  children: (control: ControlProps) => ComponentChildren;
}

/** A labelled control: `<Field label="Name">{(control) => <input {...control} />}</Field>`. */
export function Field({ label, hint, problem, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(controlProps(id, hint !== undefined, problem))}
      <Help id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface SwitchProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  problem?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Yes or no. */
export function Switch({ label, hint, problem, checked, disabled, onChange }: SwitchProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label class="switch" for={id}>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...controlProps(id, hint !== undefined, problem)}
        />
        {label}
      </label>
      <Help id={id} hint={hint} problem={problem} />
    </div>
  );
}

interface SelectProps {
  control?: Partial<ControlProps>;
  /** For a control without a visible label. */
  label?: string;
  value: string;
  /** Values and their names. */
  options: ReadonlyArray<readonly [string, string]>;
  disabled?: boolean;
  onChange: (value: string) => void;
}

export function Select({ control, label, value, options, disabled, onChange }: SelectProps): JSX.Element {
  return (
    <select
      {...control}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map(([key, name]) => (
        <option key={key} value={key} selected={key === value}>
          {name}
        </option>
      ))}
    </select>
  );
}

function controlProps(id: string, hasHint: boolean, problem: string | undefined): ControlProps {
  const described = [hasHint ? `${id}-hint` : '', problem === undefined ? '' : `${id}-problem`].join(' ').trim();
  return defined({
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem === undefined ? undefined : ('true' as const),
  });
}

function Help({
  id,
  hint,
  problem,
}: {
  id: string;
  hint: ComponentChildren;
  problem: string | undefined;
}): JSX.Element {
  return (
    <>
      {problem === undefined ? null : (
        <div class="problem" id={`${id}-problem`}>
          {problem}
        </div>
      )}
      {hint === undefined ? null : (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </>
  );
}
