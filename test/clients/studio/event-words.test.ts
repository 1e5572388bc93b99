import { expect, it } from 'vitest';
import { carrierText, webhookText } from '#clients/studio/src/events/event-words.ts';

it.each([
  [{ event: 'call.ended', id: 7, status: 'busy' }, 'call.ended 7 busy'],
  [{ event: 'test' }, 'test'],
  ['no JSON', '/hook'],
  [null, '/hook'],
  [{ event: { nested: true }, id: null }, '/hook'],
])('a webhook with the body %j is named %s', (body, text) => {
  expect(webhookText({ path: '/hook', body })).toBe(text);
});

it.each([
  [{ who: 'customer', text: 'Hello?' }, 'customer: Hello?'],
  [{ text: 'Hello?' }, 'Hello?'],
  [{ purpose: 'status', status: 204 }, 'status → 204'],
  [{ purpose: 'status' }, 'status → no answer'],
  [{ digit: '5' }, '{"digit":"5"}'],
  [{}, ''],
  [undefined, ''],
])('an event of the carrier with %j is told as %s', (data, text) => {
  expect(carrierText(data)).toBe(text);
});
