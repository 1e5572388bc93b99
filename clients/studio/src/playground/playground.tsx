import type { Assistant } from '@ringback/client';
import { Mic, Phone, Volume2 } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { canSpeak, listeningProblem } from './browser-speech.ts';
import { variablesIn } from './conversation.ts';
import { LiveCall } from './live-call.tsx';
import type { Values } from './rehearsal.ts';
import { usePlaygroundCall } from './use-call.ts';
import { getModels, type StackModels } from '../requests/stack/get-models.ts';
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
  /** ISO 639-1, of the assistant. */
  language: string;
}

/** Beside the prompt: a real call with the assistant, by text and by voice. */
export function Playground({ assistant, draft, language }: PlaygroundProps): JSX.Element {
  const { talk, start, clear } = usePlaygroundCall();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [isHeard, setHeard] = useState(true);
  const models = useQuery(getModels()).data;
  const isSimulated = isReplaced(draft.values, models);
  const listens = useRef(false);
  const variables = variablesOf(draft, given);
  const hasChanges = Object.keys(draft.changes).length > 0;
  const begin = useOneAtATime(async () => {
    if (hasChanges && !(await draft.save())) return;
    const speech = { listen: listens.current, speak: isHeard };
    await start({ assistantId: assistant.id, variables, speech, language });
  });
  const talkBy = (isSpoken: boolean) => {
    listens.current = isSpoken;
    void begin();
  };
  return (
    <div class="playground">
      <Card title="Playground" actions={<span class="small soft">This is a real call, with a record and a cost</span>}>
        {talk === undefined ? (
          <BeforeCall
            isSimulated={isSimulated}
            isLocal={Boolean(models)}
            isHeard={isHeard}
            onHear={setHeard}
            isBusy={draft.isBusy}
            action={hasChanges ? 'Save and talk' : 'Talk to it'}
            onTalk={talkBy}
          >
            <Variables
              values={variables}
              onChange={(name, value) => setGiven((before) => ({ ...before, [name]: value }))}
            />
          </BeforeCall>
        ) : (
          <LiveCall
            talk={talk}
            values={draft.values}
            variables={variables}
            isSimulated={isSimulated}
            onAgain={() => void begin()}
            onClose={clear}
          />
        )}
      </Card>
    </div>
  );
}

interface BeforeCallProps {
  isSimulated: boolean;
  /** A local stack, where the browser speaks and listens. */
  isLocal: boolean;
  isHeard: boolean;
  onHear: (isHeard: boolean) => void;
  isBusy: boolean;
  action: string;
  onTalk: (isSpoken: boolean) => void;
  children: ComponentChildren;
}

function BeforeCall({ isSimulated, isLocal, isHeard, onHear, isBusy, action, onTalk, children }: BeforeCallProps) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onTalk(false);
      }}
    >
      {isSimulated ? <RehearsalNote /> : null}
      {children}
      {isLocal && canSpeak() ? <HearSwitch isHeard={isHeard} onChange={onHear} /> : null}
      <button type="submit" class="button primary talk" disabled={isBusy}>
        <Phone size={16} aria-hidden="true" /> {action}
      </button>
      {isLocal ? <SpeakButton isBusy={isBusy} onSpeak={() => onTalk(true)} /> : null}
    </form>
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

/** The browser's own voice reads the answers, where it has one. */
function HearSwitch({ isHeard, onChange }: { isHeard: boolean; onChange: (isHeard: boolean) => void }): JSX.Element {
  return (
    <Switch
      label={
        <>
          <Volume2 size={15} aria-hidden="true" /> Hear it
        </>
      }
      hint="In a voice of this browser. On the phone, the voice of the assistant speaks."
      checked={isHeard}
      onChange={onChange}
    />
  );
}

/** A call by the microphone, or why there is none. */
function SpeakButton({ isBusy, onSpeak }: { isBusy: boolean; onSpeak: () => void }): JSX.Element {
  const problem = listeningProblem();
  if (problem !== undefined) return <p class="small soft">{problem}</p>;
  return (
    <button type="button" class="button talk" disabled={isBusy} onClick={onSpeak}>
      <Mic size={16} aria-hidden="true" /> Speak to it
    </button>
  );
}

/** Whether the rehearsal model answers for the model of the form. A deployment has none. */
function isReplaced(values: Values, models: StackModels | null | undefined): boolean {
  const { llm_model: name, engine_type: engine } = values;
  return models ? engine !== 'multimodal' && !models.real.some((real) => real === name) : false;
}

/** Who speaks on a local stack without a model of a provider. */
function RehearsalNote(): JSX.Element {
  return (
    <Notice tone="warn" action={<Link href="/models">Use a real model</Link>}>
      <strong>The rehearsal model speaks.</strong> It answers from the sentences of the prompt, according to fixed
      rules. Its times are simulated.
    </Notice>
  );
}
