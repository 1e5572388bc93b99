import type { Campaign } from '@ringback/client';
import { Megaphone, Plus } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { callingHours } from './calling-hours.ts';
import { campaignProgress, campaignStatus } from './campaign-progress.ts';
import { counted } from '../format/money.ts';
import { leadStatus, leadStatuses } from '../leads/lead-words.ts';
import { listOutboundAssistants } from '../requests/assistants/list-outbound-assistants.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { countLeads, type LeadCounts } from '../requests/leads/count-leads.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable, Pager, useFilters } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PartsBar, State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

const PER_PAGE = 10;
const AGAIN_MS = 10_000;

/** All campaigns, with how far they are. */
export function CampaignsPage(): JSX.Element {
  const { page, setPage } = useFilters([]);
  const campaigns = useQuery(listCampaigns(), { every: AGAIN_MS });
  const assistants = useQuery(listOutboundAssistants());
  const nameOf = (id: number | null): string =>
    id === null ? 'None yet' : (assistants.data?.find((assistant) => assistant.id === id)?.name ?? '–');
  const create = (
    <Link class="button primary" href="/campaigns/new">
      <Plus size={16} aria-hidden="true" /> New campaign
    </Link>
  );
  return (
    <Page
      title="Campaigns"
      lead="A campaign calls a list of customers, within the hours that you set."
      actions={
        <>
          <ExportButton
            of="campaign"
            columns={() => fileColumns(nameOf)}
            rows={(signal) => withCounts(campaigns.data ?? [], signal)}
          />
          {create}
        </>
      }
    >
      <Card flush>
        <Loaded of={campaigns}>
          {(all) => (
            <>
              <DataTable
                caption="Campaigns"
                columns={columnsOf(nameOf)}
                rows={all.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => `/campaigns/${id}`}
                empty={
                  <Empty icon={<Megaphone aria-hidden="true" />} title="No campaigns yet" actions={create}>
                    A campaign calls a list of customers, and tries again when one is not reached.
                  </Empty>
                }
              />
              <Pager page={page} lastPage={Math.ceil(all.length / PER_PAGE)} total={all.length} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

const columnsOf = (nameOf: (id: number | null) => string): ReadonlyArray<Column<Campaign>> => [
  { title: 'Name', text: ({ name }) => name },
  {
    title: 'Status',
    text: ({ status }) => campaignStatus(status).label,
    cell: ({ status }) => <State of={campaignStatus(status)} />,
    bare: true,
  },
  { title: 'Progress', cell: (campaign) => <Progress campaign={campaign} />, bare: true },
  { title: 'Assistant', text: ({ assistant_id }) => nameOf(assistant_id) },
  { title: 'Calls', text: (campaign) => callingHours(campaign) },
  {
    title: 'Created',
    csvTitle: 'Created (UTC)',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
    end: true,
  },
];

type CountedCampaign = Campaign & { counts: LeadCounts };

/** The columns of a file: in place of the bar it has the leads in each status. */
const fileColumns = (nameOf: (id: number | null) => string): ReadonlyArray<Column<CountedCampaign>> => [
  ...columnsOf(nameOf),
  ...leadStatuses.map((status) => ({
    title: `Leads: ${leadStatus(status).label}`,
    text: ({ counts }: CountedCampaign) => String(counts[status] ?? 0),
  })),
  { title: 'Id', text: ({ id }) => String(id) },
];

async function* withCounts(all: readonly Campaign[], signal: AbortSignal): AsyncGenerator<CountedCampaign> {
  for (const campaign of all) yield { ...campaign, counts: await countLeads(campaign).read(signal) };
}

function Progress({ campaign }: { campaign: Campaign }): JSX.Element {
  const counts = useQuery(countLeads(campaign), { every: campaign.status === 'in-progress' ? AGAIN_MS : undefined });
  if (counts.data === undefined) return <span class="soft">…</span>;
  const { total, percent, segments } = campaignProgress(counts.data);
  if (total === 0) return <span class="soft">No leads</span>;
  const text = `${percent} % of ${counted(total, 'lead')}`;
  return (
    <span class="progress-cell">
      <PartsBar label={text} parts={segments.map((one) => ({ key: one.status, ...one }))} />
      <span class="small soft numeric">{text}</span>
    </span>
  );
}
