/** What the contract promises and one request cannot show, and the test that shows it. */
interface HeldElsewhere {
  from: string;
  test: string;
  sentence: string;
}

/** From | test, below test/ | sentence */
const table = `
decisions 1 and 2 | properties/endpoint-properties.ts | Whatever is sent to an endpoint is answered as the OpenAPI document says, never with a failure inside, and a refusal changes nothing
decisions 1 | functions/authorizer/bearer-token.test.ts | Revoked and expired tokens are refused
decisions 1 | shared/platform/record-id.test.ts | Ids are ordered by time, positive and below 2^53
decisions 1 | shared/accounts/accounts.test.ts | Money is counted in integers and shown with six decimals at most
Pagination envelope; decisions 4 | shared/platform/http/lists.test.ts | The page URLs keep every other query parameter, and path has none
Pagination envelope; decisions 4 | shared/platform/http/lists.test.ts | links lead to the previous page, every page and the next one, and leave out the middle of many pages
Errors | functions/http/assistants/create-assistant.test.ts | An internal failure is answered with the message of the endpoint: \`Assistant creation failed\`, \`Assistant update failed\`, \`Assistant deletion failed\`
Update assistant; decisions 3 | functions/http/assistants/update-assistant.test.ts | An inbound assistant cannot be given a caller ID, nor can an active webhook lose its URL
decisions 3 | stores/assistant-store.test.ts | Two updates of an assistant at once never mix halves
Delete assistant; decisions 3 | stores/call-store.test.ts | Running calls keep the configuration that they started with
States and transitions; decisions 5 | shared/calls/call.test.ts | A call moves through its statuses forwards only
Capabilities; decisions 3 and 5 | flows/inbound-calls.test.ts | A call to the number of an active inbound assistant is answered by it, recorded, evaluated, charged and listed
Webhooks; decisions 8 | flows/inbound-calls.test.ts | A finished inbound call is announced to inbound_webhook_url, and to webhook_url where that is active
decisions 5 | shared/call-life/make-call.test.ts | An inactive or inbound assistant makes no calls, nor does one without a number to call from
decisions 5 | shared/numbers/numbers.test.ts | The number to call from is the assistant's, else the user's oldest outbound-capable one
decisions 5; existing clients | shared/call-life/make-call.test.ts | The balance covers a minute at least, and is looked at last
decisions 5 | shared/calls/call.test.ts | Who hung up decides the final status
Call record; Events; decisions 5 | flows/simulated-customers.test.ts | Every simulated customer is called to the end: status, transcript, cost, evaluation, webhook
Call record; Events; decisions 5 and 8 | flows/recordings.test.ts | \`recording_url\` is there for recorded calls only, in the record and, if the assistant wants it, in the webhook; it plays both sides
decisions 5 and 8 | functions/http/recordings/get-recording.test.ts | A recording is not given to another secret, nor to anyone once its retention is over
decisions 5 | flows/kill-and-restart.test.ts | A number is dialled at most once, and no call is lost, whatever crashes
decisions 5 | flows/bad-luck.test.ts | Carrier events that are forged, late, repeated or reordered change nothing
decisions 5 | shared/conversations/script.test.ts | Variables are replaced once, in both notations, and unknown names stay
Call record; decisions 5 | shared/calls/call.test.ts | The evaluation has one key per item of post_call_schema, typed as declared
decisions 5 | shared/calls/call.test.ts | The cost is the rate per second and the rate per started minute
decisions 5 | stores/call-store.test.ts | The balance is never negative, and 64 calls at once hold it exactly
decisions 5 | shared/platform/http/middlewares/idempotency-key.test.ts | A key may have 255 characters and no more, belongs to its user and its route, and is not bound by a refusal
decisions 5 | flows/idempotency.test.ts | A key that is used twenty times at once makes one call
decisions 5 | flows/idempotency.test.ts | A request whose run has died is finished by its repeat
decisions 5 | shared/platform/http/middlewares/idempotency-key.test.ts | A key that is still running gets 409 with Retry-After, and is kept for 24 hours
Send SMS; decisions 6 | shared/sms/segments.test.ts | A segment has 160 characters of GSM-7 or 70 of Unicode, fewer in a text of several
Send SMS; Errors; decisions 6 | functions/http/sms/send-sms.test.ts | The sender exists, is the user's, sends SMS and has a subscription; then come the recipient and the balance
decisions 6 | flows/sms.test.ts | Of 64 messages on a balance for 40 exactly 40 are sent, and nothing is sent twice
decisions 6 | flows/kill-and-restart.test.ts | No message is sent twice, and no charge lost or doubled, when workers are killed
decisions 6 | flows/sms.test.ts | Messages are delivered or undelivered later, and open outcomes are answered as queued
Update lead | functions/http/leads/update-lead.test.ts | Variables are merged into those that are there
do not call | functions/http/do-not-call/add-do-not-call-entry.test.ts | Leads that wait on the number become blacklisted
do not call | functions/http/leads/create-lead.test.ts | A lead of a number on the list is blacklisted from the start
existing clients; the public service | functions/http/campaigns/update-campaign-status.test.ts | What runs is not started, what does not run is not stopped, and nothing is started without an assistant or money
decisions 7 | flows/leads.test.ts | A lead that is created twenty times at once is one lead
Create lead; decisions 7 | stores/lead-store.test.ts | A lead is stored with all its secondary contacts or not at all
Events; decisions 8 | shared/webhooks/call-completed.test.ts | The post-call notification has the fields of its event
Events; decisions 8 | shared/webhooks/webhook.test.ts | Which notifications are sent is for the settings of the assistant to say
decisions 8 | shared/webhooks/webhook.test.ts | Notifications are signed, and two secrets may be live
decisions 8 | shared/webhooks/retry-schedule.test.ts | Notifications are retried by a schedule, then kept
Events | shared/webhooks/deliver-webhook.test.ts | What a webhook answers is stored on the call
decisions 8 | stores/webhook-transport.test.ts | Webhooks do not reach private addresses
decisions 9 | infra/admin/accounts.test.ts | Users, tokens, numbers, balances, campaigns and voices are made by ops
`;

export const heldElsewhere: readonly HeldElsewhere[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [from = '', test = '', sentence = ''] = line.split(' | ');
    return { from, test: `test/${test}`, sentence };
  });
