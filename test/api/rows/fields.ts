import * as is from '#test/api/rules.ts';
import type { FieldRules, Rule, Subject } from '#test/api/rules.ts';
import {
  createAssistant,
  createCampaign,
  createLead,
  leadRequest,
  strangersAssistant,
  validationFailed,
} from '#test/api/steps.ts';

/*
 * Every field of every request but those of assistants: what it must be, and the values that break the rule.
 * `JSON.stringify` writes an undefined value as no field, and half a surrogate pair as its escape.
 */

const clients = 'existing clients; the public service';
const webhook_url = 'https://example.com/inbound';
const phone_number = '+12025550101';

const knownAssistant = is.known(is.foreign(strangersAssistant), 'Assistant not found');
const knownCampaign = is.known(
  is.foreign(({ stranger }) => stranger.campaign.id),
  'Campaign not found',
);
const knownNumber = is.known(
  is.foreign(({ stranger }) => stranger.numbers.normal.id),
  'From number not found',
  400,
);
const requiredId = (known: Rule) => [is.required, is.integer, known];
const requiredText = (...rules: Rule[]) => [is.required, is.text, ...rules];

const webhookSwitches: Record<string, FieldRules> = {
  Enable: { assistant_id: requiredId(knownAssistant), webhook_url: requiredText(is.url) },
  Disable: { assistant_id: requiredId(knownAssistant) },
};

const bodies: Subject[] = [
  {
    endpoint: 'POST /user/make_call',
    from: 'Make a phone call; decisions 2 and 5; existing clients',
    valid: async (world) => ({ body: { phone_number, assistant_id: await createAssistant(world) } }),
    fields: {
      phone_number: requiredText(is.dialable(400, 'Invalid phone number')),
      assistant_id: requiredId(knownAssistant),
      variables: is.variables,
    },
  },
  {
    endpoint: 'POST /user/leads',
    from: 'Create lead; decisions 2 and 7',
    refuse: validationFailed,
    valid: (world) => ({ body: leadRequest(world, { secondary_contacts: [{ phone_number, variables: {} }] }) }),
    fields: {
      phone_number: requiredText(is.e164),
      campaign_id: requiredId(knownCampaign),
      variables: is.variables,
      allow_dupplicate: [is.flag],
      secondary_contacts: [is.array, is.noMoreThan(10, [numbered(11)])],
      'secondary_contacts.0': [is.object],
      'secondary_contacts.0.phone_number': [is.required, is.e164, is.taken(['+12025550170', '+1 202 555-0170'])],
      'secondary_contacts.0.variables': [is.map],
    },
  },
  {
    endpoint: 'PUT /user/leads/{id}',
    from: 'Update lead; Errors; decisions 2 and 7',
    refuse: validationFailed,
    valid: async (world) => ({ id: await createLead(world), body: {} }),
    fields: {
      phone_number: [is.kept, is.text, is.dialable(422, 'Invalid phone number')],
      campaign_id: [is.kept, is.integer, knownCampaign],
      status: [is.kept, is.selected(['done', 'CREATED', 'processing', 'rescheduled', 'blacklisted', 5, true, {}])],
      variables: [is.brokenBy(['text', 5, true, null], is.object)],
    },
  },
  {
    endpoint: 'POST /user/campaigns',
    from: clients,
    valid: async (world) => ({ body: { name: 'Spring', assistant_id: await createAssistant(world) } }),
    fields: {
      name: requiredText(is.atMost(255)),
      assistant_id: requiredId(knownAssistant),
      timezone: [is.timezone],
      max_calls_in_parallel: [is.between(1, 10), is.integer],
      allowed_hours_start_time: [is.format(['24:00', '9:00', '09:60', 'noon'])],
      allowed_hours_end_time: [
        is.format(['24:00', '9:00']),
        is.laterThan('allowed hours start time', ['00:00']),
        is.brokenBy([900], is.text),
      ],
      allowed_days: [is.array, is.selected([[]]), is.selected([['monday', 'Sonntag']], 'allowed_days.1')],
      max_retries: [is.between(1, 5)],
      retry_interval: [is.between(10, 4320)],
      retry_on_voicemail: [is.flag],
      retry_on_goal_incomplete: [is.brokenBy([true], is.required, 'goal_completion_variable')],
      goal_completion_variable: [is.selected(['unknown', '\ud800'])],
      phone_number_ids: [
        is.array,
        is.noMoreThan(100, [Array.from({ length: 101 }, (_, index) => index + 1)]),
        is.selected(({ stranger }) => [[stranger.numbers.normal.id]], 'phone_number_ids.0'),
        is.brokenBy(({ customer }) => [[customer.numbers.normal.id, 'two']], is.integer, 'phone_number_ids.1'),
        is.selected(({ customer: { numbers } }) => {
          const [one, other] = [numbers.normal.id, numbers.second.id];
          return [[one, other, one]];
        }, 'phone_number_ids.2'),
      ],
    },
  },
  {
    endpoint: 'POST /user/campaigns/update-status',
    from: clients,
    valid: async (world) => ({ body: { campaign_id: await createCampaign(world), action: 'start' } }),
    fields: {
      campaign_id: requiredId(knownCampaign),
      action: [is.required, is.selected(['pause', 'START', 5, {}])],
      hang_up: [is.flag],
    },
  },
  {
    endpoint: 'POST /user/do-not-call',
    from: 'do not call',
    valid: () => ({ body: { phone_number } }),
    fields: { phone_number: requiredText(is.e164), reason: [is.text, is.atMost(255)] },
  },
  {
    endpoint: 'POST /user/sms',
    from: 'Send SMS; Limits; Errors; decisions 2 and 6',
    valid: ({ customer }) => ({ body: { from: customer.numbers.normal.id, to: phone_number, body: 'Hello.' } }),
    fields: {
      from: requiredId(knownNumber),
      to: requiredText(is.dialable(400, 'Invalid to phone number')),
      body: requiredText(is.atMost(300)),
    },
  },
  ...Object.entries(webhookSwitches).flatMap(([act, fields]) =>
    ['inbound-webhook', 'webhook'].map((what): Subject => ({
      endpoint: `POST /user/assistants/${act.toLowerCase()}-${what}`,
      from: what === 'webhook' ? 'decisions 10' : `${act} assistant inbound webhook; Errors; decisions 2`,
      valid: async (world) => ({ body: { assistant_id: await createAssistant(world), webhook_url } }),
      fields,
    })),
  ),
];

