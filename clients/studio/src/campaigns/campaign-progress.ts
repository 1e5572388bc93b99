import type { Campaign } from '@ringback/client';
import { count, counted } from '../format/money.ts';
import type { StateTone } from '../format/state-tone.ts';
import { type LeadStatus, leadStatus, leadStatuses } from '../leads/lead-words.ts';

interface ProgressSegment {
  status: LeadStatus;
  label: string;
  meaning: string;
  tone: StateTone;
  leads: number;
  /** Of all leads, from 0 to 1. */
  part: number;
}

export interface CampaignProgress {
  total: number;
  /** Leads that are not called any more. */
  done: number;
  /** Whole percent; 100 only when all are done, 0 only when none is. */
  percent: number;
  segments: ProgressSegment[];
}

/** @param counts the leads in each status; a status without leads may be missing */
export function campaignProgress(counts: Readonly<Partial<Record<LeadStatus, number>>>): CampaignProgress {
  const countOf = (status: LeadStatus) => counts[status] ?? 0;
  const sumOf = (statuses: readonly LeadStatus[]) => statuses.reduce((sum, status) => sum + countOf(status), 0);
  const total = sumOf(leadStatuses);
  const done = sumOf(leadStatuses.filter((status) => leadStatus(status).isFinal));
  return {
    total,
    done,
    percent: percentOf(done, total),
    segments: leadStatuses.map((status) => ({
      status,
      ...leadStatus(status),
      leads: countOf(status),
      part: total === 0 ? 0 : countOf(status) / total,
    })),
  };
}

/** A part that is not the whole is never rounded to it, nor to nothing. */
function percentOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)));
}

const campaigns: Record<Campaign['status'], { label: string; tone: StateTone }> = {
  draft: { label: 'Not started', tone: 'quiet' },
  'in-progress': { label: 'Running', tone: 'live' },
  stopped: { label: 'Paused', tone: 'quiet' },
  completed: { label: 'Completed', tone: 'good' },
};
export const campaignStatus = (status: Campaign['status']): { label: string; tone: StateTone } => campaigns[status];

const stopReasons: Record<string, string> = {
  insufficient_balance: 'The balance did not cover the next call. Top it up, and start the campaign again.',
  no_caller_number: 'There is no number to call from. Give the assistant one, and start the campaign again.',
  assistant_unusable: 'Its assistant is deleted, inactive or not made for outbound calls.',
  no_language_model: 'The language model of its assistant is not available.',
  model_failures: 'The language model failed in too many calls.',
  calling_hours: 'Its hours leave no time in which campaigns may call.',
  carrier_failures: 'The carrier refused too many calls.',
};

/** Why the service itself has stopped a campaign; undefined when the user did, or when it is not stopped. */
export const stopReason = ({ stopped_reason: reason }: Pick<Campaign, 'stopped_reason'>): string | undefined =>
  reason === null ? undefined : (stopReasons[reason] ?? reason.replaceAll('_', ' '));

/** What a check of leads has found. */
export function checkWords({
  data,
  checked,
  total,
}: {
  data: readonly unknown[];
  checked: number;
  total: number;
}): string {
  const of =
    checked < total ? `of the ${count(checked)} newest leads of ${count(total)}` : `of ${counted(total, 'lead')}`;
  const have = data.length === 1 ? 'has' : 'have';
  return `${count(data.length)} ${of} ${have} no value for a placeholder. The assistant would read it out, or say nothing.`;
}

/** A campaign without an assistant only collects leads. */
export const canStart = ({ status, assistant_id }: Pick<Campaign, 'status' | 'assistant_id'>): boolean =>
  status !== 'in-progress' && assistant_id !== null;
