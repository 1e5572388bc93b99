import type { Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { counted } from '../format/money.ts';
import { countAnsweredCalls } from '../requests/calls/count-answered-calls.ts';
import { hangUpCampaign } from '../requests/campaigns/hang-up-campaign.ts';
import { useQuery } from '../service/query.ts';
import { confirm } from '../ui/dialog.tsx';
import { Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

const LIVE_MS = 2000;

/** The calls of a paused campaign that were answered and are not over, and the button that hangs them up. */
export function CallsGoingOn({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const live = useQuery(countAnsweredCalls(campaign.id), { every: (calls) => (calls > 0 ? LIVE_MS : undefined) });
  const calls = live.data ?? 0;
  const hangUp = useAction(async () => {
    const title = `Hang up ${counted(calls, 'call')}?`;
    const text = 'The customers are cut off, and the calls are charged as far as they went.';
    if (!(await confirm({ title, text, action: 'Hang up', danger: true }))) return;
    await hangUpCampaign(campaign.id);
    toast('The calls of the campaign are being hung up.');
  });
  if (calls === 0) return null;
  return (
    <Notice
      action={
        <button type="button" class="button danger" disabled={hangUp.isBusy} onClick={() => void hangUp.run()}>
          Hang up
        </button>
      }
    >
      {counted(calls, 'call')} of this campaign {calls === 1 ? 'was' : 'were'} answered before the pause, and{' '}
      {calls === 1 ? 'goes' : 'go'} on to the end.
    </Notice>
  );
}
