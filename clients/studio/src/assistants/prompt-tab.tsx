import type { JSX } from 'preact';
import type { Draft } from './draft.ts';
import type { Lookups } from './lookups.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingRow } from './setting-row.ts';
import { Field } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';

/** Settings that users change while they talk to an assistant; the others have their own tab. */
const basics = ['llm_model', 'voice_id', 'language', 'who_speaks_first'];

interface PromptProps {
  rows: readonly SettingRow[];
  draft: Draft;
  lookups: Lookups;
}

/** First words, prompt and variables: beside the playground. */
export function PromptTab({ rows, draft, lookups }: PromptProps): JSX.Element {
  const rowOf = (name: string) => rows.find((row) => row.name === name);
  const variables = rowOf('variables');
  return (
    <div class="stack">
      <Card>
        <div class="stack">
          <Prompt name="initial_message" label="First words" rows={2} draft={draft} />
          <Prompt name="system_prompt" label="Prompt" rows={12} draft={draft} />
          {variables === undefined ? null : <SettingField row={variables} draft={draft} lookups={lookups} isBrief />}
        </div>
      </Card>
      <Card>
        <div class="columns">
          {basics.map((name) => {
            const row = rowOf(name);
            return row === undefined ? null : (
              <SettingField key={name} row={row} draft={draft} lookups={lookups} isBrief />
            );
          })}
        </div>
      </Card>
    </div>
  );
}

function Prompt({
  name,
  label,
  rows,
  draft,
}: {
  name: string;
  label: string;
  rows: number;
  draft: Draft;
}): JSX.Element {
  const value = draft.values[name];
  return (
    <Field label={label} problem={draft.problems[name]}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          value={typeof value === 'string' ? value : ''}
          onInput={(event) => draft.set(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
