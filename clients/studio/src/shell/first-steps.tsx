import type { Assistant, Campaign } from '@ringback/client';
import { Circle, CircleCheck } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { type Step, stepsOf } from './steps.ts';
import { listLeads } from '../requests/leads/list-leads.ts';
import { useQuery } from '../service/query.ts';
import { Card } from '../ui/page.tsx';

interface FirstStepsProps {
  assistants: readonly Assistant[];
  /** The number of all calls. */
  calls: number;
  campaigns: readonly Campaign[];
}

/** The way from nothing to a campaign that calls. Nothing is left of it then. */
export function FirstSteps({ assistants, calls, campaigns }: FirstStepsProps): JSX.Element | null {
  const leads = useQuery(listLeads({}));
  if (leads.data === undefined) return null;
  const steps = stepsOf({ assistants, calls, campaigns, leads: leads.data.total });
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  return (
    <Card title="First steps">
      <ol class="plain stack tight">
        {steps.map((step) => (
          <Line key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

function Line({ step: { title, href, isDone }, isNext }: { step: Step; isNext: boolean }): JSX.Element {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li class="button-row" aria-current={isNext ? 'step' : undefined}>
      <Icon size={18} aria-label={isDone ? 'Done' : 'To do'} role="img" />
      {isNext ? (
        <Link class="button primary" href={href}>
          {title}
        </Link>
      ) : (
        <span class={isDone ? 'soft' : undefined}>{title}</span>
      )}
    </li>
  );
}
