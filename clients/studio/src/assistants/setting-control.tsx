import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type FieldSchema, typeOf } from './setting-row.ts';
import { type ControlOptions, JsonText, Names, Pairs, Parts, Rows } from './structured-controls.tsx';
import { formatWord } from '../format/local.ts';
import { Select } from '../ui/field.tsx';

type Choices = ReadonlyArray<readonly [string, string]>;

/** The control for the values of a schema. A schema without a control is edited as JSON. */
export function SettingControl(options: ControlOptions): JSX.Element {
  const { control, choices, schema, value, onChange } = options;
  const type = typeOf(schema);
  if (type === 'array' && choices) return <Names {...options} choices={choices} />;
  if (choices) {
    if (choices.length > MOST_IN_A_SELECT) return <Search {...options} choices={choices} />;
    const isNumber = type === 'integer';
    const read = (text: string) => (text === '' ? null : isNumber ? Number(text) : text);
    return (
      <Select
        control={control}
        value={textOf(value)}
        options={withCurrent(choices, value)}
        onChange={(text) => onChange(read(text))}
      />
    );
  }
  switch (type) {
    case 'choice':
      return <Select control={control} value={textOf(value)} options={choicesOf(schema)} onChange={onChange} />;
    case 'integer':
    case 'number':
      return <NumberInput {...options} />;
    case 'string':
      return <TextInput {...options} />;
    case 'array':
      return schema.items?.properties ? <Rows {...options} /> : <JsonText {...options} />;
    case 'object':
      if (schema.properties) return <Parts {...options} />;
      return schema.additionalProperties ? <Pairs {...options} /> : <JsonText {...options} />;
    default:
      return <JsonText {...options} />;
  }
}

/** Beyond this number, users type the beginning of a choice. */
const MOST_IN_A_SELECT = 100;

function Search({ control, choices, value, onChange }: ControlOptions & { choices: Choices }): JSX.Element {
  return (
    <>
      <input
        {...control}
        type="text"
        list={`${control.id}-choices`}
        autocomplete="off"
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${control.id}-choices`}>
        {choices.map(([key]) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A stored value that is no longer offered stays chosen until another one is. */
function withCurrent(
  choices: ReadonlyArray<readonly [string, string]>,
  value: unknown,
): ReadonlyArray<readonly [string, string]> {
  const current = textOf(value);
  if (choices.some(([key]) => key === current)) return choices;
  return [[current, current === '' ? 'Choose…' : current], ...choices];
}

const abbreviations = new Set(['vad', 'ai']);

const choicesOf = ({ enum: names = [] }: FieldSchema): ReadonlyArray<readonly [string, string]> =>
  names.flatMap((name) =>
    name === null ? [] : [[name, abbreviations.has(name) ? name.toUpperCase() : formatWord(name)] as const],
  );

/** Below this span a slider is finer than the hand needs. */
const SLIDER_SPAN = 5;

function NumberInput({ control, schema, value, onChange }: ControlOptions): JSX.Element {
  const { minimum, maximum } = schema;
  const isWhole = typeOf(schema) === 'integer';
  const hasSlider = !isWhole && minimum !== undefined && maximum !== undefined && maximum - minimum <= SLIDER_SPAN;
  const bounds = { min: minimum, max: isWhole && maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum };
  // While it is the same number, the typed text stays: 1.0 may become 1.05.
  const [typed, setTyped] = useState('');
  const isSame = typed !== '' && String(Number(typed)) === textOf(value);
  const read = (text: string) => {
    setTyped(text);
    onChange(text === '' ? null : Number(text));
  };
  return (
    <div class={hasSlider ? 'number with-slider' : 'number'}>
      {hasSlider ? (
        <input
          type="range"
          aria-hidden="true"
          tabIndex={-1}
          {...bounds}
          step="0.05"
          value={textOf(value)}
          onInput={(event) => read(event.currentTarget.value)}
        />
      ) : null}
      <input
        {...control}
        type="number"
        {...bounds}
        step={isWhole ? 1 : 'any'}
        value={isSame ? typed : textOf(value)}
        onInput={(event) => read(event.currentTarget.value)}
      />
    </div>
  );
}

function TextInput({ control, schema, value, onChange }: ControlOptions): JSX.Element {
  // A text without a limit is a prompt or a sentence.
  if (schema.maxLength === undefined) {
    return (
      <textarea {...control} rows={4} value={textOf(value)} onInput={(event) => onChange(event.currentTarget.value)} />
    );
  }
  const shared = {
    ...control,
    maxLength: schema.maxLength,
    value: textOf(value),
    onInput: ({ currentTarget: { value: text } }: { currentTarget: HTMLInputElement }) =>
      onChange(text === '' ? null : text),
  };
  return schema.format === 'uri' ? <input {...shared} type="url" /> : <input {...shared} type="text" />;
}
