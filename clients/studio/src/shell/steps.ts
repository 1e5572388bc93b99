import type { Assistant, Campaign } from '@ringback/client';

export interface Step {
  title: string;
  href: string;
  isDone: boolean;
}

interface Begun {
  assistants: ReadonlyArray<Pick<Assistant, 'id' | 'type'>>;
  calls: number;
  campaigns: ReadonlyArray<Pick<Campaign, 'id' | 'status'>>;
  leads: number;
}

/** What a new user does, in its order. A step that was passed over does not come back, but without an assistant nothing calls. */
export function stepsOf({ assistants, calls, campaigns, leads }: Begun): Step[] {
  const [campaign] = campaigns;
  const home = campaign === undefined ? '/campaigns' : `/campaigns/${campaign.id}`;
  const steps = [
    { title: 'Create an assistant', href: '/assistants/new', isDone: assistants.length > 0 },
    { title: 'Talk to it', href: `/assistants/${assistants[0]?.id ?? 'new'}`, isDone: calls > 0 },
    { title: 'Create a campaign', href: '/campaigns/new', isDone: campaign !== undefined },
    {
      title: 'Import your customers',
      href: `/leads/import${campaign === undefined ? '' : `?campaign_id=${campaign.id}`}`,
      isDone: leads > 0,
    },
    { title: 'Start the campaign', href: home, isDone: campaigns.some(({ status }) => status !== 'draft') },
  ];
  const last = assistants.length === 0 ? -1 : steps.findLastIndex(({ isDone }) => isDone);
  return steps.map((step, index) => ({ ...step, isDone: step.isDone || index <= last }));
}
