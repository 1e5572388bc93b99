import { Upload } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link, useSearch } from 'wouter-preact';
import { leadFilterNames, readLeadFilters } from './lead-filters.ts';
import { LeadTable } from './lead-table.tsx';
import { getMe } from '../requests/account/get-me.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { useQuery } from '../service/query.ts';
import { useFilters } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { DateFilter } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { SavedViews } from '../ui/saved-views.tsx';

/** The customers of all campaigns. */
export function LeadsPage(): JSX.Element {
  const filters = readLeadFilters(useSearch());
  const { setFilter } = useFilters(leadFilterNames);
  const campaigns = useQuery(listCampaigns());
  const me = useQuery(getMe());
  const target = filters.campaign_id === undefined ? '' : `?campaign_id=${filters.campaign_id}`;
  return (
    <Page
      title="Leads"
      lead="Your campaigns call these customers."
      actions={
        <>
          <Link class="button" href="/do-not-call">
            Do-not-call list
          </Link>
          <Link class="button primary" href={`/leads/import${target}`}>
            <Upload size={16} aria-hidden="true" /> Import CSV
          </Link>
        </>
      }
    >
      {me.data === undefined ? null : <SavedViews user={me.data.email} list="/leads" />}
      <LeadTable
        filters={
          <>
            <Select
              label="Campaign"
              value={String(filters.campaign_id ?? '')}
              options={[
                ['', 'All campaigns'],
                ...(campaigns.data ?? []).map(({ id, name }): [string, string] => [String(id), name]),
              ]}
              onChange={(value) => setFilter('campaign_id', value)}
            />
            <DateFilter
              label="From"
              value={filters.date_from ?? ''}
              onChange={(value) => setFilter('date_from', value)}
            />
            <DateFilter label="To" value={filters.date_to ?? ''} onChange={(value) => setFilter('date_to', value)} />
          </>
        }
      />
    </Page>
  );
}
