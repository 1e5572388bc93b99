import type { Campaign, CampaignChanges, CampaignDetail } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation, useParams } from 'wouter-preact';
import { changesOf, conflictRows, draftOf, mergedDraft } from './campaign-changes.ts';
import type { CampaignDraft } from './campaign-draft.ts';
import { CampaignForm, problemsIn } from './campaign-form.tsx';
import { phone } from '../format/phone.ts';
import { listOutboundAssistants, type OutboundAssistant } from '../requests/assistants/list-outbound-assistants.ts';
import { getCampaign } from '../requests/campaigns/get-campaign.ts';
import { updateCampaign } from '../requests/campaigns/update-campaign.ts';
import { listNumberDetails } from '../requests/numbers/list-number-details.ts';
import { isConflict, isNotFound } from '../service/errors.ts';
import { bothOf, useQuery } from '../service/query.ts';
import { ConflictNotice } from '../ui/conflict-notice.tsx';
import { leaveWithoutQuestion, useLeaveQuestion } from '../ui/leave-question.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** Changes the settings of a campaign, also of one that runs. */
export function EditCampaignPage(): JSX.Element {
  const { id } = useParams<{ id: string }>();
  const campaign = useQuery(getCampaign(Number(id)));
  const assistants = useQuery(listOutboundAssistants());
  const back = { href: `/campaigns/${id}`, title: campaign.data?.name ?? 'Campaign' };
  if (isNotFound(campaign.error)) {
    return (
      <Page title="Campaign not found" back={{ href: '/campaigns', title: 'Campaigns' }}>
        <Empty title="There is no such campaign">It was deleted, or it belongs to another account.</Empty>
      </Page>
    );
  }
  return (
    <Page
      title="Edit the campaign"
      back={back}
      lead={campaign.data?.status === 'in-progress' ? WHILE_RUNNING : undefined}
    >
      <Loaded of={bothOf(campaign, assistants)} lines={8}>
        {([read, all]) => <EditForm key={read.id} read={read} assistants={all} />}
      </Loaded>
    </Page>
  );
}

const WHILE_RUNNING =
  'The campaign is running. The next call follows the new settings. Leads that wait keep the time of their next attempt.';

interface EditFormProps {
  read: CampaignDetail;
  assistants: readonly OutboundAssistant[];
}

function EditForm({ read, assistants }: EditFormProps): JSX.Element {
  const [, navigate] = useLocation();
  const home = `/campaigns/${read.id}`;
  const [base, setBase] = useState(read);
  const [draft, setDraft] = useState<CampaignDraft>(() => draftOf(read));
  const [other, setOther] = useState<CampaignDetail>();
  const changes = changesOf(base, draft);
  const numbers = useQuery(listNumberDetails());
  const numberOf = (id: number): string => {
    const found = numbers.data?.find((one) => one.id === id);
    return found === undefined ? String(id) : phone(found.phone_number);
  };
  const isChanged = Object.keys(changes).length > 0;
  useLeaveQuestion(isChanged, { home: `${home}/edit`, text: 'Your changes are not saved.' });
  const save = async (version: number) => {
    const stored = await store(base, { ...changes, if_version: version });
    if (stored !== undefined) return setOther(stored);
    toast('The campaign is changed.');
    leaveWithoutQuestion();
    navigate(home);
  };
  const submit = useSubmit({ check: () => problemsIn(draft), send: () => save(other?.version ?? base.version) });
  return (
    <CampaignForm
      draft={draft}
      change={(edits) => setDraft((before) => ({ ...before, ...edits }))}
      assistants={assistants}
      submit={submit}
      back={home}
      action={[other === undefined ? 'Save' : 'Save mine all the same', 'Saving…']}
    >
      {other === undefined ? null : (
        <ConflictNotice
          rows={conflictRows(base, other, changes, numberOf)}
          take={() => {
            setBase(other);
            setDraft(mergedDraft(base, other, draft));
            setOther(undefined);
          }}
        />
      )}
    </CampaignForm>
  );
}

/** Undefined: it is stored. Else the campaign in which another tab or user has changed the same settings. Changes of others are kept. */
async function store(read: Campaign, changes: CampaignChanges): Promise<CampaignDetail | undefined> {
  try {
    await updateCampaign(read.id, changes);
    return undefined;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const stored = await getCampaign(read.id).read(AbortSignal.timeout(READ_MS));
    if (conflictRows(read, stored, changes).some(({ mine }) => mine !== undefined)) return stored;
    return store(read, { ...changes, if_version: stored.version });
  }
}

const READ_MS = 10_000;
