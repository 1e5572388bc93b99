import * as v from 'valibot';
import { answerers, callTypes } from '#shared/domain/call/call.ts';
import { callStatuses } from '#shared/domain/call/call-status.ts';
import {
  keyValues,
  money,
  phoneNumberText,
  plainTime,
  recordId,
  text,
  urlText,
  wholeNumber,
} from '#shared/http/records/wire-fields.ts';

const transcript = 'Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.';

/** A call as the API lists it. */
export const CallRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    assistant_name: text('Reception'),
    campaign_name: v.optional(v.pipe(text('Spring reminders'), v.description('Only when a campaign made the call.'))),
    type: v.picklist(callTypes),
    duration: v.pipe(wholeNumber(42), v.minValue(0), v.description('Seconds.')),
    assistant_phone_number: phoneNumberText('+12025550199'),
    client_phone_number: v.pipe(
      text('+12025550100'),
      v.description('In E.164; of an inbound call also `anonymous`, or the SIP address that the call came from.'),
    ),
    status: v.picklist(callStatuses),
    transcript: v.pipe(text(transcript), v.description('One line per turn.')),
    variables: keyValues({ customer_name: 'Ada' }),
    evaluation: v.pipe(
      keyValues({ status: true, summary: 'The customer confirmed the appointment.' }),
      v.description('One key per item of the post-call schema; empty until the call has been evaluated.'),
    ),
    webhook_response: v.pipe(
      keyValues({ status: 200, body: 'ok', attempts: 1, delivered_at: '2025-06-30 11:54:07' }),
      v.description('How the last attempt to deliver the webhook was answered; empty before there is one.'),
    ),
    carrier_cost: money(0.014),
    total_cost: v.pipe(money(0.114), v.description('All fees included.')),
    answered_by: v.picklist(answerers),
    recording_url: v.optional(
      v.pipe(
        urlText(`https://api.example.com/api/recordings/1.123456789012345.${'x'.repeat(43)}`),
        v.description('Only when the call was recorded and is over. Whoever has the link may listen.'),
      ),
    ),
    created_at: plainTime(),
    updated_at: plainTime(),
  }),
  v.title('CallRecord'),
);
