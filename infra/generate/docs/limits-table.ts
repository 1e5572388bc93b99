import { markdownTable } from '#infra/text/markdown-table.ts';
import { MOST_CREATED_PER_HOUR, MOST_LIVE_TOKENS } from '#shared/accounts/access-tokens.ts';
import { mostAssistants } from '#shared/assistants/assistant-lists.ts';
import { MAX_POST_CALL_FIELDS } from '#shared/assistants/call-settings.ts';
import { MOST_ORIGINS, MOST_VISITOR_VARIABLES } from '#shared/assistants/identity-settings.ts';
import { MOST_FALLBACKS } from '#shared/assistants/speech-settings.ts';
import { MAX_PHONE_NUMBERS } from '#shared/campaigns/campaign-api.ts';
import { MAX_SECONDARY_CONTACTS } from '#shared/campaigns/create-lead.ts';
import { MOST_CAMPAIGNS } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { MOST_LEADS } from '#shared/campaigns/missing-variables.ts';
import { MOST_VOICES } from '#shared/catalog/voices.ts';
import { MOST_NUMBERS } from '#shared/numbers/manage-numbers.ts';
import { LONGEST_ANSWER_BYTES } from '#shared/platform/http/answer-text.ts';
import { MAX_DEPTH, MAX_HALF_ITEM_BYTES, MAX_URL_LENGTH, MAX_VARIABLES_LENGTH } from '#shared/platform/http/fields.ts';
import { MAX_KEY_LENGTH } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { MAX_BODY_BYTES } from '#shared/platform/http/middlewares/validation.ts';
import { LONGEST_BODY } from '#shared/sms/receive-sms.ts';
import { MOST_BYTES, MOST_LEVELS } from '#shared/tools/parameter-rules.ts';
import { TESTS_AT_ONCE, TESTS_PER_MINUTE } from '#shared/tools/test-user-tool.ts';
import { MOST_TOLD } from '#shared/tools/tool-answer.ts';
import { MOST_TOOLS_OF_ASSISTANT, MOST_TOOLS_OF_USER } from '#shared/tools/user-tool.ts';
import { LONGEST_VALUE } from '#shared/web-calls/visitor-variables.ts';
import { MOST_ATTEMPTS } from '#shared/webhooks/deliveries.ts';
import { MAX_ATTEMPTS } from '#shared/webhooks/retry-schedule.ts';

const grouped = (count: number) => count.toLocaleString('en-US');
const kilobytes = (bytes: number) => `${grouped(bytes / 1024)} KB`;

type Limit = readonly [what: string, limit: string, beyond: string];

/** Of requests and their fields. */
const ofRequests: readonly Limit[] = [
  ['body of a request', kilobytes(MAX_BODY_BYTES), '413'],
  ['`Idempotency-Key`', `${MAX_KEY_LENGTH} characters`, '422'],
  [
    '`variables` of an assistant, a call, a lead or a contact',
    `${grouped(MAX_VARIABLES_LENGTH)} characters of JSON, and ${grouped(MAX_HALF_ITEM_BYTES)} bytes`,
    '422',
  ],
  ['`variables` of a call, with those of its assistant', `the same, together`, '422'],
  ['nesting of `variables`', `${MAX_DEPTH} levels`, '422'],
  ['a URL', `${grouped(MAX_URL_LENGTH)} characters`, '422'],
  ['texts of an assistant, with its schema', `${grouped(MAX_HALF_ITEM_BYTES)} bytes together`, '422'],
  ['`post_call_schema`', `${MAX_POST_CALL_FIELDS} items`, '422'],
  ['`tool_ids` of an assistant', `${MOST_TOOLS_OF_ASSISTANT} tools`, '422'],
  ['`parameters` of a tool', `${grouped(MOST_BYTES)} bytes of JSON, and ${MOST_LEVELS} levels`, '422'],
  ['`fallback_models`', `${MOST_FALLBACKS} models`, '422'],
  ['`allowed_origins` of `widget_settings`', `${MOST_ORIGINS} pages`, '422'],
  ['`visitor_variables` of `widget_settings`', `${MOST_VISITOR_VARIABLES} names`, '422'],
  ['a variable of a visitor', `${LONGEST_VALUE} characters`, '422'],
  ['`secondary_contacts` of a lead', `${MAX_SECONDARY_CONTACTS} contacts`, '422'],
  ['`phone_number_ids` of a campaign', `${MAX_PHONE_NUMBERS} numbers`, '422'],
];

const ofUsers: readonly Limit[] = [
  [
    'assistants',
    `${grouped(mostAssistants.records)}, of ${grouped(mostAssistants.kilobytes / 1000)} MB together`,
    '409',
  ],
  ['campaigns', grouped(MOST_CAMPAIGNS), '409'],
  ['tools', grouped(MOST_TOOLS_OF_USER), '422'],
  ['tests of tools in a minute, and at once', `${TESTS_PER_MINUTE}, and ${TESTS_AT_ONCE}`, '429'],
  ['leads, calls, SMS, do-not-call entries', 'no limit', '–'],
  ['phone numbers', grouped(MOST_NUMBERS), 'an operator cannot add more'],
  ['own voices', grouped(MOST_VOICES), 'an operator cannot add more'],
  ['live access tokens', grouped(MOST_LIVE_TOKENS), '409'],
  ['new access tokens in an hour', grouped(MOST_CREATED_PER_HOUR), '429'],
];

const ofAnswers: readonly Limit[] = [
  ['records of a page', '100', '422'],
  ['leads that `missing-variables` checks in an answer', grouped(MOST_LEADS), 'continue with `before_id`'],
  ['attempts of a webhook', grouped(MAX_ATTEMPTS), 'the delivery is `exhausted`'],
  ['attempts of a webhook, with replays', grouped(MOST_ATTEMPTS), '409'],
  ['answer of your server to a webhook', kilobytes(LONGEST_ANSWER_BYTES), 'the rest is not read'],
  ['answer of your server to a tool', kilobytes(LONGEST_ANSWER_BYTES), 'the rest is not read'],
  ['answer of a tool, as the model gets it', `${grouped(MOST_TOLD)} characters`, 'the rest is left out'],
  ['text of a received SMS', `${grouped(LONGEST_BODY)} characters`, 'the rest is left out'],
];

const table = (limits: readonly Limit[]) => markdownTable(['limit of', 'value', 'beyond it'], limits);

/** The parts of docs/limits.md. */
export function limitParts(): Record<string, string> {
  return { requests: table(ofRequests), users: table(ofUsers), answers: table(ofAnswers) };
}
