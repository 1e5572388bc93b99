import type { Assistant } from '@ringback/client';
import { Mic, Phone, Volume2 } from 'lucide-preact';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { canListen, canSpeak } from './browser-speech.ts';
import { variablesIn } from './conversation.ts';
import { LiveCall } from './live-call.tsx';
import type { Values } from './rehearsal.ts';
import { usePlaygroundCall } from './use-call.ts';
import { getStudioSettings } from '../requests/stack/get-studio-settings.ts';
import { useQuery } from '../service/query.ts';
import { Field, Switch } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

/** The assistant in the editor. */
interface EditedAssistant {
  values: Values;
  /** The settings that are not stored yet. */
  changes: Values;
  isBusy: boolean;
  /** Stores them. True when they are stored. */
  save: () => Promise<boolean>;
}

interface PlaygroundProps {
  assistant: Assistant;
  draft: EditedAssistant;
}

/** Beside the prompt: a real call with the assistant, by text and by voice. */
export function Playground({ assistant, draft }: PlaygroundProps): JSX.Element {
  const { talk, start, clear } = usePlaygroundCall();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [speech, setSpeech] = useState({ listen: false, speak: false });
  const variables = variablesOf(draft, given);
  const hasChanges = Object.keys(draft.changes).length > 0;
  const begin = useOneAtATime(async () => {
    if (hasChanges && !(await draft.save())) return;
    await start({ assistantId: assistant.id, variables, speech });
  });
  return (
    <div class="playground">
      <Card title="Playground" actions={<span class="small soft">This is a real call, with a record and a cost</span>}>
        {talk === undefined ? (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void begin();
            }}
          >
            <RehearsalNote />
            <Variables
              values={variables}
              onChange={(name, value) => setGiven((before) => ({ ...before, [name]: value }))}
            />
            <SpeechSwitches speech={speech} onChange={setSpeech} />
            <button type="submit" class="button primary talk" disabled={draft.isBusy}>
              <Phone size={16} aria-hidden="true" /> {hasChanges ? 'Save and talk' : 'Talk to it'}
            </button>
          </form>
        ) : (
          <LiveCall
            talk={talk}
            values={draft.values}
            variables={variables}
            onAgain={() => void begin()}
            onClose={clear}
          />
        )}
      </Card>
    </div>
  );
}

/** A second click while the changes are saved would be a second call. */
function useOneAtATime(action: () => Promise<void>): () => Promise<void> {
  const isRunning = useRef(false);
  return async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await action();
    } finally {
      isRunning.current = false;
    }
  };
}

/** The variables that the texts name, with the assistant's values until the user types others. */
function variablesOf({ values }: EditedAssistant, given: Readonly<Record<string, string>>): Record<string, string> {
  const { initial_message: first, system_prompt: prompt, variables } = values;
  const own = new Map<string, unknown>(
    Object.entries(typeof variables === 'object' && variables !== null ? variables : {}),
  );
  const names = new Set([...variablesIn(first, prompt), ...own.keys()]);
  return Object.fromEntries(
    [...names].map((name) => {
      const value = given[name] ?? own.get(name) ?? '';
      return [name, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

function Variables({
  values,
  onChange,
}: {
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
}): JSX.Element | null {
  const names = Object.keys(values);
  if (names.length === 0) return null;
  return (
    <fieldset class="stack">
      <legend class="visually-hidden">Variables of this call</legend>
      <div class="columns tight">
        {names.map((name) => (
          <Field key={name} label={<code>{`{${name}}`}</code>}>
            {(control) => (
              <input {...control} value={values[name]} onInput={(event) => onChange(name, event.currentTarget.value)} />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

interface SpeechProps {
  speech: { listen: boolean; speak: boolean };
  onChange: (speech: { listen: boolean; speak: boolean }) => void;
}

/** The browser's own speech, each where it has it. */
function SpeechSwitches({ speech, onChange }: SpeechProps): JSX.Element | null {
  if (!canListen() && !canSpeak()) return null;
  return (
    <div class="columns tight">
      {canSpeak() ? (
        <Switch
          label={
            <>
              <Volume2 size={15} aria-hidden="true" /> Hear it
            </>
          }
          checked={speech.speak}
          onChange={(speak) => onChange({ ...speech, speak })}
        />
      ) : null}
      {canListen() ? (
        <Switch
          label={
            <>
              <Mic size={15} aria-hidden="true" /> Speak to it
            </>
          }
          checked={speech.listen}
          onChange={(listen) => onChange({ ...speech, listen })}
        />
      ) : null}
    </div>
  );
}

/** Who speaks on a local stack without a model of a provider. */
function RehearsalNote(): JSX.Element | null {
  const settings = useQuery(getStudioSettings());
  if (settings.data?.note === undefined) return null;
  return (
    <Notice tone="warn">
      <strong>The rehearsal model speaks.</strong> It answers according to fixed rules. For a real one, start the stack
      with <code>OPENAI_API_KEY</code>, <code>OPENAI_BASE_URL</code> or <code>AWS_PROFILE</code>.
    </Notice>
  );
}
