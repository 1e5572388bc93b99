import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type CampaignDraft, campaignOf, emptyDraft } from './campaign-draft.ts';
import { AttemptFields, HourFields } from './campaign-fields.tsx';
import { ownZone } from '../format/time.ts';
import { listOutboundAssistants, type OutboundAssistant } from '../requests/assistants/list-outbound-assistants.ts';
import { createCampaign } from '../requests/campaigns/create-campaign.ts';
import { useQuery } from '../service/query.ts';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { choices, SelectField, TextField } from '../ui/text-field.tsx';
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
            <CampaignForm assistants={[first, ...others]} />
          )
        }
      </Loaded>
    </Page>
  );
}

const problemsIn = (draft: CampaignDraft) => ({
  name: draft.name.trim() === '' ? 'Give the campaign a name.' : undefined,
  allowed_days: draft.days.length === 0 ? 'Choose a day at least.' : undefined,
});

function CampaignForm({ assistants }: { assistants: [OutboundAssistant, ...OutboundAssistant[]] }): JSX.Element {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<CampaignDraft>(() => emptyDraft(assistants[0].id, ownZone()));
  const change = (changes: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => problemsIn(draft),
    send: async (keyOf) => {
      const campaign = campaignOf(draft);
      const { id } = await createCampaign(campaign, keyOf(campaign));
      toast('The campaign is created. Add its leads, then start it.');
      navigate(`/campaigns/${id}`);
    },
  });
  return (
    <form class="stack form-narrow" onSubmit={onSubmit} noValidate>
      <Card title="Who calls">
        <div class="stack">
          <TextField
            label="Name"
            problem={problems['name']}
            maxLength={255}
            placeholder="Spring reminders"
            value={draft.name}
            onInput={(name) => change({ name })}
          />
          <SelectField
            label="Assistant"
            problem={problems['assistant_id']}
            value={draft.assistantId}
            options={choices(assistants)}
            onChange={(assistantId) => change({ assistantId })}
          />
        </div>
      </Card>
      <HourFields draft={draft} problems={problems} change={change} />
      <AttemptFields draft={draft} problems={problems} change={change} />
      {failure}
      <div class="button-row end">
        <Link class="button" href="/campaigns">
          Cancel
        </Link>
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? 'Creating…' : 'Create campaign'}
        </button>
      </div>
    </form>
  );
}
