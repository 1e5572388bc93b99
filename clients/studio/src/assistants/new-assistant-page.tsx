import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useDraft } from './draft.ts';
import { type Lookups, useLookups } from './lookups.ts';
import { SettingField } from './setting-field.tsx';
import { defaultsOf, type Values } from './setting-row.ts';
import { settingRows as rows } from './setting-rows.ts';
import { type Template, templates } from './templates.ts';
import { createAssistant } from '../requests/assistants/create-assistant.ts';
import { leaveWithoutQuestion } from '../ui/leave-question.ts';
import { Card, Page } from '../ui/page.tsx';
import { createRequestKey } from '../ui/request-key.ts';
import { Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** The required settings of a new assistant. The others have defaults, and can be changed beside the playground. */
export function NewAssistantPage(): JSX.Element {
  const lookups = useLookups();
  return (
    <Page
      title="New assistant"
      lead="Fill in the required settings. You can change everything later, while you talk to the assistant."
      back={{ href: '/assistants', title: 'Assistants' }}
    >
      <Loaded of={lookups}>{(known) => <Form lookups={known} />}</Loaded>
    </Page>
  );
}

const texts = ['initial_message', 'system_prompt'];
/** The required settings and the number; a setting that becomes required comes last. */
const order = [
  'assistant_name',
  'calls_direction',
  'engine_type',
  'language',
  'llm_model',
  'voice_id',
  'phone_number_id',
  'timezone',
];
const required = rows.flatMap(({ name, isRequired }) =>
  isRequired && !texts.includes(name) && !order.includes(name) ? [name] : [],
);
const first = [...order, ...required];

function Form({ lookups }: { lookups: Lookups }): JSX.Element {
  const [chosen, setChosen] = useState<Template | undefined>(templates[0]);
  const stored = useMemo(() => startingValues(lookups, chosen), [lookups, chosen]);
  const store = useCreate(stored);
  const draft = useDraft({ home: '/assistants/new', stored, lookups, store });
  const field = (name: string) => {
    const row = rows.find((one) => one.name === name);
    return row === undefined ? null : <SettingField key={name} row={row} draft={draft} lookups={lookups} isBrief />;
  };
  return (
    <form
      class="stack new-assistant"
      onSubmit={(event) => {
        event.preventDefault();
        void draft.save();
      }}
    >
      <Templates chosen={chosen} onChoose={setChosen} />
      <Card>
        <div class="columns">{first.map(field)}</div>
      </Card>
      <Card>
        <div class="stack">{texts.map(field)}</div>
      </Card>
      <div class="button-row end">
        <button type="submit" class="button primary" disabled={draft.isBusy}>
          {draft.isBusy ? 'Creating…' : 'Create the assistant'}
        </button>
      </div>
    </form>
  );
}

/** Creates the assistant, and opens it. Tried again after a lost answer, it is created once. */
function useCreate(stored: Values): (changes: Values) => Promise<void> {
  const [, navigate] = useLocation();
  const [key] = useState(createRequestKey);
  return async (changes) => {
    const all = { ...stored, ...changes };
    const body = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== ''));
    try {
      const id = await createAssistant(body, key.of(body));
      key.answered();
      toast('The assistant is ready. Talk to it.');
      leaveWithoutQuestion();
      navigate(`/assistants/${id}`);
    } catch (error) {
      key.failed(error);
      throw error;
    }
  };
}

function Templates({
  chosen,
  onChoose,
}: {
  chosen: Template | undefined;
  onChoose: (template: Template) => void;
}): JSX.Element {
  return (
    <fieldset class="templates">
      <legend class="visually-hidden">Start from</legend>
      {templates.map((template) => (
        <label key={template.name} class={template === chosen ? 'template is-chosen' : 'template'}>
          <input type="radio" name="template" checked={template === chosen} onChange={() => onChoose(template)} />
          <strong>{template.name}</strong>
          <span class="soft small">{template.about}</span>
        </label>
      ))}
    </fieldset>
  );
}

function startingValues(lookups: Lookups, template: Template | undefined): Values {
  return {
    ...defaultsOf(rows),
    ...lookups.firstOf('pipeline'),
    engine_type: 'pipeline',
    calls_direction: 'make',
    language: 'English',
    filler_audios: true,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...template?.values,
  };
}
