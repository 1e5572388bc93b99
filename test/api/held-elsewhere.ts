/** What the contract promises and one request cannot show, and the test that shows it. */
export interface HeldElsewhere {
  sentence: string;
  from: string;
  test: string;
}

const flow = (name: string) => `test/flows/${name}.test.ts`;
const domain = (name: string) => `test/shared/domain/${name}.test.ts`;

export const heldElsewhere: readonly HeldElsewhere[] = [
  {
    sentence:
      'Whatever is sent to an endpoint is answered as the OpenAPI document says, never with a failure inside, and a refusal changes nothing',
    from: 'decisions 1 and 2',
    test: 'test/properties/endpoint-properties.ts',
  },
  {
    sentence: 'Revoked and expired tokens are refused',
    from: 'decisions 1',
    test: 'test/functions/authorizer/bearer-token.test.ts',
  },
  { sentence: 'Ids are ordered by time, positive and below 2^53', from: 'decisions 1', test: domain('ids/record-id') },
  {
    sentence: 'Money is counted in integers and shown with six decimals at most',
    from: 'decisions 1',
    test: domain('account/money'),
  },
  {
    sentence:
      'An internal failure is answered with the message of the endpoint: `Assistant creation failed`, `Assistant update failed`, `Assistant deletion failed`',
    from: 'Errors',
    test: 'test/functions/http/assistants/create-assistant.test.ts',
  },
  {
    sentence: 'Two updates of an assistant at once never mix halves',
    from: 'decisions 3',
    test: 'test/stores/assistant-store.test.ts',
  },
  {
    sentence: 'Running calls keep the configuration that they started with',
    from: 'Delete assistant; decisions 3',
    test: 'test/stores/call-store.test.ts',
  },
  {
    sentence: 'A call moves through its statuses forwards only',
    from: 'States and transitions; decisions 5',
    test: domain('call/call-status'),
  },
  {
    sentence:
      'A call to the number of an active inbound assistant is answered by it, recorded, evaluated, charged and listed',
    from: 'Capabilities; decisions 3 and 5',
    test: flow('inbound-calls'),
  },
  {
    sentence: 'A finished inbound call is announced to inbound_webhook_url, and to webhook_url where that is active',
    from: 'Webhooks; decisions 8',
    test: flow('inbound-calls'),
  },
  { sentence: 'Who hung up decides the final status', from: 'decisions 5', test: domain('call/final-status') },
  {
    sentence: 'Every simulated customer is called to the end: status, transcript, cost, evaluation, webhook',
    from: 'Call record; Events; decisions 5',
    test: flow('simulated-customers'),
  },
  {
    sentence:
      '`recording_url` is there for recorded calls only, in the record and, if the assistant wants it, in the webhook; it plays both sides until the retention is over',
    from: 'Call record; Events; decisions 5 and 8',
    test: flow('recordings'),
  },
  {
    sentence: 'A number is dialled at most once, and no call is lost, whatever crashes',
    from: 'decisions 5',
    test: flow('kill-and-restart'),
  },
  {
    sentence: 'Carrier events that are forged, late, repeated or reordered change nothing',
    from: 'decisions 5',
    test: flow('bad-luck'),
  },
  {
    sentence: 'Variables are replaced once, in both notations, and unknown names stay',
    from: 'decisions 5',
    test: domain('conversation/render-template'),
  },
  {
    sentence: 'The evaluation has one key per item of post_call_schema, typed as declared',
    from: 'Call record; decisions 5',
    test: domain('call/read-evaluation'),
  },
  {
    sentence: 'The cost is the rate per second and the rate per started minute',
    from: 'decisions 5',
    test: domain('call/call-cost'),
  },
  {
    sentence: 'The balance is never negative, and 64 calls at once hold it exactly',
    from: 'decisions 5',
    test: 'test/stores/call-store.test.ts',
  },
  {
    sentence: 'A key that is used twenty times at once makes one call',
    from: 'decisions 5',
    test: flow('idempotency'),
  },
  {
    sentence: 'A request whose run has died is finished by its repeat',
    from: 'decisions 5',
    test: flow('idempotency'),
  },
  {
    sentence: 'A key that is still running gets 409 with Retry-After, and is kept for 24 hours',
    from: 'decisions 5',
    test: 'test/shared/http/idempotency.test.ts',
  },
  {
    sentence: 'Of 64 messages on a balance for 40 exactly 40 are sent, and nothing is sent twice',
    from: 'decisions 6',
    test: flow('sms'),
  },
  {
    sentence: 'No message is sent twice, and no charge lost or doubled, when workers are killed',
    from: 'decisions 6',
    test: flow('sms-kill-and-restart'),
  },
  {
    sentence: 'Messages are delivered or undelivered later, and open outcomes are answered as queued',
    from: 'decisions 6',
    test: flow('sms'),
  },
  { sentence: 'A lead that is created twenty times at once is one lead', from: 'decisions 7', test: flow('leads') },
  {
    sentence: 'A lead is stored with all its secondary contacts or not at all',
    from: 'Create lead; decisions 7',
    test: 'test/stores/lead-store.test.ts',
  },
  {
    sentence: 'The post-call notification has the fields of its event',
    from: 'Events; decisions 8',
    test: 'test/shared/webhooks/call-completed.test.ts',
  },
  {
    sentence: 'Which notifications are sent is for the settings of the assistant to say',
    from: 'Events; decisions 8',
    test: domain('webhook/webhook-targets'),
  },
  {
    sentence: 'Notifications are signed, and two secrets may be live',
    from: 'decisions 8',
    test: domain('webhook/webhook-secret'),
  },
  {
    sentence: 'Notifications are retried after 5 s to 24 h, then kept',
    from: 'decisions 8',
    test: domain('webhook/retry-ladder'),
  },
  {
    sentence: 'What a webhook answers is stored on the call',
    from: 'Events',
    test: 'test/shared/app/deliver-webhook.test.ts',
  },
  {
    sentence: 'Webhooks do not reach private addresses',
    from: 'decisions 8',
    test: 'test/stores/webhook-transport.test.ts',
  },
  {
    sentence: 'Users, tokens, numbers, balances, campaigns and voices are made by ops',
    from: 'decisions 9',
    test: 'test/infra/admin/accounts.test.ts',
  },
];
