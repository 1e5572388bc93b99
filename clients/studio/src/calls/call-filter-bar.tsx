import type { JSX } from 'preact';
import { callFilterNames, type CallFilters, namedFilter } from './call-filters.ts';
import { callOutcomes, callStatuses, callTypes } from './call-words.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { listAllAssistants } from '../requests/assistants/list-all-assistants.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { useQuery } from '../service/query.ts';
import { useFilters } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { FilterBar } from '../ui/filters.tsx';
import { toast } from '../ui/toast.tsx';

const pairs = (of: ReadonlyArray<{ value: string; label: string }>): Array<[string, string]> =>
  of.map(({ value, label }) => [value, label]);

export function CallFilterBar({ filters }: { filters: CallFilters }): JSX.Element {
  const { setFilter } = useFilters(callFilterNames);
  const assistants = useQuery(listAllAssistants());
  const campaigns = useQuery(listCampaigns());
  const named = (of: ReadonlyArray<{ id: number; name: string }> | undefined): Array<[string, string]> =>
    (of ?? []).map(({ id, name }) => [String(id), name]);
  const byName = (text: string) => {
    const found = namedFilter(text, { assistants: assistants.data ?? [], campaigns: campaigns.data ?? [] });
    if (found === undefined) toast(`No assistant and no campaign is called “${text}”.`);
    else setFilter(found[0], String(found[1]));
  };
  return (
    <FilterBar
      label="Filter the calls"
      filters={filters}
      country={useDefaultCountry()}
      search={{ placeholder: 'Number or name', byName }}
    >
      <WordFilters filters={filters} />
      <Select
        label="Assistant"
        value={String(filters.assistant_id ?? '')}
        options={[['', 'Any assistant'], ...named(assistants.data)]}
        onChange={(value) => setFilter('assistant_id', value)}
      />
      <Select
        label="Campaign"
        value={String(filters.campaign_id ?? '')}
        options={[['', 'Any campaign'], ...named(campaigns.data)]}
        onChange={(value) => setFilter('campaign_id', value)}
      />
    </FilterBar>
  );
}

function WordFilters({ filters }: { filters: CallFilters }): JSX.Element {
  const { setFilter } = useFilters(callFilterNames);
  return (
    <>
      <Select
        label="Status"
        value={filters.status ?? ''}
        options={[['', 'Any status'], ...pairs(callStatuses)]}
        onChange={(value) => setFilter('status', value)}
      />
      <Select
        label="Direction"
        value={filters.type ?? ''}
        options={[['', 'Any direction'], ...pairs(callTypes)]}
        onChange={(value) => setFilter('type', value)}
      />
      <Select
        label="Outcome"
        value={filters.outcome ?? ''}
        options={[['', 'Any outcome'], ...pairs(callOutcomes)]}
        onChange={(value) => setFilter('outcome', value)}
      />
    </>
  );
}
