import { defined } from '@ringback/client';
import type { JSX } from 'preact';
import type { Draft } from './draft.ts';
import type { Lookups, VoiceChoice } from './lookups.ts';
import { SettingControl } from './setting-control.tsx';
import { type Engine, hasOwnDefault, labelOf, type SettingRow, type Support, typeOf } from './setting-row.ts';
import { HearVoice } from '../playground/hear-voice.tsx';
import { Field, Switch } from '../ui/field.tsx';
import { inlineCode } from '../ui/inline-code.tsx';
import { Badge } from '../ui/page.tsx';

interface SettingFieldProps {
  row: SettingRow;
  draft: Draft;
  lookups: Lookups;
  /** Replaces the name. */
  label?: string;
  /** Without the lines about the engines. */
  isBrief?: boolean;
}

/** A setting: its control, and beside it its meaning, its default and its effect in each engine. */
export function SettingField({ row, draft, lookups, label, isBrief = false }: SettingFieldProps): JSX.Element {
  const { name, schema } = row;
  const shared = { label: label ?? labelOf(name), problem: draft.problems[name] };
  const hint = isBrief ? row[draft.engine].how : undefined;
  const help = defined({ hint: hint === undefined ? undefined : inlineCode(hint) });
  const field =
    typeOf(schema) === 'boolean' ? (
      <Switch
        {...shared}
        {...help}
        checked={draft.values[name] === true}
        onChange={(value) => draft.set(name, value)}
      />
    ) : (
      <Field {...shared} {...help}>
        {(control) => (
          <SettingControl
            control={control}
            schema={schema}
            choices={lookups.choicesOf(name, draft.engine)}
            value={draft.values[name]}
            onChange={(value) => draft.set(name, value)}
          />
        )}
      </Field>
    );
  const voice = name === 'voice_id' ? lookups.voices.get(Number(draft.values[name])) : undefined;
  if (isBrief && voice) {
    return (
      <div class="stack tight">
        {field}
        <ChosenVoice voice={voice} draft={draft} lookups={lookups} />
      </div>
    );
  }
  if (isBrief) return field;
  return (
    <div class={`setting${row[draft.engine].support === 'unsupported' ? ' has-no-effect' : ''}`}>
      {field}
      <Documentation row={row} engine={draft.engine} />
    </div>
  );
}

function ChosenVoice({
  voice,
  draft: { values },
  lookups,
}: Pick<SettingFieldProps, 'draft' | 'lookups'> & { voice: VoiceChoice }): JSX.Element {
  const { initial_message: text } = values;
  const language = lookups.languageCode(values['language']);
  return <HearVoice voice={voice} language={language} text={typeof text === 'string' ? text : ''} />;
}

function Documentation({ row, engine }: { row: SettingRow; engine: Engine }): JSX.Element {
  const { pipeline, multimodal, schema } = row;
  const facts = [byDefault(row), limits(row)].filter((fact) => fact !== '').join(' · ');
  return (
    <div class="setting-help">
      {schema.description === undefined || isRepeated(row) ? null : <p>{inlineCode(schema.description)}</p>}
      {pipeline.how === multimodal.how ? (
        <p>{inlineCode(pipeline.how)}</p>
      ) : (
        <>
          <EngineLine name="Pipeline" support={pipeline} isCurrent={engine === 'pipeline'} />
          <EngineLine name="Multimodal" support={multimodal} isCurrent={engine === 'multimodal'} />
        </>
      )}
      {facts === '' ? null : <p class="facts-line">{facts}</p>}
    </div>
  );
}

function EngineLine({ name, support, isCurrent }: { name: string; support: Support; isCurrent: boolean }): JSX.Element {
  const isUnsupported = support.support === 'unsupported';
  return (
    <p class={isCurrent ? 'engine-line is-current' : 'engine-line'}>
      <strong>{name}</strong> {isUnsupported ? <Badge tone={isCurrent ? 'warn' : 'plain'}>no effect</Badge> : null}{' '}
      {inlineCode(support.how)}
    </p>
  );
}

/** A sentence of the reference that repeats the line of an engine. */
const isRepeated = ({ schema }: SettingRow): boolean => /has no effect/.test(schema.description ?? '');

function byDefault(row: SettingRow): string {
  if (row.isRequired) return 'Required';
  if (!hasOwnDefault(row)) return '';
  const { default: value } = row;
  if (typeof value === 'boolean') return `Default: ${value ? 'on' : 'off'}`;
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? `Default: ${value}` : '';
}

function limits({ schema: { minimum, maximum, maxLength } }: SettingRow): string {
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${minimum} to ${maximum}`;
  return maxLength === undefined ? '' : `at most ${maxLength} characters`;
}
