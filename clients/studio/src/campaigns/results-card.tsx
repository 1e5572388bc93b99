import type { Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import {
  byAttempt,
  byHour,
  type CampaignResults,
  campaignResults,
  costPerGoal,
  type OutcomeCounts,
  type Tally,
} from './campaign-results.ts';
import { count, counted, price } from '../format/money.ts';
import { type NewestCalls, readNewestCalls } from '../requests/calls/read-newest-calls.ts';
import { type Loading, useQuery } from '../service/query.ts';
import { Card, Figures } from '../ui/page.tsx';
import { PartsBar } from '../ui/record-parts.tsx';
import { Loaded } from '../ui/states.tsx';

/** A page reads so many calls without being asked. */
const READ_UNASKED = 300;

/** What came of the calls of a campaign: by outcome, and then by hour and by attempt. */
export function ResultsCard({ campaign, of }: { campaign: Campaign; of: Loading<OutcomeCounts> }): JSX.Element {
  const isRunning = campaign.status === 'in-progress';
  const [isAsked, setAsked] = useState(false);
  const its = <Link href={`/calls?campaign_id=${campaign.id}`}>Its calls</Link>;
  return (
    <Card title="Results" actions={its}>
      <Loaded of={of} lines={3}>
        {(found) => {
          const results = campaignResults(found);
          if (results.calls === 0) return <p class="soft">No call is over yet.</p>;
          const isRead = isAsked || (results.calls <= READ_UNASKED && !isRunning);
          return (
            <div class="stack">
              <Outcomes results={results} campaignId={campaign.id} />
              {isRead ? <Details campaign={campaign} results={results} /> : <Ask ask={() => setAsked(true)} />}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

const Ask = ({ ask }: { ask: () => void }): JSX.Element => (
  <div class="button-row">
    <button type="button" class="button small" onClick={ask}>
      Show cost per goal, hours and attempts
    </button>
  </div>
);

function Outcomes({ results, campaignId }: { results: CampaignResults; campaignId: number }): JSX.Element {
  const { segments } = results;
  return (
    <>
      <PartsBar
        label={segments.map(({ label, calls }) => `${label}: ${calls}`).join(', ')}
        parts={segments.map((segment) => ({ key: segment.outcome, ...segment }))}
      />
      <ul class="plain legend">
        {segments.map(({ outcome, label, tone, calls }) => (
          <li key={outcome}>
            <span class={`dot ${tone}`} aria-hidden="true" />
            <Link href={`/calls?campaign_id=${campaignId}&outcome=${outcome}`}>{label}</Link>
            <strong>{count(calls)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Details({ campaign, results }: { campaign: Campaign; results: CampaignResults }): JSX.Element {
  const newest = useQuery(readNewestCalls(campaign));
  return (
    <Loaded of={newest} lines={4}>
      {(read) => <Breakdown campaign={campaign} results={results} read={read} />}
    </Loaded>
  );
}

interface BreakdownProps {
  campaign: Campaign;
  results: CampaignResults;
  read: NewestCalls;
}

function Breakdown({ campaign, results, read: { calls, isAll } }: BreakdownProps): JSX.Element {
  const cost = costPerGoal(calls);
  return (
    <>
      {isAll ? null : (
        <p class="soft">
          These figures are of the newest {counted(calls.length, 'call')} of {count(results.calls)}. Export the calls
          for figures of all of them.
        </p>
      )}
      <Figures of={[['Cost per goal', cost === undefined ? 'No goal yet' : price(cost)]]} />
      <div class="columns">
        <Tallies title={`By hour, ${campaign.timezone}`} name="Hour" of={byHour(calls, campaign.timezone)} />
        {isAll ? <Tallies title="By attempt" name="Attempt" of={byAttempt(calls)} /> : null}
      </div>
    </>
  );
}

function Tallies({ title, name, of }: { title: string; name: string; of: readonly Tally[] }): JSX.Element {
  return (
    <div class="table-wrap">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {['Calls', 'Reached a person', 'Goal reached'].map((heading) => (
              <th key={heading} scope="col" class="end">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map(({ label, calls, reached, goals }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {[calls, reached, goals].map((figure, index) => (
                <td key={index} class="end">
                  {count(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
