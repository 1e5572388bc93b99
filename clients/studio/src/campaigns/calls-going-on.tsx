import type { Campaign } from '@ringback/client';
import type { JSX } from 'preact';
import { api } from '../api.ts';
import { counted } from '../format/money.ts';
import { useAction, useLoad } from '../load.ts';
import { confirm } from '../ui/dialog.tsx';
import { Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

const LIVE_MS = 2000;

/** The calls of a paused campaign that were answered and are not over, and the button that hangs them up. */
export function CallsGoingOn({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const live = useLoad((signal) => countAnswered(campaign.id, signal), [campaign.id, campaign.updated_at], {
    every: (calls) => (calls > 0 ? LIVE_MS : undefined),
  });
  const calls = live.data ?? 0;
  const hangUp = useAction(async () => {
    const title = `Hang up ${counted(calls, 'call')}?`;
    const text = 'The customers are cut off, and the calls are charged as far as they went.';
    if (!(await confirm({ title, text, action: 'Hang up', danger: true }))) return;
    await api.campaigns.stop(campaign.id, { hangUp: true });
    toast('Its calls are being hung up.');
    await live.reload();
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

async function countAnswered(campaignId: number, signal: AbortSignal): Promise<number> {
  const filters = { campaign_id: campaignId, status: 'in-progress', per_page: 1 } as const;
  return (await api.calls.list(filters, { signal })).total;
}
