import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import document from '#shared/openapi/openapi.json' with { type: 'json' };

/** Of stopping, hanging up, paying and sending: who reads such a sentence acts on it. */
const PROMISE =
  /\b(hangs? up|hung up|cut off|charge[sd]?|refund(s|ed)?|costs?|holds?|no new calls|no longer|taken back|continue|never|not sent|sent once|cancel(s|led)?|not over|being called)\b/i;

/** Sentences that say what a field counts or how a thing is asked for, and promise nothing. */
const descriptions = [
  'Lists and their totals no longer contain it.',
  'Returns the charges of a month by UTC day.',
  'It counts calls that had a cost, with their seconds, and SMS without the refunded ones.',
  'A refund is counted on the day of the refund.',
  'The list is empty if there is no webhook, or the call is not over.',
];

/** Each sentence, where it stands, and the test that fails when it is no longer true: its file and its name. */
const promises: ReadonlyArray<[sentence: string, file: string, test: string, name: string]> = [
  [
    'An inbound SMS has the status `received` and costs nothing.',
    'listSms',
    'sms-events.test.ts',
    'stores a text once and tells it once if the process dies $when step $step',
  ],
  [
    'Running calls continue to their end.',
    'deleteAssistant',
    'end-call.test.ts',
    'lets a call go on whose assistant is deleted',
  ],
  [
    'Deliveries that wait for an attempt are not sent either.',
    'disableWebhook',
    'deliver-webhook.test.ts',
    'posts nothing to',
  ],
  [
    'Deliveries that wait for an attempt are not sent either.',
    'disableInboundWebhook',
    'deliver-webhook.test.ts',
    'posts nothing to an inbound webhook that was disabled during the call',
  ],
  [
    'The service holds the price of the longest possible call, and charges the price of the actual one at its end.',
    'makeCall',
    'make-call.test.ts',
    'holds the money, stores the call under its reserved id',
  ],
  [
    'Premium-rate, shared-cost and satellite numbers are refused.',
    'makeCall',
    'destinations.test.ts',
    'is refused as the number of a call, and nothing is held',
  ],
  [
    'Premium-rate, shared-cost and satellite numbers are refused.',
    'createLead',
    'destinations.test.ts',
    'is refused as a number of a new lead, together with other errors of the body',
  ],
  ['Premium-rate, shared-cost and satellite numbers are refused.', 'sendSms', 'destinations.test.ts', 'gets no SMS'],
  ['An unanswered call costs nothing.', 'makeCall', 'call.test.ts', 'charges nothing for an unanswered call'],
  [
    'The cost of the call is not refunded.',
    'deleteCall',
    'end-call.test.ts',
    'refunds nothing of a call that is deleted',
  ],
  [
    'The request answers 409 while the call is not over.',
    'deleteCall',
    'delete-call.test.ts',
    'answers 409 while money is held for a call without an answer',
  ],
  [
    'Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live.',
    'endCall',
    'end-call.test.ts',
    'takes a waiting call off the queue, before it is dialled',
  ],
  [
    'The call gets its webhook, its cost and its record like any other call, with the end reason `cancelled`.',
    'endCall',
    'end-call.test.ts',
    'ends calls that are live, ring or wait, with their cost, record and webhook',
  ],
  [
    'Calls are never made outside the legal calling hours of the service.',
    'createCampaign',
    'dial-campaign.test.ts',
    'puts a lead off that must not be called now',
  ],
  [
    'After a stop the campaign makes no new calls.',
    'updateCampaignStatus',
    'dial-campaign.test.ts',
    'ends the calls of a campaign that was stopped: those that wait and those that ring',
  ],
  [
    'Calls that are ringing are taken back and do not count as attempts.',
    'updateCampaignStatus',
    'end-call.test.ts',
    'takes back a call of a stopped campaign that rings: it is no attempt',
  ],
  [
    'Answered calls continue to their end, unless `hang_up` is true.',
    'updateCampaignStatus',
    'end-call.test.ts',
    'lets a customer of a stopped campaign talk on, and hangs up when the user asks for it',
  ],
  [
    'Checks the leads that the campaign has still to call, the newest first: the number of leads, the leads that would not be called and why, the first time at which one may be called, and the highest cost.',
    'checkCampaign',
    'check-campaign.test.ts',
    'names the leads that would not be called',
  ],
  [
    'After the answer the campaign makes no new calls.',
    'deleteCampaign',
    'empty-campaign.test.ts',
    'removes every lead with everything of it, part by part, and then the campaign',
  ],
  [
    'Calls that are ringing are taken back, and answered calls continue to their end.',
    'deleteCampaign',
    'dial-campaign.test.ts',
    'lets an answered call of a campaign go on, or hangs it up for a reason',
  ],
  [
    'The request answers 409 while the lead is being called.',
    'deleteLead',
    'delete-lead.test.ts',
    'answers 409 to a lead that is being called, and leaves it alone',
  ],
  [
    'Adds a number that your campaigns no longer call and that no longer gets SMS from you.',
    'addDoNotCallEntry',
    'dial-campaign.test.ts',
    'calls no lead whose number is',
  ],
  [
    'Stores a call of type `web`, holds its price, and returns a token.',
    'createWebCall',
    'start-web-call.test.ts',
    'is stored with its hold at the rates of web calls',
  ],
  [
    'A call that no page begins ends after 90 seconds and costs nothing.',
    'createWebCall',
    'start-web-call.test.ts',
    'expires after 90 seconds, %i times as fast, and costs nothing',
  ],
  [
    'Charges the price of each segment of the text, then sends the SMS.',
    'sendSms',
    'sms-store.test.ts',
    'stores a message, takes its cost and books it',
  ],
  [
    'The service refunds an SMS that the carrier refuses.',
    'sendSms',
    'carrier-messages.test.ts',
    'is refunded when the carrier refuses it',
  ],
  [
    'An SMS that the carrier accepts and cannot deliver stays charged.',
    'sendSms',
    'twilio-message-status.test.ts',
    'leads from $from over $reported to $becomes',
  ],
  [
    'Only browsers send the true origin, so calls and costs are limited as well.',
    'createWidgetCall',
    'create-widget-call.test.ts',
    'is at most 0.50 USD in any hour for one visitor, and 1 USD for all visitors of a widget',
  ],
  [
    '`widget_settings` has the most calls in progress (`calls_at_once`, 5 by default), the longest call (`max_call_seconds`, 300), and the most that calls cost in an hour (`max_spend_per_hour`, 1 USD) and in a day (`max_spend_per_day`, 10 USD).',
    'createWidgetCall',
    'create-widget-call.test.ts',
    'is what the user allows a widget',
  ],
  [
    'One visitor can cause half of that, and never more than 1 USD in an hour and 10 USD in a day.',
    'createWidgetCall',
    'create-widget-call.test.ts',
    'is at most 1 USD in any hour for one visitor, whatever the widget may spend',
  ],
];

