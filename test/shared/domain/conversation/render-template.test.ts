import { describe, expect, it } from 'vitest';
import { renderTemplate } from '#shared/domain/conversation/render-template.ts';

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

describe('render template', () => {
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
  ])('renders %j as %j', (template, rendered) => {
    expect(renderTemplate(template, variables)).toBe(rendered);
  });

  it('reads a hostile template of 200,000 braces in no time', () => {
    const template = '{a{{'.repeat(50_000);
    expect(renderTemplate(template, variables)).toBe(template);
  });
});
