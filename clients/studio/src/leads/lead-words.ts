import type { Lead } from '@ringback/client';
import type { StateTone } from '../format/state-tone.ts';

export type LeadStatus = Lead['status'];

interface LeadWords {
  label: string;
  meaning: string;
  tone: StateTone;
  isFinal: boolean;
}

const statuses: Record<LeadStatus, LeadWords> = {
  created: { label: 'Waiting', meaning: 'The lead was not called yet.', tone: 'open', isFinal: false },
  processing: { label: 'On a call', meaning: 'The lead is being called.', tone: 'live', isFinal: false },
  rescheduled: { label: 'Later', meaning: 'The lead is called again later.', tone: 'wait', isFinal: false },
  completed: {
    label: 'Done',
    meaning: 'The lead was answered, or you have set it to done.',
    tone: 'good',
    isFinal: true,
  },
  'reached-max-retries': { label: 'Not reached', meaning: 'All attempts were used.', tone: 'bad', isFinal: true },
  blacklisted: {
    label: 'Do not call',
    meaning: 'The number is on the do-not-call list.',
    tone: 'quiet',
    isFinal: true,
  },
};

/** Finished leads come first, so that a bar of them grows from its beginning. */
export const leadStatuses: readonly LeadStatus[] = [
  'completed',
  'reached-max-retries',
  'blacklisted',
  'processing',
  'rescheduled',
  'created',
];

export const leadStatus = (status: LeadStatus): LeadWords => statuses[status];

const MAILBOX: LeadWords = {
  label: 'Mailbox',
  meaning: 'A mailbox answered, and the campaign does not try again.',
  tone: 'quiet',
  isFinal: true,
};

/** The status of one lead. A mailbox is not a person. */
export const leadState = ({ status, reason }: Pick<Lead, 'status' | 'reason'>): LeadWords =>
  status === 'completed' && reason === 'voicemail' ? MAILBOX : statuses[status];

const reasons: Record<string, string> = {
  busy: 'The line was busy.',
  'no-answer': 'The customer did not answer.',
  failed: 'The carrier could not connect.',
  voicemail: 'A mailbox answered.',
  goal_incomplete: 'The customer was reached, but the goal was not.',
  outside_hours: 'The time is outside of the calling hours.',
  time_zone_undecided: 'The time zone of the number is not known.',
  destination_refused: 'Numbers of this kind or country are not called.',
  destination_limit: 'The limit of calls to expensive destinations is reached.',
  do_not_call: 'The number is on the do-not-call list.',
  campaign_stopped: 'The campaign was paused.',
  cancelled: 'The call was cancelled on your side.',
  expired: 'The call waited too long.',
  model_failed: 'The language model failed.',
  number_busy: 'Another call to the number was in progress.',
  duplicate_number: 'Another lead of the campaign has the number.',
  daily_limit: 'The number was called as often as it may be in a day.',
};

/** Why a lead waits, or is not called any more. */
export const leadReason = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : (reasons[reason] ?? reason.replaceAll('_', ' '));
