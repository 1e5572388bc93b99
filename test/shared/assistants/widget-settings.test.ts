import * as v from 'valibot';
import { expect, it } from 'vitest';
import { bodyOf } from '#shared/assistants/assistant-body.ts';
import { settings } from '#shared/assistants/settings.ts';
import { fieldErrors } from '#shared/platform/http/errors.ts';

const body = bodyOf(settings, 'update');
const problemsOf = (widget_settings: object) => {
  const read = v.safeParse(body, { widget_settings });
  return read.success ? {} : fieldErrors(read.issues);
};

it.each([
  { visitor_variables: ['page', 'first_name', 'größe', 'a.b-c'], max_call_seconds: 20 },
  { visitor_variables: [], max_spend_per_hour: 0.2, max_spend_per_day: 10_000 },
  { visitor_variables: Array.from({ length: 20 }, (_, index) => `v${index}`), max_spend_per_hour: '1.5' },
])('widget settings may be %j', (widget) => {
  expect(problemsOf(widget)).toEqual({});
});

it.each<[widget: object, field: string, sentence: string]>([
  [{ visitor_variables: ['two words'] }, 'visitor_variables.0', 'format is invalid.'],
  [{ visitor_variables: ['x'.repeat(65)] }, 'visitor_variables.0', 'format is invalid.'],
  [{ visitor_variables: ['constructor'] }, 'visitor_variables.0', 'format is invalid.'],
  [{ visitor_variables: ['customer_phone'] }, 'visitor_variables.0', 'is invalid.'],
  [{ visitor_variables: ['current_date'] }, 'visitor_variables.0', 'is invalid.'],
  [{ visitor_variables: 'page' }, 'visitor_variables', 'must be an array.'],
  [
    { visitor_variables: Array.from({ length: 21 }, (_, index) => `v${index}`) },
    'visitor_variables',
    'must not have more than 20 items.',
  ],
  [{ max_call_seconds: 19 }, 'max_call_seconds', 'must be between 20 and 1200.'],
  [{ max_spend_per_hour: 0.19 }, 'max_spend_per_hour', 'must be between 0.2 and 1000.'],
  [{ max_spend_per_hour: 1001 }, 'max_spend_per_hour', 'must be between 0.2 and 1000.'],
  [{ max_spend_per_day: 10_001 }, 'max_spend_per_day', 'must be between 0.2 and 10000.'],
])('widget settings %j are refused on %s: …%s', (widget, field, sentence) => {
  const problems = problemsOf(widget);
  expect(Object.keys(problems)).toEqual([`widget_settings.${field}`]);
  expect(Object.values(problems).flat().join()).toMatch(new RegExp(`${sentence}$`));
});
