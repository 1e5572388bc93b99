import type { Call, CallDetail } from '@ringback/client';
import type { StateTone } from '../format/state-tone.ts';

export type CallStatus = Call['status'];
export type CallOutcome = NonNullable<CallDetail['outcome']>;
export type EndReason = NonNullable<CallDetail['end_reason']>;

interface Words {
  label: string;
  tone: StateTone;
}

const statuses: Record<CallStatus, Words> = {
  initiated: { label: 'Waiting to dial', tone: 'live' },
  ringing: { label: 'Ringing', tone: 'live' },
  'in-progress': { label: 'Talking', tone: 'live' },
  ended: { label: 'Finishing', tone: 'live' },
  completed: { label: 'Completed', tone: 'good' },
  ended_by_customer: { label: 'Customer hung up', tone: 'good' },
  ended_by_assistant: { label: 'Assistant hung up', tone: 'good' },
  busy: { label: 'Busy', tone: 'quiet' },
  'no-answer': { label: 'No answer', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const callStatuses: ReadonlyArray<{ value: CallStatus; label: string }> = [
  { value: 'initiated', label: statuses.initiated.label },
  { value: 'ringing', label: statuses.ringing.label },
  { value: 'in-progress', label: statuses['in-progress'].label },
  { value: 'ended', label: statuses.ended.label },
  { value: 'completed', label: statuses.completed.label },
  { value: 'ended_by_customer', label: statuses.ended_by_customer.label },
  { value: 'ended_by_assistant', label: statuses.ended_by_assistant.label },
  { value: 'busy', label: statuses.busy.label },
  { value: 'no-answer', label: statuses['no-answer'].label },
  { value: 'failed', label: statuses.failed.label },
];

export const callStatus = (status: CallStatus): Words => statuses[status];

/** Something still happens: the record changes without a request of the user. */
export const isOpen = (status: CallStatus): boolean => statuses[status].tone === 'live';

/** The line is up or about to be, so that the call can be ended. */
export const canHangUp = (status: CallStatus): boolean => isOpen(status) && status !== 'ended';

const outcomes: Record<CallOutcome, string> = {
  talked: 'Talked',
  goal_reached: 'Goal reached',
  mailbox: 'Mailbox',
  no_answer: 'No answer',
  busy: 'Busy',
  screened: 'Screened',
  opted_out: 'Opted out',
  transferred: 'Transferred',
  cancelled: 'Cancelled',
  failed: 'Failed',
};
export const callOutcomes: ReadonlyArray<{ value: CallOutcome; label: string }> = [
  { value: 'talked', label: outcomes.talked },
  { value: 'goal_reached', label: outcomes.goal_reached },
  { value: 'mailbox', label: outcomes.mailbox },
  { value: 'no_answer', label: outcomes.no_answer },
  { value: 'busy', label: outcomes.busy },
  { value: 'screened', label: outcomes.screened },
  { value: 'opted_out', label: outcomes.opted_out },
  { value: 'transferred', label: outcomes.transferred },
  { value: 'cancelled', label: outcomes.cancelled },
  { value: 'failed', label: outcomes.failed },
];

/** What came of a call; a dash until it is known. */
export const outcome = ({ outcome: word }: Pick<Call, 'outcome'>): string => (word ? outcomes[word] : '–');

const reasons: Record<EndReason, string> = {
  customer_hung_up: 'The customer hung up.',
  assistant_ended: 'The assistant ended the call.',
  campaign_stopped: 'Its campaign was stopped, and you let its calls be hung up.',
  silence: 'The customer was silent for too long.',
  voicemail: 'A voicemail answered.',
  max_duration: 'The call reached its longest allowed time.',
  model_failed: 'The language model did not answer.',
  carrier_failed: 'The carrier could not connect the call.',
  no_answer: 'The customer did not answer.',
  busy: 'The line was busy.',
  cancelled: 'The call was cancelled on your side.',
  expired: 'The call waited longer than allowed and was not dialled.',
};

/** Why a call is over, as a sentence. Undefined while it is open, and where it is not known who hung up. */
export function endReason({ end_reason: reason }: Pick<CallDetail, 'end_reason'>): string | undefined {
  return reason === null ? undefined : reasons[reason];
}

/** Why a call is over, and what the carrier says about it. */
export function reasonText({ end_reason, reason }: Pick<CallDetail, 'end_reason' | 'reason'>): string | undefined {
  return reason?.text ?? endReason({ end_reason });
}

const answeredBy: Record<Call['answered_by'], string> = {
  human: 'A person',
  machine: 'A voicemail',
  unknown: 'Not known',
};
export const answerer = (call: Pick<Call, 'answered_by'>): string => answeredBy[call.answered_by];

const directions: Record<Call['type'], string> = { inbound: 'Inbound', outbound: 'Outbound', web: 'Web' };
export const callTypes: ReadonlyArray<{ value: Call['type']; label: string }> = [
  { value: 'outbound', label: directions.outbound },
  { value: 'inbound', label: directions.inbound },
  { value: 'web', label: directions.web },
];
export const direction = (call: Pick<Call, 'type'>): string => directions[call.type];

/** The address at which the studio plays a recording: on its own origin, as its content security policy does not allow the API's. */
export const recordingPath = (link: string): string => new URL(link).pathname;
