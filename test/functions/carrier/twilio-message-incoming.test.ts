import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-message-incoming.ts';
import { buildDoNotCallEntry, buildLead } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { numberEvent, verifySigned } from '#test/support/events.ts';
import { createObservers } from '#test/support/fakes.ts';

const NUMBER = '+12025550200';
const CUSTOMER = '+12025550101';

async function setup() {
  const observers = createObservers();
  const deps = { ...(await campaignDeps({ leads: [buildLead()] })), ...observers };
  const endpoint = handler.with(deps, verifySigned, () => deps.clock.now());
  const text = async (Body: string, form: Record<string, string> = {}, signature?: string) =>
    endpoint(numberEvent('incoming-message', { From: CUSTOMER, To: NUMBER, Body, ...form }, signature));
  const entry = () => deps.doNotCall.get(userId, CUSTOMER);
  return { deps, observers, text, entry };
}

const optOuts = 'STOP|stop| Stop. |“STOP”|STOPALL|Unsubscribe|cancel|END|Quit|OPT-OUT|revoke'.split('|');

it.each(optOuts)('puts its sender on the list when it says %s, and answers nothing', async (word) => {
  const { deps, text, entry } = await setup();
  expect(await text(word)).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  });
  const createdAt = deps.clock.now();
  expect(await entry()).toEqual({ userId, phoneNumber: CUSTOMER, source: 'sms', reason: null, createdAt });
});

const others = ['Stop by tomorrow at ten', 'please stop calling', 'Hello', '', '🛑', 'BUS STOP', '10'];

it.each(others)('changes nothing when it says %j', async (words) => {
  const { text, entry } = await setup();
  expect((await text(words)).statusCode).toBe(200);
  expect(await entry()).toBeUndefined();
});

it.each(['START', 'unstop', 'Yes!'])('takes its sender off again when it says %s', async (word) => {
  const { text, entry } = await setup();
  await text('STOP');
  expect((await text(word)).statusCode).toBe(200);
  expect(await entry()).toBeUndefined();
});

it.each(['api', 'import', 'call'] as const)('keeps a sender who was put there by %s on START', async (source) => {
  const { deps, text, entry } = await setup();
  await deps.doNotCall.add(buildDoNotCallEntry({ source }));
  await text('START');
  expect(await entry()).toMatchObject({ source });
});

it('changes nothing on an unknown number, or from a sender without a number', async () => {
  const { deps, text } = await setup();
  expect((await text('STOP', { To: '+12025550299' })).statusCode).toBe(200);
  expect((await text('STOP', { From: 'BANK' })).statusCode).toBe(200);
  expect((await deps.doNotCall.list(userId, { page: 1, perPage: 10 })).total).toBe(0);
});

it('writes no number and no text into the log', async () => {
  const { observers, text } = await setup();
  await text('STOP');
  const log = JSON.stringify(observers.lines);
  expect(log).not.toContain('5550');
  expect(log).not.toContain('STOP');
});
