import type { Campaign } from '@ringback/client';
import { Pencil, Trash2, Upload } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link, useLocation, useParams } from 'wouter-preact';
import { callingHours, isCallingTime } from './calling-hours.ts';
import { CallsGoingOn } from './calls-going-on.tsx';
import { type CampaignProgress, campaignProgress, campaignStatus, canStart, stopReason } from './campaign-progress.ts';
import { campaignResults, type OutcomeCounts } from './campaign-results.ts';
import { ResultsCard } from './results-card.tsx';
import { StartOrPause } from './start-or-pause.tsx';
import { UnfilledLeads } from './unfilled-leads.tsx';
import { count, counted } from '../format/money.ts';
import { span } from '../format/time.ts';
import { LeadTable } from '../leads/lead-table.tsx';
import { listOutboundAssistants } from '../requests/assistants/list-outbound-assistants.ts';
import { countOutcomes } from '../requests/calls/count-outcomes.ts';
import { deleteCampaign } from '../requests/campaigns/delete-campaign.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { countLeads } from '../requests/leads/count-leads.ts';
import { useQuery } from '../service/query.ts';
import { confirm } from '../ui/dialog.tsx';
import { Card, Facts, Figures, Page } from '../ui/page.tsx';
import { PartsBar, State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

const RUNNING_MS = 2000;
/** Ten requests each. */
const OUTCOMES_MS = 10_000;
const back = { href: '/campaigns', title: 'Campaigns' };

/** One campaign: its progress, its outcomes, its rules and its leads. */
export function CampaignPage(): JSX.Element {
  const { id } = useParams<{ id: string }>();
  const campaigns = useQuery(listCampaigns(), {
    every: (all) => (all.some((one) => String(one.id) === id && one.status === 'in-progress') ? RUNNING_MS : undefined),
  });
  const campaign = campaigns.data?.find((one) => String(one.id) === id);
  if (campaigns.data !== undefined && campaign === undefined) {
    return (
      <Page title="Campaign not found" back={back}>
        <Empty title="There is no such campaign">It was deleted, or it belongs to another account.</Empty>
      </Page>
    );
  }
  return (
    <Page title={campaign?.name ?? 'Campaign'} back={back} actions={campaign && <Actions campaign={campaign} />}>
      <Loaded of={campaigns} lines={8}>
        {() => (campaign === undefined ? null : <Content campaign={campaign} />)}
      </Loaded>
    </Page>
  );
}

function Actions({ campaign }: { campaign: Campaign }): JSX.Element {
  const [, navigate] = useLocation();
  const remove = useAction(async () => {
    const title = `Delete “${campaign.name}”?`;
    if (!(await confirm({ title, text: deleteCampaign.about, action: 'Delete', danger: true }))) return;
    await deleteCampaign(campaign.id);
    toast('The campaign is deleted.');
    navigate('/campaigns');
  });
  return (
    <>
      <button type="button" class="button danger" disabled={remove.isBusy} onClick={() => void remove.run()}>
        <Trash2 size={16} aria-hidden="true" /> Delete
      </button>
      <Link class="button" href={`/leads/import?campaign_id=${campaign.id}`}>
        <Upload size={16} aria-hidden="true" /> Import leads
      </Link>
      <StartOrPause campaign={campaign} />
    </>
  );
}

function Content({ campaign }: { campaign: Campaign }): JSX.Element {
  const isRunning = campaign.status === 'in-progress';
  const counts = useQuery(countLeads(campaign), { every: isRunning ? RUNNING_MS : undefined });
  const outcomes = useQuery(countOutcomes(campaign), { every: isRunning ? OUTCOMES_MS : undefined });
  const stopped = stopReason(campaign);
  const isLater = isRunning && !isCallingTime(campaign, new Date());
  return (
    <div class="stack">
      {stopped === undefined ? null : <Notice tone="warn">{stopped}</Notice>}
      {campaign.status === 'stopped' ? <CallsGoingOn campaign={campaign} /> : null}
      {campaign.assistant_id === null ? (
        <Notice tone="warn">This campaign has no assistant. It collects leads, and cannot be started.</Notice>
      ) : null}
      {canStart(campaign) ? <UnfilledLeads campaign={campaign} /> : null}
      {isLater ? (
        <Notice>
          The campaign is outside of its calling hours now. It goes on by itself: {callingHours(campaign)}.
        </Notice>
      ) : null}
      <Loaded of={counts} lines={3}>
        {(leads) => <ProgressCard campaign={campaign} progress={campaignProgress(leads)} outcomes={outcomes.data} />}
      </Loaded>
      <ResultsCard campaign={campaign} of={outcomes} />
      <Rules campaign={campaign} />
      <LeadTable campaignId={campaign.id} isMoving={isRunning} />
    </div>
  );
}

interface ProgressProps {
  campaign: Campaign;
  progress: CampaignProgress;
  outcomes: OutcomeCounts | undefined;
}

function ProgressCard({ campaign, progress, outcomes }: ProgressProps): JSX.Element {
  const { total, done, percent, segments } = progress;
  const results = outcomes && campaignResults(outcomes);
  return (
    <>
      <Figures
        of={[
          ['Status', <State key="status" of={campaignStatus(campaign.status)} />],
          ['Leads done', `${count(done)} of ${count(total)}`],
          [
            'Reached by a person',
            results === undefined ? '…' : `${count(results.reached)} of ${counted(results.calls, 'call')}`,
          ],
          ['Goal reached', results === undefined ? '…' : count(results.goals)],
        ]}
      />
      <Card title={`Progress: ${percent} %`}>
        <div class="stack">
          <PartsBar
            label={segments.map(({ label, leads }) => `${label}: ${leads}`).join(', ')}
            parts={segments.map((segment) => ({ key: segment.status, ...segment }))}
          />
          <ul class="plain legend">
            {segments.map(({ status, label, meaning, tone, leads }) => (
              <li key={status} title={meaning}>
                <span class={`dot ${tone}`} aria-hidden="true" /> {label} <strong>{count(leads)}</strong>
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </>
  );
}

function Rules({ campaign }: { campaign: Campaign }): JSX.Element {
  const assistants = useQuery(listOutboundAssistants());
  const assistant = assistants.data?.find(({ id }) => id === campaign.assistant_id);
  const again = [
    campaign.retry_on_voicemail ? 'after a mailbox' : undefined,
    campaign.retry_on_goal_incomplete ? 'until the goal is reached' : undefined,
  ].filter((one) => one !== undefined);
  return (
    <Card
      title="Rules"
      actions={
        <Link class="button small" href={`/campaigns/${campaign.id}/edit`}>
          <Pencil size={14} aria-hidden="true" /> Edit
        </Link>
      }
    >
      <Facts
        of={[
          ['Assistant', assistant ? <Link href={`/assistants/${assistant.id}`}>{assistant.name}</Link> : 'None'],
          ['Calling hours', `${callingHours(campaign)}, in the zone of the called number or else ${campaign.timezone}`],
          ['At the same time', counted(campaign.max_calls_in_parallel, 'call')],
          ['Tries again', `${counted(campaign.max_retries, 'time')}, after ${span(campaign.retry_interval * 60)}`],
          ...(again.length === 0 ? [] : [['Also', again.join(', ')] as const]),
          ['Goal', campaign.goal_completion_variable ?? 'None'],
          ['When all are done', campaign.mark_complete_when_no_leads ? 'It completes' : 'It waits for more leads'],
          ['Created', <Time key="created" at={campaign.created_at} />],
        ]}
      />
    </Card>
  );
}
