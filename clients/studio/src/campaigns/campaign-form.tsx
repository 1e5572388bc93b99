import type { ComponentChildren, JSX } from 'preact';
import { Link } from 'wouter-preact';
import { CallerFields } from './caller-fields.tsx';
import type { CampaignDraft } from './campaign-draft.ts';
import { AttemptFields, HourFields } from './campaign-fields.tsx';
import { GoalFields } from './goal-fields.tsx';
import { Card } from '../ui/page.tsx';
import { choices, SelectField, TextField } from '../ui/text-field.tsx';
import type { Submit } from '../ui/use-submit.tsx';

interface CampaignFormProps {
  draft: CampaignDraft;
  change: (changes: Partial<CampaignDraft>) => void;
  assistants: ReadonlyArray<{ id: number; name: string }>;
  submit: Submit;
  /** Where *Cancel* leads. */
  back: string;
  /** The text of the button, and the one while it works. */
  action: readonly [string, string];
  children?: ComponentChildren;
}

export const problemsIn = (draft: CampaignDraft): Record<string, string | undefined> => ({
  name: draft.name.trim() === '' ? 'Give the campaign a name.' : undefined,
  allowed_days: draft.days.length === 0 ? 'Choose a day at least.' : undefined,
});

/** The settings of a campaign, new or stored. */
export function CampaignForm({
  draft,
  change,
  assistants,
  submit,
  back,
  action,
  children,
}: CampaignFormProps): JSX.Element {
  const { onSubmit, isBusy, problems, failure } = submit;
  const [ready, busy] = action;
  const none = draft.assistantId === '' ? [['', 'None yet'] as const] : [];
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
            options={[...none, ...choices(assistants)]}
            onChange={(assistantId) => change({ assistantId })}
          />
          <CallerFields draft={draft} problem={numberProblem(problems)} change={change} />
        </div>
      </Card>
      <HourFields draft={draft} problems={problems} change={change} />
      <AttemptFields draft={draft} problems={problems} change={change} />
      <GoalFields draft={draft} problems={problems} change={change} />
      {children}
      {failure}
      <div class="button-row end">
        <Link class="button" href={back}>
          Cancel
        </Link>
        <button type="submit" class="button primary" disabled={isBusy}>
          {isBusy ? busy : ready}
        </button>
      </div>
    </form>
  );
}

/** The service names the position of a number: `phone_number_ids.1`. */
const numberProblem = (problems: Record<string, string>): string | undefined =>
  Object.entries(problems).find(([field]) => field.startsWith('phone_number_ids'))?.[1];
