import type { Campaign } from '@ringback/client';
import { Play } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { startWords, wayOut } from './start-check.ts';
import { counted } from '../format/money.ts';
import { ownZone } from '../format/time.ts';
import { getMe } from '../requests/account/get-me.ts';
import { type CampaignCheck, checkCampaign } from '../requests/campaigns/check-campaign.ts';
import { startCampaign } from '../requests/campaigns/start-campaign.ts';
import { endsSession } from '../service/errors.ts';
import { errorText } from '../service/failure.ts';
import { useQuery } from '../service/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

interface StartDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Before a start: what it does, what it costs at most, and who is not called. */
export function StartDialog({ campaign, onClose }: StartDialogProps): JSX.Element {
  const check = useQuery(checkCampaign(campaign.id));
  return (
    <Dialog title={`Start “${campaign.name}”?`} onClose={onClose}>
      <Loaded of={check} lines={5}>
        {(found) =>
          found.total === 0 ? (
            <NoLeads campaign={campaign} />
          ) : (
            <Checked campaign={campaign} check={found} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function NoLeads({ campaign }: { campaign: Campaign }): JSX.Element {
  const action = (
    <Link class="button primary" href={`/leads/import?campaign_id=${campaign.id}`}>
      Import leads
    </Link>
  );
  return (
    <Empty title="No lead is to be called" actions={action}>
      Add customers, or set leads that are done to “Call again from the start”.
    </Empty>
  );
}

function Checked({ campaign, check, onClose }: StartDialogProps & { check: CampaignCheck }): JSX.Element {
  const me = useQuery(getMe());
  const around = { campaign, balance: me.data?.total_balance, now: new Date(), timeZone: ownZone() };
  const { facts, never, warnings, canStart } = startWords(check, around);
  const [problem, setProblem] = useState<string>();
  const start = useAction(async () => {
    try {
      await startCampaign(campaign.id);
      toast('The campaign is started.');
      onClose();
    } catch (error) {
      if (!endsSession(error)) setProblem(errorText(error));
    }
  });
  return (
    <div class="stack">
      <Facts of={facts} />
      {never.length === 0 ? null : <Never of={never} />}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {problem === undefined ? null : <Refused campaign={campaign} problem={problem} />}
      <div class="button-row end">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          disabled={start.isBusy || !canStart}
          onClick={() => void start.run()}
        >
          <Play size={16} aria-hidden="true" /> Start now
        </button>
      </div>
    </div>
  );
}

function Never({ of }: { of: ReturnType<typeof startWords>['never'] }): JSX.Element {
  const all = of.reduce((sum, { leads }) => sum + leads, 0);
  return (
    <Notice tone="warn">
      {counted(all, 'lead')} will not be called:
      <ul class="plain">
        {of.map(({ reason, leads }) => (
          <li key={reason}>
            {leads}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Refused({ campaign, problem }: { campaign: Campaign; problem: string }): JSX.Element {
  const way = wayOut(problem, campaign.id);
  const action =
    way === undefined ? undefined : (
      <Link class="button small" href={way.href}>
        {way.text}
      </Link>
    );
  return (
    <Notice tone="bad" action={action}>
      {problem}
    </Notice>
  );
}
