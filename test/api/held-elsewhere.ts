/** A sentence of the contract that one request cannot check, and the test that checks it. */
interface HeldElsewhere {
  from: string;
  test: string;
  sentence: string;
}

/** From | test, below test/ | sentence */
const table = `
decisions 1 and 2 | properties/endpoint-properties.ts | Every request to an endpoint gets an answer of the OpenAPI document and never an internal failure, and a refused request changes nothing
decisions 1 | functions/authorizer/bearer-token.test.ts | Revoked and expired tokens are refused
decisions 1 | shared/platform/record-id.test.ts | Ids are ordered by time, positive and below 2^53
decisions 1 | shared/accounts/accounts.test.ts | Money is counted in integers, and shown with at most six decimals
Pagination envelope; decisions 4 | shared/platform/http/lists.test.ts | The page URLs keep every other query parameter, and path has none
Pagination envelope; decisions 4 | shared/platform/http/lists.test.ts | links has the previous page, every page and the next page, and leaves out the middle of many pages
Errors | functions/http/assistants/create-assistant.test.ts | An internal failure is answered with the message of the endpoint: \`Assistant creation failed\`, \`Assistant update failed\`, \`Assistant deletion failed\`
Update assistant; decisions 3 | functions/http/assistants/update-assistant.test.ts | An inbound assistant cannot have a caller ID, and the URL of an active webhook cannot be removed
decisions 3 | stores/assistant-store.test.ts | Two concurrent updates of an assistant never store parts of both
Delete assistant; decisions 3 | stores/call-store.test.ts | Calls in progress keep the configuration that they started with
States and transitions; decisions 5 | shared/calls/call.test.ts | A call moves through its statuses forwards only
Capabilities; decisions 3 and 5 | flows/inbound-calls.test.ts | An active inbound assistant answers a call to its number, and the call is recorded, evaluated, charged and listed
Webhooks; decisions 8 | flows/inbound-calls.test.ts | A finished inbound call is posted to inbound_webhook_url, and to webhook_url if that webhook is active
decisions 5 | shared/call-life/make-call.test.ts | An assistant makes no calls if it is inactive, if it is inbound, or if it has no number to call from
decisions 5 | shared/numbers/numbers.test.ts | The number to call from is the assistant's number, or the user's oldest number that can make calls
decisions 5; existing clients | shared/call-life/make-call.test.ts | The balance covers at least a minute, and is checked last
decisions 5 | shared/calls/call.test.ts | The final status depends on who hung up
Call record; Events; decisions 5 | flows/simulated-customers.test.ts | A call to each simulated customer has its status, transcript, cost, evaluation and webhook
Call record; Events; decisions 5 and 8 | flows/recordings.test.ts | Only recorded calls have \`recording_url\`, in the record and, if the assistant includes it, in the webhook; it plays both sides
decisions 5 and 8 | functions/http/recordings/get-recording.test.ts | A link with another secret does not return a recording, and no link does after its retention period
decisions 5 | slow/kill-and-restart.test.ts | A number is dialled at most once, and no call is lost in a crash
decisions 5 | carriers/carriers.test.ts | Carrier events that are forged, late, repeated or reordered change nothing
decisions 5 | shared/conversations/script.test.ts | Variables are replaced once, in both notations, and unknown names stay in the text
Call record; decisions 5 | shared/calls/call.test.ts | The evaluation has one key per item of post_call_schema, typed as declared
decisions 5 | shared/calls/call.test.ts | The cost is the rate per second and the rate per started minute
decisions 5 | stores/call-store.test.ts | The balance is never negative, and the holds of 64 concurrent calls are exact
decisions 5 | shared/platform/http/middlewares/idempotency-key.test.ts | A key has at most 255 characters, belongs to its user and its route, and can be used again after a refusal
decisions 5 | stores/idempotency-store.test.ts | Twenty concurrent requests with one key make one call
decisions 5 | shared/call-life/make-call.test.ts | A repeated request finishes the work of a request whose process ended
decisions 5 | shared/platform/http/middlewares/idempotency-key.test.ts | A request with a key in progress gets 409 with Retry-After, and a key is kept for 24 hours
Send SMS; decisions 6 | shared/sms/segments.test.ts | A segment has 160 characters of GSM-7 or 70 of Unicode, and fewer in a text of several segments
Send SMS; Errors; decisions 6 | stores/sms-endpoint.test.ts | The sender must exist, belong to the user, send SMS and have a subscription; then the recipient and the balance are checked
decisions 6 | flows/sms.test.ts | Of 64 messages with a balance for 40, exactly 40 are sent, and none is sent twice
decisions 6 | slow/kill-and-restart.test.ts | If workers are killed, no message is sent twice, and no charge is lost or doubled
decisions 6 | flows/sms.test.ts | An SMS becomes delivered or undelivered later, and is answered as queued while its outcome is open
Update lead | functions/http/leads/update-lead.test.ts | New variables are merged into the existing ones
do not call | functions/http/do-not-call/add-do-not-call-entry.test.ts | Waiting leads with the number become blacklisted
do not call | functions/http/leads/create-lead.test.ts | A new lead whose number is on the list is blacklisted
existing clients; the public service | functions/http/campaigns/update-campaign-status.test.ts | A running campaign cannot be started, a stopped one cannot be stopped, and none starts without an assistant or money
decisions 7 | stores/lead-store.test.ts | Twenty concurrent requests for the same lead create one lead
Create lead; decisions 7 | stores/lead-store.test.ts | A lead is stored with all its secondary contacts, or not at all
Events; decisions 8 | shared/webhooks/call-completed.test.ts | The post-call notification has the fields of its event
Events; decisions 8 | shared/webhooks/webhook.test.ts | The settings of the assistant decide which notifications are sent
decisions 8 | shared/webhooks/webhook.test.ts | Notifications are signed, and two secrets may be valid
decisions 8 | shared/webhooks/retry-schedule.test.ts | Notifications are retried on a schedule, and kept after the last attempt
Events | shared/webhooks/deliver-webhook.test.ts | The answer to a webhook is stored on the call
decisions 8 | stores/webhook-transport.test.ts | Webhooks are not sent to private addresses
decisions 9 | infra/admin/accounts.test.ts | Operators create users, tokens, numbers, balances, campaigns and voices
`;

export const heldElsewhere: readonly HeldElsewhere[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [from = '', test = '', sentence = ''] = line.split(' | ');
    return { from, test: `test/${test}`, sentence };
  });
