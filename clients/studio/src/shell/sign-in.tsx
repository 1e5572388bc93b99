import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BrandMark } from './brand.tsx';
import { formatMoney } from '../format/local.ts';
import { checkToken } from '../requests/account/check-token.ts';
import { getStudioSettings, type LocalUser } from '../requests/stack/get-studio-settings.ts';
import { isUnauthorized } from '../service/errors.ts';
import { errorText } from '../service/failure.ts';
import { useQuery } from '../service/query.ts';
import { signIn, signOutReason } from '../service/session.ts';
import { Field } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

/** The first page: a local stack offers its users, a deployment asks for an access token. */
export function SignIn(): JSX.Element {
  const settings = useQuery(getStudioSettings());
  const [reason] = useState(signOutReason);
  const users = settings.data?.users ?? [];
  return (
    <main class="sign-in" id="main">
      <div>
        <span class="brand">
          <BrandMark /> Ringback
        </span>
        <div class="stack">
          <h1>Make an assistant. Talk to it. Let it call.</h1>
          {reason === undefined ? null : <Notice tone="warn">{reason}</Notice>}
          {users.length === 0 ? null : <LocalUsers users={users} />}
          {settings.data === undefined ? null : <TokenForm isLocal={users.length > 0} />}
          {users.length === 0 ? null : (
            <p class="small soft">
              This is a local stack: nothing leaves this machine. It has the <a href="/reference">API reference</a>,
              too.
            </p>
          )}
        </div>
      </div>
    </main>
  );
}

function LocalUsers({ users }: { users: readonly LocalUser[] }): JSX.Element {
  return (
    <Card title="Continue as" flush>
      <div>
        {users.map(({ id, name, balance, token }) => (
          <button key={id} type="button" class="user-choice" onClick={() => signIn(token)}>
            <strong>{name}</strong>
            <span class="soft numeric">{formatMoney(balance)}</span>
          </button>
        ))}
      </div>
    </Card>
  );
}

function TokenForm({ isLocal }: { isLocal: boolean }): JSX.Element {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await checkToken(token.trim());
      signIn(token.trim());
    } catch (error) {
      setProblem(isUnauthorized(error) ? 'This access token is not valid.' : errorText(error));
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <Field
        label={isLocal ? 'Or with an access token' : 'Access token'}
        hint="The tabs of this browser share the token until you close the last one."
        problem={problem}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="rb_…"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class={`button${isLocal ? '' : ' primary'}`} disabled={isBusy || token.trim() === ''}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
