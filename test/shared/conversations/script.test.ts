import { expect, it } from 'vitest';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { buildScript, renderTemplate } from '#shared/conversations/script.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';

const NOW = Date.UTC(2026, 5, 30, 22, 30);

function script(assistant: Partial<Assistant>, variables: Record<string, unknown> = {}, locale = 'en-US') {
  const configuration = { assistant: buildAssistant(assistant), variables };
  return buildScript({ call: buildCall({ allowedSeconds: 90 }), configuration, locale, now: NOW });
}

it('the script fills variables into the first words and the prompt', () => {
  const built = script({ initialMessage: 'Hi {name}.', systemPrompt: 'Talk to {{name}}.' }, { name: 'Ada' });
  expect(built).toMatchObject({ greeting: 'Hi Ada.', systemPrompt: 'Talk to Ada.', allowedSeconds: 90 });
});

it('the script knows the system variables, with date and time in the zone of the assistant', () => {
  const prompt = '{customer_phone}|{assistant_phone}|{assistant_id}|{assistant_name}|{current_date}|{current_time}';
  expect(script({ systemPrompt: prompt }).systemPrompt).toBe(
    '+12025550100|+12025550001|501|Reception|Wednesday, July 1, 2026|12:30 AM',
  );
  expect(script({ systemPrompt: '{current_date} {current_time}' }, {}, 'de-DE').systemPrompt).toBe(
    'Mittwoch, 1. Juli 2026 00:30',
  );
});

it('the script lets no variable of the call stand in for a system variable', () =>
  expect(script({ systemPrompt: '{customer_phone}' }, { customer_phone: '+10' }).systemPrompt).toBe('+12025550100'));

it.each([
  { waitForCustomer: true, initialMessage: 'Hello.' },
  { waitForCustomer: false, initialMessage: '  ' },
])(
  'the script has no greeting when the customer speaks first or there is nothing to say: $waitForCustomer',
  (assistant) => {
    expect(script(assistant).greeting).toBeNull();
  },
);

const variables = {
  name: 'Ada',
  'first name': 'Ada L.',
  count: 3,
  vip: true,
  nothing: null,
  tags: ['a', 'b', 2],
  address: { city: 'Bonn' },
  sneaky: '{name} and {{count}}',
  money: '$& $1',
};

it.each([
  ['Hi {name}!', 'Hi Ada!'],
  ['Hi {{name}}!', 'Hi Ada!'],
  ['Hi {{ name }} and { name }!', 'Hi Ada and Ada!'],
  ['{first name}', 'Ada L.'],
  ['{{{name}}}', '{Ada}'],
  ['{unknown} {{unknown}}', '{unknown} {{unknown}}'],
  ['{constructor} {__proto__}', '{constructor} {__proto__}'],
  ['{count} {vip} [{nothing}]', '3 true []'],
  ['{tags}; {address}', 'a, b, 2; {"city":"Bonn"}'],
  ['{sneaky}', '{name} and {{count}}'],
  ['{money}', '$& $1'],
  ['{} { } {{}} {', '{} { } {{}} {'],
  ['', ''],
])('renders %j as %j', (template, rendered) => expect(renderTemplate(template, variables)).toBe(rendered));

it('reads a hostile template of 200,000 braces in no time', () => {
  const template = '{a{{'.repeat(50_000);
  expect(renderTemplate(template, variables)).toBe(template);
});
