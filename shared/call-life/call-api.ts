import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { answerers, callTypes } from '#shared/calls/call-items.ts';
import { callOutcomes, CallReason } from '#shared/calls/call-reasons.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { type CallBody } from '#shared/calls/call.ts';
import type { DialWait } from '#shared/calls/dial-rate.ts';
import type { ShownCall } from '#shared/calls/shown-call.ts';
import { CallModel } from '#shared/catalog/models.ts';
import { transcriptText } from '#shared/conversations/transcript.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import {
  keyValues,
  money,
  plainText,
  plainTime,
  recordId,
  urlText,
  wholeNumber,
} from '#shared/platform/http/record-fields.ts';

const transcriptExample = 'Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.';

const OUTCOME =
  'The outcome of the call, or null until the call is settled. Lists have it only with `include=outcome`.';

const MODEL = 'The model that answered, or null if none did. Lists have it only with `include=model`.';

const REASON =
  'The cause of the end of the call, or null until the call is settled and if the cause is not known. Lists have it only with `include=reason`.';

export const CallRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    assistant_name: plainText('Reception'),
    campaign_name: v.optional(
      v.pipe(plainText('Spring reminders'), v.description('The field is present only if a campaign made the call.')),
    ),
    type: v.picklist(callTypes),
    duration: v.pipe(wholeNumber(42), v.minValue(0), v.description('The duration of the call, in seconds.')),
    assistant_phone_number: v.pipe(
      plainText('+12025550199'),
      v.description('The number of the assistant in E.164, or `web` for a web call.'),
    ),
    client_phone_number: v.pipe(
      plainText('+12025550100'),
      v.description(
        'The number of the customer in E.164, or `web` for a web call. An inbound call may also have `anonymous` or a SIP address.',
      ),
    ),
    status: v.picklist(callStatuses),
    transcript: v.pipe(plainText(transcriptExample), v.description('The transcript, with one line for each turn.')),
    variables: keyValues({ customer_name: 'Ada' }),
    evaluation: v.pipe(
      keyValues({ status: true, summary: 'The customer confirmed the appointment.' }),
      v.description(
        'The evaluation, with one key for each item of the post-call schema. The object is empty until the call is evaluated.',
      ),
    ),
    webhook_response: v.pipe(
      keyValues({ status: 200, body: 'ok', attempts: 1, delivered_at: '2025-06-30 11:54:07' }),
      v.description(
        'The answer to the last attempt to deliver the webhook. The object is empty before the first attempt.',
      ),
    ),
    carrier_cost: money(0.014),
    total_cost: v.pipe(money(0.114), v.description('The cost with all fees.')),
    answered_by: v.picklist(answerers),
    recording_url: v.optional(
      v.pipe(
        urlText(`https://api.example.com/api/recordings/1.123456789012345.${'x'.repeat(43)}`),
        v.description(
          'The link to the recording. The field is present if the call was recorded and is over. Everyone with the link can listen.',
        ),
      ),
    ),
    created_at: plainTime(),
    updated_at: plainTime(),
    outcome: v.optional(v.pipe(v.nullable(v.picklist(callOutcomes)), v.description(OUTCOME))),
    model: v.optional(v.pipe(v.nullable(CallModel), v.description(MODEL))),
    reason: v.optional(v.pipe(v.nullable(CallReason), v.description(REASON))),
  }),
  v.title('CallRecord'),
);
export type CallRecord = v.InferOutput<typeof CallRecord>;

type OtherFields = 'recordingSecret' | 'recordingAbsentAt' | 'endedAt' | 'outcome';

export function toCallRecord(
  call: Omit<ShownCall, OtherFields>,
  body: CallBody,
  recordingUrl: string | null,
): CallRecord {
  return {
    id: call.id,
    assistant_name: call.assistantName,
    ...(call.campaignName === null ? {} : { campaign_name: call.campaignName }),
    type: call.type,
    duration: call.durationSeconds,
    assistant_phone_number: call.assistantPhoneNumber,
    client_phone_number: call.clientPhoneNumber,
    status: call.status,
    transcript: transcriptText(body.turns),
    variables: body.variables,
    evaluation: body.evaluation,
    webhook_response: webhookResponseRecord(body),
    carrier_cost: toDecimal(call.carrierCost),
    total_cost: toDecimal(call.totalCost),
    answered_by: call.answeredBy,
    ...(recordingUrl === null ? {} : { recording_url: recordingUrl }),
    created_at: toPlainTime(call.createdAt),
    updated_at: toPlainTime(call.updatedAt),
  };
}

function webhookResponseRecord({ webhookResponse }: CallBody): Record<string, unknown> {
  if (webhookResponse === null) return {};
  const { status, body, attempts, deliveredAt } = webhookResponse;
  return { status, body, attempts, delivered_at: deliveredAt === null ? null : toPlainTime(deliveredAt) };
}

/** Empty, unless the call has to wait for the carrier, or a placeholder stays unfilled. */
export const AcceptedCallData = v.pipe(
  v.strictObject({
    queue_position: v.optional(
      v.pipe(
        wholeNumber(3),
        v.minValue(1),
        v.description('The place of the call in the dial queue. The next call has 1.'),
      ),
    ),
    estimated_seconds: v.optional(
      v.pipe(wholeNumber(2), v.minValue(1), v.description('The estimated seconds until the call is dialled.')),
    ),
    missing_variables: v.optional(
      v.pipe(
        v.array(plainText('customer_name')),
        v.description(
          'The placeholders of greeting and prompt that no variable fills. They are spoken as they are written.',
        ),
      ),
    ),
  }),
  v.title('AcceptedCallData'),
);

export const AcceptedCall = v.strictObject({
  message: v.literal('Call initiated successfully'),
  call_id: recordId(),
  status: v.picklist(callStatuses),
  data: AcceptedCallData,
});

export function toAcceptedCallData(
  wait: DialWait | undefined,
  missingVariables: string[],
): v.InferOutput<typeof AcceptedCallData> {
  return {
    ...(wait && { queue_position: wait.queuePosition, estimated_seconds: wait.estimatedSeconds }),
    ...(missingVariables.length > 0 && { missing_variables: missingVariables }),
  };
}
