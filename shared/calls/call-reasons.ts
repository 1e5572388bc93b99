import * as v from 'valibot';

export const callOutcomes = [
  /** A person answered, and nothing below says more. */
  'talked',
  'goal_reached',
  'mailbox',
  'no_answer',
  'busy',
  'screened',
  'opted_out',
  'transferred',
  'cancelled',
  'failed',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const endReasons = [
  'customer_hung_up',
  'assistant_ended',
  'silence',
  'voicemail',
  'max_duration',
  'model_failed',
  'carrier_failed',
  'no_answer',
  'busy',
  'cancelled',
  'expired',
  'campaign_stopped',
  'on_hold',
  'transferred',
] as const;
export type EndReason = (typeof endReasons)[number];

export const reasonOwners = ['customer', 'assistant', 'carrier', 'service', 'user'] as const;

interface ReasonRule {
  by: (typeof reasonOwners)[number];
  /** For people. It names no number. */
  text: string;
  endReason: EndReason | null;
  beforeAnswer?: EndReason;
  /** What the carrier says about it tells more. */
  isCarriers?: true;
}

const neverDialled = { by: 'service', endReason: 'cancelled' } as const;

/** What ends a call records the code only. */
const rules = {
  customer_hung_up: { by: 'customer', text: 'The customer hung up.', endReason: 'customer_hung_up' },
  opted_out: {
    by: 'customer',
    text: 'The customer does not want to be called again.',
    endReason: 'assistant_ended',
  },
  caller_gave_up: {
    by: 'customer',
    text: 'The caller hung up before the conversation began.',
    endReason: 'carrier_failed',
  },
  busy: { by: 'customer', text: 'The line is busy.', endReason: 'busy', isCarriers: true },
  no_answer: { by: 'customer', text: 'The call was not answered.', endReason: 'no_answer', isCarriers: true },
  assistant_ended: { by: 'assistant', text: 'The assistant ended the call.', endReason: 'assistant_ended' },
  silence: { by: 'assistant', text: 'The customer was silent for too long.', endReason: 'silence' },
  voicemail: { by: 'assistant', text: 'A mailbox answered.', endReason: 'voicemail' },
  on_hold: { by: 'assistant', text: 'The call was on hold for too long.', endReason: 'on_hold' },
  transferred: { by: 'assistant', text: 'The assistant passed the customer on.', endReason: 'transferred' },
  max_duration: { by: 'service', text: 'The call reached its maximum duration.', endReason: 'max_duration' },
  model_failed: { by: 'service', text: 'No model answered the customer.', endReason: 'model_failed' },
  not_opened: {
    by: 'service',
    text: 'The call was answered, and its conversation did not begin.',
    endReason: 'model_failed',
  },
  connection_lost: {
    by: 'service',
    text: 'The connection to the conversation was lost.',
    endReason: null,
    isCarriers: true,
  },
  carrier_failed: {
    by: 'carrier',
    text: 'The carrier could not connect the call.',
    endReason: 'carrier_failed',
    isCarriers: true,
  },
  carrier_refused: {
    by: 'carrier',
    text: 'The carrier refused the call.',
    endReason: 'carrier_failed',
    isCarriers: true,
  },
  number_refused: {
    by: 'carrier',
    text: 'The carrier does not call this number.',
    endReason: 'carrier_failed',
    isCarriers: true,
  },
  carrier_lost: {
    by: 'carrier',
    text: 'The carrier did not confirm the call, and it was not found there.',
    endReason: 'carrier_failed',
  },
  cancelled: { by: 'user', text: 'The user ended the call.', endReason: 'cancelled' },
  campaign_stopped: {
    by: 'user',
    text: 'The campaign was stopped.',
    endReason: 'campaign_stopped',
    beforeAnswer: 'cancelled',
  },
  campaign_suspended: {
    by: 'service',
    text: 'The campaign was suspended.',
    endReason: 'assistant_ended',
    beforeAnswer: 'cancelled',
  },
  models_failing: {
    by: 'service',
    text: 'The campaign was suspended, because its models failed.',
    endReason: 'model_failed',
    beforeAnswer: 'cancelled',
  },
  expired: { by: 'service', text: 'The call waited longer than it may.', endReason: 'expired' },
  do_not_call: { ...neverDialled, text: 'The number is on the do-not-call list.' },
  destination_refused: { ...neverDialled, text: 'Numbers of this kind or country are not called.' },
  outside_hours: { ...neverDialled, text: 'Calls are not allowed at this hour.' },
  number_busy: { ...neverDialled, text: 'Another call to the number was in progress.' },
  daily_limit: { ...neverDialled, text: 'The number was called as often as it may be in a day.' },
  time_zone_undecided: { ...neverDialled, text: 'The time zone of the number is not known.' },
} as const satisfies Record<string, ReasonRule>;

export type ReasonCode = keyof typeof rules;
export const callReasons: Readonly<Record<ReasonCode, ReasonRule>> = rules;

/** A later release may have recorded a code that is not known. */
export function isReasonCode(code: string | undefined): code is ReasonCode {
  return code !== undefined && Object.hasOwn(rules, code);
}

/** The answer of the called network, or the carrier's own error. */
export const CarrierReason = v.object({ code: v.string(), text: v.string() });
export type CarrierReason = v.InferOutput<typeof CarrierReason>;

/** `code`: the carrier's, or a word of this service. */
export const CallReason = v.pipe(
  v.object({
    by: v.pipe(v.picklist(reasonOwners), v.description('The party that ended or refused the call.')),
    code: v.pipe(
      v.string(),
      v.description('A code of the carrier, such as `sip_486`, or of this service, such as `silence`.'),
      v.examples(['sip_486']),
    ),
    text: v.pipe(
      v.string(),
      v.description('The reason as a sentence for people.'),
      v.examples(['The line is busy. SIP 486: Busy Here.']),
    ),
  }),
  v.title('CallReason'),
);
export type CallReason = v.InferOutput<typeof CallReason>;

/** Recorded by the release before this one, which may settle the call during a deployment. */
const recordedBefore: Partial<Record<ReasonCode, EndReason>> = {
  silence: 'silence',
  max_duration: 'max_duration',
  model_failed: 'model_failed',
  not_opened: 'model_failed',
  models_failing: 'model_failed',
  cancelled: 'cancelled',
};

export function because(reason: ReasonCode): { reason: ReasonCode; endReason?: EndReason } {
  const endReason = recordedBefore[reason];
  return { reason, ...(endReason && { endReason }) };
}
