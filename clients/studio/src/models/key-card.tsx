import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { enterKey } from '../requests/stack/enter-key.ts';
import type { StackModels } from '../requests/stack/get-models.ts';
import { removeKey } from '../requests/stack/remove-key.ts';
import { confirm } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.tsx';

/** The key for OpenAI. It can be entered, replaced and removed, and is never shown. */
export function KeyCard({ of: { key, takes_key: takesKey } }: { of: StackModels }): JSX.Element {
  const [isReplacing, setReplacing] = useState(false);
  if (!takesKey) {
    return (
      <Card title="OpenAI">
        <p>
          {key === 'environment'
            ? 'The stack was started with OPENAI_API_KEY, and uses this key.'
            : 'The stack runs the bundles of a template. Start it with OPENAI_API_KEY.'}
        </p>
      </Card>
    );
  }
  return (
    <Card title="OpenAI">
      {key === 'studio' && !isReplacing ? (
        <Stored onReplace={() => setReplacing(true)} />
      ) : (
        <KeyForm onSaved={() => setReplacing(false)} />
      )}
    </Card>
  );
}

function Stored({ onReplace }: { onReplace: () => void }): JSX.Element {
  const remove = useAction(async () => {
    const question = { title: 'Remove the key?', text: 'The models of OpenAI stop answering.', action: 'Remove' };
    if (!(await confirm({ ...question, danger: true }))) return;
    await removeKey();
    toast('The key is removed.');
  });
  return (
    <div class="stack">
      <p>A key is stored in the data folder of the stack. It is not shown again.</p>
      <div class="button-row">
        <button type="button" class="button" onClick={onReplace}>
          Replace the key
        </button>
        <button type="button" class="button danger" disabled={remove.isBusy} onClick={() => void remove.run()}>
          Remove the key
        </button>
      </div>
    </div>
  );
}

function KeyForm({ onSaved }: { onSaved: () => void }): JSX.Element {
  const [key, setKey] = useState('');
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({ key: key.trim() === '' ? 'Enter a key.' : undefined }),
    send: async () => {
      await enterKey(key.trim());
      setKey('');
      toast('The key is stored. The models of OpenAI answer from now on.');
      onSaved();
    },
  });
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <Field
        label="API key"
        hint="It stays on this machine, in a file that only you can read, and goes to OpenAI alone."
        problem={problems['key']}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="off"
            placeholder="sk-…"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        )}
      </Field>
      {failure}
      <div class="button-row end">
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Checking…' : 'Store the key'}
        </button>
      </div>
    </form>
  );
}
