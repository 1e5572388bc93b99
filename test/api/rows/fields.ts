import * as is from '#test/api/rules.ts';
import type { FieldRule, Subject } from '#test/api/rules.ts';
import {
  createAssistant,
  createCampaign,
  createLead,
  dataInvalid,
  leadRequest,
  strangersAssistant,
  validationFailed,
} from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

/*
 * Every field of every request but those of assistants: what it must be, and the values that break the rule.
 * `JSON.stringify` writes an undefined value as no field, and half a surrogate pair as its escape.
 */

const clients = 'existing clients; the public service';
const webhook_url = 'https://example.com/inbound';
const phone_number = '+12025550101';

const unknownOr = (one: (world: World) => number | Promise<number>) => async (world: World) => [
  ...is.nowhere,
  await one(world),
];
const theirAssistant = unknownOr(strangersAssistant);
const theirCampaign = unknownOr(({ stranger }) => stranger.campaign.id);
const noAssistant = is.known('Assistant not found');
const noCampaign = is.known('Campaign not found');
const variables: FieldRule[] = [
  ['variables', is.object],
  ['variables', is.atMost(65_536), [{ a: 'x'.repeat(65_530) }, { a: Array.from({ length: 4000 }, () => 1e20) }]],
  ['variables', is.format, [33, 1000].map((depth) => ({ a: JSON.parse('['.repeat(depth) + ']'.repeat(depth)) }))],
];

const bodies: Array<[subject: Subject, table: FieldRule[]]> = [
  [
    {
      endpoint: 'POST /user/make_call',
      from: 'Make a phone call; decisions 2 and 5; existing clients',
      refuse: dataInvalid,
      valid: async (world) => ({ body: { phone_number, assistant_id: await createAssistant(world) } }),
    },
    [
      ['phone_number', is.required],
      ['phone_number', is.text],
      ['phone_number', is.dialable(400, 'Invalid phone number')],
      ['assistant_id', is.required],
      ['assistant_id', is.integer],
      ['assistant_id', noAssistant, theirAssistant],
      ...variables,
    ],
  ],
  [
    {
      endpoint: 'POST /user/leads',
      from: 'Create lead; decisions 2 and 7',
      refuse: validationFailed,
      valid: (world) => ({ body: leadRequest(world, { secondary_contacts: [{ phone_number, variables: {} }] }) }),
    },
    [
      ['phone_number', is.required],
      ['phone_number', is.text],
      ['phone_number', is.e164],
      ['campaign_id', is.required],
      ['campaign_id', is.integer],
      ['campaign_id', noCampaign, theirCampaign],
      ...variables,
      ['allow_dupplicate', is.flag],
      ['secondary_contacts', is.array],
      ['secondary_contacts', is.between(0, 10), [numbered(11)]],
      ['secondary_contacts.0', is.object],
      ['secondary_contacts.0.phone_number', is.required],
      ['secondary_contacts.0.phone_number', is.e164],
      ['secondary_contacts.0.phone_number', is.taken, ['+12025550170', '+1 202 555-0170']],
      ['secondary_contacts.0.variables', is.object],
    ],
  ],
  [
    {
      endpoint: 'PUT /user/leads/{id}',
      from: 'Update lead; Errors; decisions 2 and 7',
      refuse: validationFailed,
      valid: async (world) => ({ id: await createLead(world), body: {} }),
    },
    [
      ['phone_number', is.required, [null, '', ' ']],
      ['phone_number', is.text],
      ['phone_number', is.dialable(422, 'Invalid phone number')],
      ['campaign_id', is.required, [null, '', ' ']],
      ['campaign_id', is.integer],
      ['campaign_id', noCampaign, theirCampaign],
      ['status', is.required, [null, '']],
      ['status', is.selected, ['done', 'CREATED', 'processing', 'rescheduled', 'blacklisted', 5, true, {}]],
      ['variables', is.object, ['text', 5, true, null]],
    ],
  ],
  [
    {
      endpoint: 'POST /user/campaigns',
      from: clients,
      refuse: dataInvalid,
      valid: async (world) => ({ body: { name: 'Spring', assistant_id: await createAssistant(world) } }),
    },
    [
      ['name', is.required],
      ['name', is.text],
      ['name', is.atMost(255)],
      ['assistant_id', is.required],
      ['assistant_id', is.integer],
      ['assistant_id', noAssistant, theirAssistant],
      ['timezone', is.timezone],
      ['max_calls_in_parallel', is.between(1, 10)],
      ['max_calls_in_parallel', is.integer],
      ['allowed_hours_start_time', is.format, ['24:00', '9:00', '09:60', 'noon']],
      ['allowed_hours_end_time', is.format, ['24:00', '9:00']],
      ['allowed_hours_end_time', is.selected, ['00:00']],
      ['allowed_hours_end_time', is.text, [900]],
      ['allowed_days', is.array, ['monday', 5]],
      ['allowed_days', is.selected, [[]]],
      ['allowed_days', is.selected, [['monday', 'Sonntag']], 'allowed_days.1'],
      ['max_retries', is.between(1, 5)],
      ['retry_interval', is.between(10, 4320)],
      ['retry_on_voicemail', is.flag],
      ['retry_on_goal_incomplete', is.required, [true], 'goal_completion_variable'],
      ['goal_completion_variable', is.selected, ['unknown', '\ud800']],
      ['phone_number_ids', is.array, [1, 'all']],
      ['phone_number_ids', is.selected, ({ stranger }) => [[stranger.numbers.normal.id]], 'phone_number_ids.0'],
      ['phone_number_ids', is.integer, ({ customer }) => [[customer.numbers.normal.id, '2']], 'phone_number_ids.1'],
      [
        'phone_number_ids',
        is.selected,
        ({ customer: { numbers } }) => [[numbers.normal.id, numbers.second.id, numbers.normal.id]],
        'phone_number_ids.2',
      ],
    ],
  ],
  [
    {
      endpoint: 'POST /user/campaigns/update-status',
      from: clients,
      refuse: dataInvalid,
      valid: async (world) => ({ body: { campaign_id: await createCampaign(world), action: 'start' } }),
    },
    [
      ['campaign_id', is.required],
      ['campaign_id', is.integer],
      ['campaign_id', noCampaign, theirCampaign],
      ['action', is.required],
      ['action', is.selected, ['pause', 'START', 5, {}]],
    ],
  ],
  [
    {
      endpoint: 'POST /user/do-not-call',
      from: 'do not call',
      refuse: dataInvalid,
      valid: () => ({ body: { phone_number } }),
    },
    [
      ['phone_number', is.required],
      ['phone_number', is.text],
      ['phone_number', is.e164],
      ['reason', is.text],
      ['reason', is.atMost(255)],
    ],
  ],
  [
    {
      endpoint: 'POST /user/sms',
      from: 'Send SMS; Limits; Errors; decisions 2 and 6',
      refuse: dataInvalid,
      valid: ({ customer }) => ({ body: { from: customer.numbers.normal.id, to: phone_number, body: 'Hello.' } }),
    },
    [
      ['from', is.required],
      ['from', is.integer],
      ['from', is.known('From number not found', 400), unknownOr(({ stranger }) => stranger.numbers.normal.id)],
      ['to', is.required],
      ['to', is.text],
      ['to', is.dialable(400, 'Invalid to phone number')],
      ['body', is.required],
      ['body', is.text],
      ['body', is.atMost(300)],
    ],
  ],
  ...['enable', 'disable'].map((act): [Subject, FieldRule[]] => [
    {
      endpoint: `POST /user/assistants/${act}-inbound-webhook`,
      from: `${act === 'enable' ? 'Enable' : 'Disable'} assistant inbound webhook; Errors; decisions 2`,
      refuse: dataInvalid,
      valid: async (world) => ({ body: { assistant_id: await createAssistant(world), webhook_url } }),
    },
    [
      ['assistant_id', is.required],
      ['assistant_id', is.integer],
      ['assistant_id', noAssistant, theirAssistant],
    ],
  ]),
  [
    {
      endpoint: 'POST /user/assistants/enable-inbound-webhook',
      from: 'Enable assistant inbound webhook; Errors; decisions 2',
      refuse: dataInvalid,
      valid: async (world) => ({ body: { assistant_id: await createAssistant(world), webhook_url } }),
    },
    [
      ['webhook_url', is.required],
      ['webhook_url', is.text],
      ['webhook_url', is.url],
    ],
  ],
];

