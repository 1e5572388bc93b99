import type { JSX } from 'preact';
import { type CampaignDraft, goalsOf } from './campaign-draft.ts';
import { getAssistant } from '../requests/assistants/get-assistant.ts';
import { useQuery } from '../service/query.ts';
import { Switch } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { SelectField } from '../ui/text-field.tsx';

interface GoalFieldsProps {
  draft: CampaignDraft;
  /** By the names of the API. */
  problems: Record<string, string>;
  change: (changes: Partial<CampaignDraft>) => void;
}

/** What the calls are for: a yes/no question of the evaluation. */
export function GoalFields({ draft, problems, change }: GoalFieldsProps): JSX.Element {
  return (
    <Card title="What counts as success">
      <div class="stack">
        {draft.assistantId === '' ? null : <Goal draft={draft} problems={problems} change={change} />}
        <Switch
          label="Try again until the goal is reached"
          hint="If it is off, a customer who was reached is not called again."
          checked={draft.untilGoal && draft.goal !== ''}
          disabled={draft.goal === ''}
          onChange={(untilGoal) => change({ untilGoal })}
        />
      </div>
    </Card>
  );
}

function Goal({ draft, problems, change }: GoalFieldsProps): JSX.Element {
  const assistant = useQuery(getAssistant(Number(draft.assistantId)));
  const questions = goalsOf(assistant.data?.post_call_schema ?? [], draft.goal);
  const hint =
    questions.length === 0
      ? 'The assistant has no yes/no question in its evaluation. Add one to its settings, and choose it here.'
      : 'A yes/no question of the evaluation. The results count the calls in which it was answered with yes.';
  return (
    <SelectField
      label="Goal"
      hint={assistant.data === undefined ? undefined : hint}
      problem={problems['goal_completion_variable']}
      value={draft.goal}
      options={[['', 'No goal'], ...questions]}
      onChange={(goal) => change({ goal })}
    />
  );
}