/** Sentences of clients that are their own. */
const ofClients: typeof promises = [
  [
    'The customers are cut off, and the calls are charged as far as they went.',
    'clients/studio/src/campaigns/calls-going-on.tsx',
    'end-call.test.ts',
    'lets a customer of a stopped campaign talk on, and hangs up when the user asks for it',
  ],
  [
    'hang up the calls that were answered, too',
    'clients/cli/src/commands/campaigns.ts',
    'stopping.test.ts',
    'the command line',
  ],
  ['Stop a campaign and hang up its calls', 'clients/mcp/src/tools/campaigns.ts', 'stopping.test.ts', 'the MCP server'],
  [
    'Each segment is charged at the price of the country.',
    'clients/studio/src/sms/sms-page.tsx',
    'rate-card.test.ts',
    'charges for the number that was called, not for the caller',
  ],
  ['It is hung up when the page is left.', 'clients/studio/src/playground/use-call.ts', 'widget.test.ts', 'hang'],
  [
    '`campaigns stop` lets answered calls go on to their end, and `campaigns stop --hang-up` hangs them up.',
    'clients/cli/README.md',
    'stopping.test.ts',
    'the command line',
  ],
  [
    'If the carrier refuses the SMS, or five minutes have passed, it refunds the SMS.',
    'docs/architecture.md',
    'send-sms.test.ts',
    'refunds a message that was not processed for five minutes',
  ],
  [
    'Visitors pay nothing, because their calls are charged to your balance.',
    'docs/web-calls.md',
    'create-widget-call.test.ts',
    'holds the money of the widget’s user',
  ],
];

const texts = new Map(
  globSync(['test/**/*.test.ts', 'test/**/studio/*.ts']).map((file) => [file, readFileSync(file, 'utf8')]),
);
const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values<{ operationId: string; description: string }>(methods),
);
const sentencesOf = (text: string) => text.split(/(?<=\.) (?=[A-Z`])/);
const promised = operations.flatMap(({ operationId, description }) =>
  sentencesOf(description)
    .filter((sentence) => PROMISE.test(sentence) && !descriptions.includes(sentence))
    .map((sentence) => `${operationId}: ${sentence}`),
);

describe('what the API promises about stopping, hanging up, paying and sending', () => {
  it('is in the list, sentence for sentence', () => {
    expect(promises.map(([sentence, place]) => `${place}: ${sentence}`).toSorted()).toEqual(promised.toSorted());
  });
});

describe('what clients and pages promise', () => {
  it.each(ofClients)('stands where the list says: %s', (sentence, file) => {
    expect(readFileSync(file, 'utf8')).toContain(sentence);
  });
});

describe('the test of a promise exists', () => {
  it.each([...promises, ...ofClients])('%s (%s)', (_, __, file, name) => {
    const found = [...texts].filter(([path, text]) => path.endsWith(`/${file}`) && text.includes(name));
    expect(found.map(([path]) => path)).not.toEqual([]);
  });
});
