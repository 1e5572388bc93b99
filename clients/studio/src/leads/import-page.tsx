import type { Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { ImportForm } from './import-form.tsx';
import { importJob } from './import-job.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { positive } from '../format/query.ts';
import { getMe } from '../requests/account/get-me.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { bothOf, useQuery } from '../service/query.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

/** Leads from a file: what its columns become, its rows, the progress of the import, and the rows that were refused. */
export function ImportPage(): JSX.Element {
  const wanted = positive(new URLSearchParams(useSearch()).get('campaign_id'));
  const read = bothOf(useQuery(listCampaigns()), useQuery(getMe()));
  const create = (
    <Link class="button primary" href="/campaigns/new">
      Create a campaign
    </Link>
  );
  return (
    <Page
      title="Import leads"
      back={{ href: '/leads', title: 'Leads' }}
      lead="Choose a CSV file or a workbook of Excel with a line of headings, and one customer in each row. You say what the columns are."
    >
      <Loaded of={read}>
        {([campaigns, me]) => {
          const first = campaigns.find(({ id }) => id === wanted) ?? campaigns[0];
          return first === undefined ? (
            <Empty title="No campaign yet" actions={create}>
              Leads belong to a campaign.
            </Empty>
          ) : (
            <Import
              wanted={wanted}
              campaigns={campaigns}
              first={first}
              user={me.email}
              usualCountry={me.default_country ?? ''}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

interface ImportProps {
  /** The campaign that the address names. */
  wanted: number | undefined;
  campaigns: readonly Campaign[];
  first: Campaign;
  user: string;
  usualCountry: string;
}

function Import({ wanted, ...props }: ImportProps): JSX.Element {
  useState(() => leaveOther(wanted));
  const job = importJob.value;
  return (
    <div class="stack">
      <ImportForm {...props} job={job} />
      {job === undefined ? null : <ImportOutcome job={job} />}
    </div>
  );
}

/** Who comes for another campaign has seen the import that is over. */
function leaveOther(wanted: number | undefined): void {
  const job = importJob.peek();
  if (job?.phase === 'done' && wanted !== undefined && wanted !== job.target.campaignId) importJob.value = undefined;
}
