import type { Token } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { descendantsOf, tokenState } from './token-words.ts';
import { revokeOtherTokens } from '../requests/tokens/revoke-other-tokens.ts';
import { revokeToken } from '../requests/tokens/revoke-token.ts';
import { confirm, Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

interface RevokeProps {
  token: Token;
  tokens: readonly Token[];
}

export function Revoke({ token, tokens }: RevokeProps): JSX.Element | null {
  const [isAsking, setAsking] = useState(false);
  if (tokenState(token, new Date()).label !== 'Active') return null;
  return (
    <>
      <button
        type="button"
        class="button small danger"
        aria-label={`Revoke ${token.name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </button>
      {isAsking ? <RevokeDialog token={token} tokens={tokens} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function RevokeDialog({ token, tokens, onClose }: RevokeProps & { onClose: () => void }): JSX.Element {
  const [cascade, setCascade] = useState(true);
  const descendants = descendantsOf(token.id, tokens, new Date());
  const revoke = useAction(async () => {
    const { revoked } = await revokeToken(token.id, cascade);
    onClose();
    toast(revoked.length > 1 ? `${revoked.length} tokens are revoked.` : `“${token.name}” is revoked.`);
  });
  return (
    <Dialog title={`Revoke “${token.name}” (${token.begins_with}…)?`} onClose={onClose}>
      <p class="soft">{revokeToken.about}</p>
      {descendants.length === 0 ? null : (
        <label class="choice">
          <input
            type="checkbox"
            checked={cascade}
            onChange={({ currentTarget }) => setCascade(currentTarget.checked)}
          />
          <span>
            <strong>Revoke what it has created, too</strong>{' '}
            <span class="soft">{descendants.map(({ name }) => name).join(', ')}</span>
          </span>
        </label>
      )}
      <div class="button-row end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary danger" disabled={revoke.isBusy} onClick={() => void revoke.run()}>
          Revoke
        </button>
      </div>
    </Dialog>
  );
}

export function RevokeOthers(): JSX.Element {
  const revoke = useAction(async () => {
    const text = revokeOtherTokens.about;
    if (!(await confirm({ title: 'Revoke all other tokens?', text, action: 'Revoke all others', danger: true })))
      return;
    const { revoked, kept } = await revokeOtherTokens();
    toast(`${revoked.length} tokens are revoked${kept.length > 0 ? `, and ${kept.length} are kept` : ''}.`);
  });
  return (
    <button type="button" class="button danger" disabled={revoke.isBusy} onClick={() => void revoke.run()}>
      Revoke all others
    </button>
  );
}
