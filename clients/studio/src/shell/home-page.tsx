import type { Call, Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { FirstSteps } from './first-steps.tsx';
import { result } from '../calls/call-words.ts';
import { campaignStatus, stopReason } from '../campaigns/campaign-progress.ts';
import { formatMoney } from '../format/local.ts';
import { count, counted } from '../format/money.ts';
import { getMe } from '../requests/account/get-me.ts';
import { listAllAssistants } from '../requests/assistants/list-all-assistants.ts';
import { listCalls } from '../requests/calls/list-calls.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { bothOf, useQuery } from '../service/query.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Card, Figures, Page } from '../ui/page.tsx';
import { Phone, State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';

const AGAIN_MS = 10_000;
const SHOWN = 5;

/** What goes on, what needs the user, and the next step. */
export function HomePage(): JSX.Element {
  const me = useQuery(getMe());
  const calls = useQuery(listCalls({}), { every: AGAIN_MS });
  const campaigns = useQuery(listCampaigns(), { every: AGAIN_MS });
  const assistants = useQuery(listAllAssistants());
  return (
    <Page title="Home">
      <Loaded of={bothOf(bothOf(me, calls), bothOf(campaigns, assistants))} lines={8}>
        {([[account, { data, total }], [all, own]]) => (
          <div class="stack">
            <FirstSteps assistants={own} calls={total} campaigns={all} />
            {all.map((campaign) => (
              <Stopped key={campaign.id} campaign={campaign} />
            ))}
            <Figures
              of={[
                ['Balance', formatMoney(account.total_balance)],
                ['Campaigns that run', count(all.filter(({ status }) => status === 'in-progress').length)],
              ]}
            />
            <Campaigns of={all.slice(0, SHOWN)} />
            <Calls of={data.slice(0, SHOWN)} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** The service has paused it, and only the user can go on. */
function Stopped({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const reason = campaign.status === 'stopped' ? stopReason(campaign) : undefined;
  if (reason === undefined) return null;
  const open = (
    <Link class="button small" href={`/campaigns/${campaign.id}`}>
      Open it
    </Link>
  );
  return (
    <Notice tone="warn" action={open}>
      <strong>{campaign.name} is paused.</strong> {reason}
    </Notice>
  );
}

const campaignColumns: ReadonlyArray<Column<Campaign>> = [
  { title: 'Name', text: ({ name }) => name },
  {
    title: 'Status',
    text: ({ status }) => campaignStatus(status).label,
    cell: ({ status }) => <State of={campaignStatus(status)} />,
    bare: true,
  },
  {
    title: 'Created',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
    end: true,
  },
];

function Campaigns({ of }: { of: readonly Campaign[] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <Card title="Campaigns" actions={<Link href="/campaigns">All campaigns</Link>} flush>
      <DataTable
        caption={counted(of.length, 'newest campaign')}
        columns={campaignColumns}
        rows={of}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/campaigns/${id}`}
      />
    </Card>
  );
}

const callColumns: ReadonlyArray<Column<Call>> = [
  {
    title: 'Customer',
    text: ({ client_phone_number }) => client_phone_number,
    cell: ({ client_phone_number }) => <Phone of={client_phone_number} />,
  },
  {
    title: 'Outcome',
    text: (call) => result(call).label,
    cell: (call) => <State of={result(call)} />,
    bare: true,
  },
  { title: 'Assistant', text: ({ assistant_name }) => assistant_name },
  {
    title: 'Started',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
    end: true,
  },
];

function Calls({ of }: { of: readonly Call[] }): JSX.Element {
  return (
    <Card title="Latest calls" actions={<Link href="/calls">All calls</Link>} flush>
      <DataTable
        caption={counted(of.length, 'newest call')}
        columns={callColumns}
        rows={of}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/calls/${id}`}
        empty={<Empty title="No calls yet">Talk to an assistant, or call a customer.</Empty>}
      />
    </Card>
  );
}
