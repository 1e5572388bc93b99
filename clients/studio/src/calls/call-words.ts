import { type Call, type CallDetail, isOpen } from '@ringback/client';
import { filters } from '@ringback/client/filters';
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
  ended_by_assistant: { label: 'Ended on our side', tone: 'good' },
  busy: { label: 'Busy', tone: 'quiet' },
  'no-answer': { label: 'No answer', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** In the order in which a call moves: open ones first. */
export const callStatuses: ReadonlyArray<{ value: CallStatus; label: string }> = filters.listCalls.status
  .toSorted((one, other) => Number(isOpen({ status: other })) - Number(isOpen({ status: one })))
  .map((value) => ({ value, label: statuses[value].label }));

export const callStatus = (status: CallStatus): Words => statuses[status];

/** The line is up or about to be, so that the call can be ended. */
export const canHangUp = (status: CallStatus): boolean => isOpen({ status }) && status !== 'ended';

const outcomes: Record<CallOutcome, Words> = {
  goal_reached: { label: 'Goal reached', tone: 'good' },
  talked: { label: 'Talked', tone: 'reached' },
  transferred: { label: 'Transferred', tone: 'reached' },
  opted_out: { label: 'Opted out', tone: 'wait' },
  screened: { label: 'Screened', tone: 'quiet' },
  mailbox: { label: 'Mailbox', tone: 'quiet' },
  no_answer: { label: 'No answer', tone: 'quiet' },
  busy: { label: 'Busy', tone: 'quiet' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
};
export const callOutcomes: ReadonlyArray<{ value: CallOutcome; label: string }> = filters.listCalls.outcome.map(
  (value) => ({ value, label: outcomes[value].label }),
);

export const outcomeWords = (outcome: CallOutcome): Words => outcomes[outcome];

/** What came of a call; before that is known, how far it is. */
export const result = ({ outcome, status }: Pick<Call, 'outcome' | 'status'>): Words =>
  outcome ? outcomes[outcome] : statuses[status];

const reasons: Record<EndReason, string> = {
  customer_hung_up: 'The customer hung up.',
  assistant_ended: 'The assistant ended the call.',
  campaign_stopped: 'Its campaign was stopped, and you let its calls be hung up.',
  silence: 'The customer was silent for too long.',
  voicemail: 'A mailbox answered.',
  on_hold: 'The call was on hold for too long.',
  transferred: 'The assistant passed the customer on to a human.',
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

/** Why a call is over, with the reason of the carrier. */
export function reasonText({ end_reason, reason }: Pick<CallDetail, 'end_reason' | 'reason'>): string | undefined {
  return reason?.text ?? endReason({ end_reason });
}

/** Why a call of a list ended, without the codes of the carrier; nothing while it is open. */
export const endReasonText = ({ reason }: Pick<Call, 'reason'>): string =>
  /^.*?\.(?= |$)/.exec(reason?.text ?? '')?.[0] ?? '';

const answeredBy: Record<Call['answered_by'], string> = {
  human: 'A person',
  machine: 'A mailbox',
  unknown: '',
};
export const answerer = (call: Pick<Call, 'answered_by'>): string => answeredBy[call.answered_by];

const directions: Record<Call['type'], string> = { inbound: 'Inbound', outbound: 'Outbound', web: 'Web' };
export const callTypes: ReadonlyArray<{ value: Call['type']; label: string }> = filters.listCalls.type.map((value) => ({
  value,
  label: directions[value],
}));
export const direction = (call: Pick<Call, 'type'>): string => directions[call.type];

/** The address at which the studio plays a recording: on its own origin, as its content security policy does not allow the API's. */
export const recordingPath = (link: string): string => new URL(link).pathname;

/** The model that answered, as a record and a list show it. */
export const modelText = ({ name, simulated }: NonNullable<CallDetail['model']>): string =>
  simulated ? `${name}, simulated` : name;
