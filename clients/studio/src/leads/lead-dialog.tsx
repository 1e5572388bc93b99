import { defined, type Lead } from '@ringback/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { variablesAsText, variablesOfText } from './lead-filters.ts';
import { e164, phoneProblem } from '../format/phone.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { createLead } from '../requests/leads/create-lead.ts';
import { updateLead } from '../requests/leads/update-lead.ts';
import { useQuery } from '../service/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PhoneField } from '../ui/phone-field.tsx';
import { AreaField, choices, SelectField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

interface LeadDialogProps {
  /** Undefined: a new one. */
  lead: Lead | undefined;
  /** The campaign of a new one; undefined: the user chooses. */
  campaignId: number | undefined;
  onClose: () => void;
}

/** The statuses that a user may set; the others are set by the calls. */
const settable = ['created', 'completed'] as const;

interface Draft {
  campaign: string;
  number: string;
  text: string;
  status: (typeof settable)[number] | undefined;
}

/** A new lead, or changes of one. */
export function LeadDialog({ lead, campaignId, onClose }: LeadDialogProps): JSX.Element {
  const [draft, setDraft] = useState<Draft>({
    campaign: String(lead?.campaign_id ?? campaignId ?? ''),
    number: lead?.phone_number ?? '',
    text: variablesAsText(lead?.variables ?? {}),
    status: undefined,
  });
  const country = useDefaultCountry();
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({
      campaign_id: draft.campaign === '' ? 'Choose a campaign.' : undefined,
      phone_number: phoneProblem(draft.number, country),
      variables: variablesOfText(draft.text, lead?.variables).problem,
    }),
    send: async (keyOf) => {
      await save(lead, { ...draft, number: e164(draft.number, country) }, keyOf);
      toast(lead === undefined ? 'The lead is added.' : 'The lead is changed.');
      onClose();
    },
    sentences: { 'Invalid phone number': 'phone_number', 'Campaign not found': 'campaign_id' },
  });
  return (
    <Dialog title={lead === undefined ? 'Add a lead' : 'Edit the lead'} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit} noValidate>
        <LeadFields
          draft={draft}
          problems={problems}
          isNew={lead === undefined}
          country={country}
          change={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        />
        {failure}
        <div class="button-row end">
          <button type="submit" class="button primary" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

async function save(
  lead: Lead | undefined,
  { campaign, number, text, status }: Draft,
  keyOf: (body: unknown) => string,
): Promise<void> {
  const { variables } = variablesOfText(text, lead?.variables);
  const hasVariables = Object.keys(variables).length > 0;
  const fields = defined({
    campaign_id: Number(campaign),
    phone_number: number,
    variables: hasVariables ? variables : undefined,
  });
  if (lead === undefined) await createLead(fields, { idempotencyKey: keyOf(fields) });
  else await updateLead(lead.id, { ...fields, ...defined({ status }) });
}

interface LeadFieldsProps {
  draft: Draft;
  problems: Record<string, string>;
  isNew: boolean;
  country: string | undefined;
  change: (changes: Partial<Draft>) => void;
}

function LeadFields({ draft, problems, isNew, country, change }: LeadFieldsProps): JSX.Element {
  const campaigns = useQuery(listCampaigns());
  return (
    <>
      <SelectField
        label="Campaign"
        problem={problems['campaign_id']}
        value={draft.campaign}
        options={[...(draft.campaign === '' ? [['', 'Choose one'] as const] : []), ...choices(campaigns.data)]}
        onChange={(campaign) => change({ campaign })}
      />
      <PhoneField
        label="Phone number"
        problem={problems['phone_number']}
        value={draft.number}
        country={country}
        onInput={(number) => change({ number })}
      />
      <AreaField
        label="Variables"
        hint={isNew ? 'One in each line.' : 'One in each line. A line that you remove keeps its value.'}
        problem={problems['variables']}
        class="code"
        rows={4}
        placeholder="customer_name: Ada"
        value={draft.text}
        onInput={(text) => change({ text })}
      />
      {isNew ? null : (
        <SelectField
          label="Status"
          problem={problems['status']}
          value={draft.status ?? ''}
          options={[
            ['', 'As it is'],
            ['created', 'Call again from the start'],
            ['completed', 'Done: do not call'],
          ]}
          onChange={(value) => change({ status: settable.find((one) => one === value) })}
        />
      )}
    </>
  );
}
