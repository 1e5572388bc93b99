import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type CampaignDraft, campaignOf, emptyDraft } from './campaign-draft.ts';
import { CampaignForm, problemsIn } from './campaign-form.tsx';
import { ownZone } from '../format/time.ts';
import { listOutboundAssistants, type OutboundAssistant } from '../requests/assistants/list-outbound-assistants.ts';
import { createCampaign } from '../requests/campaigns/create-campaign.ts';
import { useQuery } from '../service/query.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** The assistant and the hours of a new campaign. The user adds the customers afterwards. */
export function NewCampaignPage(): JSX.Element {
  const assistants = useQuery(listOutboundAssistants());
  const create = (
    <Link class="button primary" href="/assistants/new">
      Create an assistant
    </Link>
  );
  return (
    <Page
      title="New campaign"
      back={{ href: '/campaigns', title: 'Campaigns' }}
      lead="The campaign calls no customer before you add leads and start it."
    >
      <Loaded of={assistants} lines={8}>
        {([first, ...others]) =>
          first === undefined ? (
            <Empty title="No assistant makes calls yet" actions={create}>
              A campaign calls with an assistant whose direction is “makes calls”.
            </Empty>
          ) : (
            <NewCampaign assistants={[first, ...others]} />
          )
        }
      </Loaded>
    </Page>
  );
}

function NewCampaign({ assistants }: { assistants: [OutboundAssistant, ...OutboundAssistant[]] }): JSX.Element {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<CampaignDraft>(() => emptyDraft(assistants[0].id, ownZone()));
  const submit = useSubmit({
    check: () => problemsIn(draft),
    send: async (keyOf) => {
      const campaign = campaignOf(draft);
      const { id } = await createCampaign(campaign, keyOf(campaign));
      toast('The campaign is created. Add its leads, then start it.');
      navigate(`/campaigns/${id}`);
    },
  });
  return (
    <CampaignForm
      draft={draft}
      change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      assistants={assistants}
      submit={submit}
      back="/campaigns"
      action={['Create campaign', 'Creating…']}
    />
  );
}
