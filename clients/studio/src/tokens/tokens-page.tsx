import type { CreatedToken, Token } from '@ringback/client';
import { KeyRound, Plus } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NewTokenForm } from './new-token-form.tsx';
import { Revoke, RevokeOthers } from './revoke-token.tsx';
import { creatorInWords, scopesInWords, tokenState } from './token-words.ts';
import { listTokens } from '../requests/tokens/list-tokens.ts';
import { useQuery } from '../service/query.ts';
import { CopyLine } from '../ui/copy.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Card, Page } from '../ui/page.tsx';
import { State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';

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
      actions={
        <>
          <RevokeOthers />
          {create}
        </>
      }
    >
      <Card flush>
        <Loaded of={tokens}>
          {(data) => (
            <DataTable
              caption="Access tokens"
              columns={columnsOf(data)}
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

const columnsOf = (tokens: readonly Token[]): ReadonlyArray<Column<Token>> => [
  { title: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'Status', cell: (token) => <State of={tokenState(token, new Date())} />, bare: true },
  { title: 'Begins with', cell: ({ begins_with }) => <code>{begins_with}…</code> },
  { title: 'Rights', cell: scopesInWords },
  { title: 'Created by', cell: (token) => creatorInWords(token, tokens) },
  { title: 'Last use', cell: (token) => <LastUse token={token} /> },
  { title: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Time at={expires_at} />), end: true },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, end: true },
  { title: '', cell: (token) => <Revoke token={token} tokens={tokens} />, end: true },
];

/** Address and program show whether it is used elsewhere. */
function LastUse({ token: { last_used_at, last_used_address, last_used_agent } }: { token: Token }): JSX.Element {
  if (last_used_at === null) return <span class="soft">Not in 90 days</span>;
  return (
    <>
      <Time at={last_used_at} />
      <br />
      <span class="soft" title={last_used_agent ?? undefined}>
        {last_used_address}
      </span>
    </>
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
