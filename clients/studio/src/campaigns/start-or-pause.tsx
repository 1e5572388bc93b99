import type { Campaign } from '@ringback/client';
import { Pause, Play } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { canStart } from './campaign-progress.ts';
import { StartDialog } from './start-dialog.tsx';
import { pauseCampaign } from '../requests/campaigns/pause-campaign.ts';
import { startCampaign } from '../requests/campaigns/start-campaign.ts';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** Starts a campaign after a check, or pauses it. */
export function StartOrPause({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const [isAsking, setAsking] = useState(false);
  const pause = useAction(async () => {
    await pauseCampaign(campaign.id);
    toast('The campaign is paused. Calls that were answered go on to their end.');
  });
  if (campaign.status === 'in-progress') {
    return (
      <button
        type="button"
        class="button"
        title={pauseCampaign.about}
        disabled={pause.isBusy}
        onClick={() => void pause.run()}
      >
        <Pause size={16} aria-hidden="true" /> Pause
      </button>
    );
  }
  if (!canStart(campaign)) return null;
  return (
    <>
      <button type="button" class="button primary" title={startCampaign.about} onClick={() => setAsking(true)}>
        <Play size={16} aria-hidden="true" /> Start
      </button>
      {isAsking ? <StartDialog campaign={campaign} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
