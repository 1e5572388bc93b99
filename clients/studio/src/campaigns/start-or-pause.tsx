import type { Campaign } from '@ringback/client';
import { Pause, Play } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { canStart } from './campaign-progress.ts';
import { pauseCampaign } from '../requests/campaigns/pause-campaign.ts';
import { startCampaign } from '../requests/campaigns/start-campaign.ts';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** Two buttons, one at a time: the second click of a double click must not undo the first. */
export function StartOrPause({ campaign }: { campaign: Campaign }): JSX.Element | null {
  const pause = async () => {
    await pauseCampaign(campaign.id);
    toast('The campaign is paused.');
  };
  const start = async () => {
    await startCampaign(campaign.id);
    toast('The campaign is started.');
  };
  if (campaign.status === 'in-progress') {
    return (
      <OnceButton key="pause" title={pauseCampaign.about} action={pause}>
        <Pause size={16} aria-hidden="true" /> Pause
      </OnceButton>
    );
  }
  if (!canStart(campaign)) return null;
  return (
    <OnceButton key="start" title={startCampaign.about} isPrimary action={start}>
      <Play size={16} aria-hidden="true" /> Start
    </OnceButton>
  );
}

interface OnceButtonProps {
  title: string;
  isPrimary?: boolean;
  action: () => Promise<void>;
  children: ComponentChildren;
}

function OnceButton({ title, isPrimary = false, action, children }: OnceButtonProps): JSX.Element {
  const { run, isBusy } = useAction(action);
  return (
    <button
      type="button"
      class={`button${isPrimary ? ' primary' : ''}`}
      title={title}
      disabled={isBusy}
      onClick={({ detail }) => {
        // The button that has taken the place of another one gets the rest of a double click.
        if (detail <= 1) void run();
      }}
    >
      {children}
    </button>
  );
}
