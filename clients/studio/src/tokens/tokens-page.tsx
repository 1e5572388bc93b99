import type { CreatedToken, Token } from '@ringback/client';
import { KeyRound, Plus } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NewTokenForm } from './new-token-form.tsx';
import { scopesInWords, tokenState } from './token-words.ts';
import { listTokens } from '../requests/tokens/list-tokens.ts';
import { revokeToken } from '../requests/tokens/revoke-token.ts';
import { useQuery } from '../service/query.ts';
import { CopyLine } from '../ui/copy.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { confirm, Dialog } from '../ui/dialog.tsx';
import { Card, Page } from '../ui/page.tsx';
import { State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** The access tokens of the account. */
export function TokensPage(): JSX.Element {
  const [isCreating, setCreating] = useState(false);
  const tokens = useQuery(listTokens());
  const create = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" /> New token
    </button>
  );
  return (
    <Page
      title="Access tokens"
      lead="A program signs in with a token. Give each program its own, with no more rights than it needs."
      actions={create}
    >
      <Card flush>
        <Loaded of={tokens}>
          {(data) => (
            <DataTable
              caption="Access tokens"
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              empty={
                <Empty icon={<KeyRound aria-hidden="true" />} title="No tokens yet" actions={create}>
                  Create one for your program, the command line or the MCP server.
                </Empty>
              }
            />
          )}
        </Loaded>
      </Card>
      {isCreating ? <CreateToken onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}

const columns: ReadonlyArray<Column<Token>> = [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Status', cell: (token) => <State of={tokenState(token, new Date())} />, bare: true },
  { title: 'Begins with', cell: ({ begins_with }) => <code>{begins_with}…</code> },
  { title: 'Rights', cell: scopesInWords },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} />), end: true },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, end: true },
  { title: '', cell: (token) => <Revoke token={token} />, end: true },
];

function Revoke({ token }: { token: Token }): JSX.Element | null {
  const revoke = useAction(async () => {
    const title = `Revoke “${token.name}” (${token.begins_with}…)?`;
    if (!(await confirm({ title, text: revokeToken.about, action: 'Revoke', danger: true }))) return;
    await revokeToken(token.id);
    toast(`“${token.name}” is revoked.`);
  });
  if (tokenState(token, new Date()).label !== 'Active') return null;
  return (
    <button
      type="button"
      class="button small danger"
      aria-label={`Revoke ${token.name}`}
      disabled={revoke.isBusy}
      onClick={() => void revoke.run()}
    >
      Revoke
    </button>
  );
}

/** Asks for name, rights and expiry; then shows the token, this once. */
function CreateToken({ onClose }: { onClose: () => void }): JSX.Element {
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <Dialog title={created === undefined ? 'New token' : `Token “${created.name}”`} onClose={onClose}>
      {created === undefined ? (
        <NewTokenForm onCreated={setCreated} />
      ) : (
        <>
          <Notice tone="warn">Copy the token now. It is not shown again.</Notice>
          <CopyLine text={created.token} label="Copy token" />
          <div class="button-row end">
            <button type="button" class="button primary" onClick={onClose}>
              Done
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
