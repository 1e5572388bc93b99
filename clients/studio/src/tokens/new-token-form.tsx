import type { CreatedToken } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { endOfDay, type Scope, scopes } from './token-words.ts';
import { createToken } from '../requests/tokens/create-token.ts';
import { TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** Name, rights and expiry of a new token. */
export function NewTokenForm({ onCreated }: { onCreated: (token: CreatedToken) => void }): JSX.Element {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'calls']);
  const [expiry, setExpiry] = useState('');
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({
      name: name.trim() === '' ? 'Name the purpose of the token.' : undefined,
      scopes: chosen.length === 0 ? 'Choose a right at least.' : undefined,
    }),
    send: async () =>
      onCreated(await createToken({ name: name.trim(), scopes: [...chosen], expires_at: endOfDay(expiry) })),
  });
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <TextField
        label="Name"
        hint="Name the program that uses it."
        problem={problems['name']}
        maxLength={255}
        placeholder="Nightly import"
        value={name}
        onInput={setName}
      />
      <Rights chosen={chosen} problem={problems['scopes'] ?? problems['scopes.0']} onChange={setChosen} />
      <TextField
        label="Last day"
        type="date"
        hint="If it is empty, the token lasts as long as the one that you are signed in with."
        problem={problems['expires_at']}
        value={expiry}
        onInput={setExpiry}
      />
      {failure}
      <div class="button-row end">
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Creating…' : 'Create token'}
        </button>
      </div>
    </form>
  );
}

interface RightsProps {
  chosen: readonly Scope[];
  problem: string | undefined;
  onChange: (chosen: readonly Scope[]) => void;
}

function Rights({ chosen, problem, onChange }: RightsProps): JSX.Element {
  return (
    <fieldset class="field">
      <legend>Rights</legend>
      {scopes.map(({ value, label, meaning }) => (
        <label key={value} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          <span>
            <strong>{label}</strong> <span class="soft">{meaning}</span>
          </span>
        </label>
      ))}
      {problem === undefined ? null : (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
    </fieldset>
  );
}