function numbered(count: number): Array<{ phone_number: string }> {
  return Array.from({ length: count }, (_, index) => ({ phone_number: `+120255502${String(index).padStart(2, '0')}` }));
}

const noIntegers = '1e3 0x10 1.0 1.5 %2B1 1%00 %FF %zz %D9%A1 x NaN null 1,2 --1'.split(' ');
const noIds = [...noIntegers, '0', '-1', '01', '9007199254740992', '99999999999999999999'];
const noDays = '2026-02-30 2026-13-01 2026-1-1 01-05-2026 20260101 %2B002026-01-01 2026-01-01T00:00 today 0 %FF'.split(
  ' ',
);

const pages: FieldRule[] = [
  ['page', is.integer, [...noIntegers, '9007199254740992', '9'.repeat(400), '1&page=x']],
  ['page', is.between(1, Number.MAX_SAFE_INTEGER, ['0', '-1'])],
  ['per_page', is.integer, noIntegers],
  ['per_page', is.between(1, 100, ['0', '101', '-1', '999999999999999'])],
];
const days: FieldRule[] = [
  ['date_from', is.day, noDays],
  ['date_to', is.day, noDays],
];

const queries: Array<[endpoint: string, from: string, table: FieldRule[]]> = [
  ['GET /user/assistants/get', 'Limits; decisions 2 and 4', pages],
  ['GET /user/do-not-call', 'do not call', pages],
  [
    'GET /user/calls',
    'List calls; Limits; decisions 2, 4 and 5',
    [
      ...pages,
      ...days,
      ['assistant_id', is.integer, noIds],
      ['campaign_id', is.integer, noIds],
      ['status', is.selected, ['done', 'COMPLETED', '__proto__', 'constructor', 'busy&status=x']],
      ['type', is.selected, ['sip', '1', 'Web', '__proto__', 'constructor']],
    ],
  ],
  [
    'GET /user/leads',
    clients,
    [...pages, ...days, ['campaign_id', is.integer, noIds], ['status', is.selected, ['CREATED', 'done', '__proto__']]],
  ],
  [
    'GET /user/assistants/phone-numbers',
    'Get available phone numbers; decisions 9',
    [['type', is.selected, ['web', 'INBOUND', '1']]],
  ],
  [
    'GET /user/assistants/voices',
    'Get available voices; decisions 9',
    [['mode', is.selected, ['dualplex', 'Pipeline']]],
  ],
];

export const fieldTableRows = [
  ...bodies.flatMap(([subject, table]) => is.fieldRows(subject, table)),
  ...queries.flatMap(([endpoint, from, table]) => is.fieldRows({ endpoint, from, refuse: dataInvalid }, table)),
];
