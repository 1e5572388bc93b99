import { expect, it } from 'vitest';
import { useCarrier } from '#test/support/carrier-simulator/use-carrier.ts';

const carrier = useCarrier();

it('streams everything as it happens', async () => {
  const response = await fetch(`${carrier.client().url}/_simulator/events`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await carrier.dial('+12025550150', [['Colour', 'red']]);
  let text = '';
  while (!text.includes('"purpose":"status"') || !text.includes('"busy"')) text += (await reader.read()).value ?? '';
  await reader.cancel();
  expect(text).toContain('event: attempt\n');
  expect(text).toContain('event: violation\n');
  expect(text).toContain('event: event\n');
  expect(text).not.toContain('event: call\n');
  const statuses = [...text.matchAll(/"type":"status","data":\{"status":"([\w-]+)"\}/g)].map(([, status]) => status);
  expect(statuses).toEqual(['queued', 'ringing', 'busy']);
});