function numbered(count: number): Array<{ phone_number: string }> {
  return Array.from({ length: count }, (_, index) => ({ phone_number: `+120255502${String(index).padStart(2, '0')}` }));
}

const noIntegers = '1e3 0x10 1.0 1.5 %2B1 1%00 %FF %zz %D9%A1 x NaN null 1,2 --1'.split(' ');
const id = is.brokenBy([...noIntegers, '9007199254740992', '99999999999999999999'], is.integer);

const pages: FieldRules = {
  page: [
    is.brokenBy([...noIntegers, '9007199254740992', '9'.repeat(400), '1&page=x'], is.integer),
    is.between(1, Number.MAX_SAFE_INTEGER, ['0', '-1']),
  ],
  per_page: [is.brokenBy(noIntegers, is.integer), is.between(1, 100, ['0', '101', '-1', '999999999999999'])],
};
const days: FieldRules = { date_from: [is.day], date_to: [is.day] };

const queries: Subject[] = [
  { endpoint: 'GET /user/assistants/get', from: 'Limits; decisions 2 and 4', fields: pages },
  { endpoint: 'GET /user/do-not-call', from: 'do not call', fields: pages },
  {
    endpoint: 'GET /user/calls',
    from: 'List calls; Limits; decisions 2, 4 and 5',
    fields: {
      ...pages,
      ...days,
      assistant_id: [id],
      campaign_id: [id],
      status: [is.selected(['done', 'COMPLETED', '__proto__', 'constructor', 'busy&status=x'])],
      type: [is.selected(['sip', '1', 'Web', '__proto__', 'constructor'])],
    },
  },
  {
    endpoint: 'GET /user/leads',
    from: clients,
    fields: { ...pages, ...days, campaign_id: [id], status: [is.selected(['CREATED', 'done', '__proto__'])] },
  },
  {
    endpoint: 'GET /user/assistants/phone-numbers',
    from: 'Get available phone numbers; decisions 9',
    fields: { type: [is.selected(['web', 'INBOUND', '1'])] },
  },
  {
    endpoint: 'GET /user/assistants/voices',
    from: 'Get available voices; decisions 9',
    fields: { mode: [is.selected(['duplex', 'Pipeline'])], language_id: [id] },
  },
  {
    endpoint: 'GET /user/assistants/models',
    from: clients,
    fields: { type: [is.selected(['pipeline', 'LLM', '1'])] },
  },
];

export const fieldTableRows = [...bodies, ...queries].flatMap(is.fieldRows);
