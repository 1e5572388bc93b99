import { expect, it } from 'vitest';
import { writeXml } from '#shared/integrations/twilio/twiml.ts';

it.each([
  { what: 'an empty element', element: { name: 'Hangup' }, xml: '<Hangup/>' },
  {
    what: 'attributes of every type, without the undefined ones',
    element: { name: 'A', attributes: { a: 'x', b: 1, c: true, d: undefined } },
    xml: '<A a="x" b="1" c="true"/>',
  },
  {
    what: 'children in order',
    element: { name: 'A', children: [{ name: 'B' }, 'text', { name: 'C' }] },
    xml: '<A><B/>text<C/></A>',
  },
  {
    what: 'reserved characters',
    element: { name: 'A', attributes: { a: `<&>"'` }, children: ['<&>'] },
    xml: `<A a="&lt;&amp;&gt;&quot;'">&lt;&amp;&gt;</A>`,
  },
  {
    what: 'no characters that XML cannot carry',
    element: { name: 'A', children: ['a\u0000b\u001Fc\uFFFEd\uD800e'] },
    xml: '<A>abcd\uFFFDe</A>',
  },
  { what: 'line breaks, tabs and emoji', element: { name: 'A', children: ['a\n\tb🙂'] }, xml: '<A>a\n\tb🙂</A>' },
])('XML writer writes $what', ({ element, xml }) => expect(writeXml(element)).toBe(xml));
