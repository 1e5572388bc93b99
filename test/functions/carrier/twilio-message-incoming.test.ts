import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-message-incoming.ts';
import { waitingLeadsCloser } from '#shared/campaigns/close-waiting-leads.ts';
import { buildDoNotCallEntry, buildLead } from '#test/support/builders.ts';
import { numberEvent, verifySigned } from '#test/support/events.ts';
import { createObservers } from '#test/support/fakes.ts';
import { campaignDeps, userId } from '#test/support/in-memory/service.ts';

const NUMBER = '+12025550200';
const CUSTOMER = '+12025550101';

async function setup() {
  const observers = createObservers();
  const base = campaignDeps({ leads: [buildLead()] });
  const dates = new Map<string, number>();
  const received = { findDate: async (sid: string) => dates.get(sid) };
  const receivedMessages = () => received;
  const deps = { ...base, ...observers, receivedMessages, closeWaitingLeads: waitingLeadsCloser(base) };
  const endpoint = handler.with(deps, verifySigned, () => deps.clock.now());
  let texts = 0;
  const text = async (Body: string, form: Record<string, string> = {}, signature?: string) => {
    texts += 1;
    deps.clock.move(1000);
    const MessageSid = `SM${texts}`;
    dates.set(MessageSid, deps.clock.now());
    const body = { MessageSid, From: CUSTOMER, To: NUMBER, Body, ...form };
    return endpoint(numberEvent('incoming-message', body, signature));
  };
  const entry = () => deps.doNotCall.get(userId, CUSTOMER);
  return { deps, dates, observers, text, entry };
}

// Every language and form is in test/shared/do-not-call/opt-out.test.ts.
const optOuts =
  'STOP|stop| Stop. |“STOP”|STOPALL|Unsubscribe|cancel|END|Quit|OPT-OUT|Opt out|STOP ALL|revoke|ARRET|arrêt|ＳＴＯＰ'.split(
    '|',
  );

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

const others = ['Stop by tomorrow at ten', 'Hello', '', '🛑', 'BUS STOP', '10'];

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

it('takes the word of the carrier for a keyword of the user, in any language', async () => {
  const { text, entry } = await setup();
  await text('No quiero mensajes', { OptOutType: 'STOP' });
  expect(await entry()).toMatchObject({ source: 'sms' });
  await text('Ayuda', { OptOutType: 'HELP' });
  expect(await entry()).toMatchObject({ source: 'sms' });
  await text('Quiero mensajes', { OptOutType: 'START' });
  expect(await entry()).toBeUndefined();
  await text('stop', { OptOutType: '' });
  expect(await entry()).toMatchObject({ source: 'sms' });
});

it.each(['api', 'import', 'call'] as const)('keeps a sender who was put there by %s on START', async (source) => {
  const { deps, text, entry } = await setup();
  await deps.doNotCall.add(buildDoNotCallEntry({ source }));
  await text('START');
  expect(await entry()).toMatchObject({ source });
});

it('applies a message once: an old START that is replayed undoes no STOP, an old STOP no START', async () => {
  const { text, entry } = await setup();
  await text('STOP');
  await text('START');
  await text('STOP', { MessageSid: 'SM1' });
  expect(await entry()).toBeUndefined();
  await text('STOP');
  const stopped = await entry();
  await text('START', { MessageSid: 'SM2' });
  expect(await entry()).toEqual(stopped);
});

it.each(['unknown', 'down'])(
  'applies a STOP, and no START, when the carrier is asked for the date and is %s',
  async (state) => {
    const { deps, dates, text, entry } = await setup();
    deps.receivedMessages().findDate = async () => {
      if (state === 'down') throw new Error('Twilio did not answer');
      return undefined;
    };
    expect((await text('STOP')).statusCode).toBe(200);
    expect(await entry()).toMatchObject({ source: 'sms' });
    expect((await text('START')).statusCode).toBe(state === 'down' ? 500 : 200);
    expect(await entry()).toMatchObject({ source: 'sms' });
    deps.receivedMessages().findDate = async (sid) => dates.get(sid);
    await text('START');
    expect(await entry()).toBeUndefined();
  },
);

it('closes the leads again when the STOP is repeated, unless the user has removed the number', async () => {
  const { deps, text } = await setup();
  await text('STOP');
  const { id, campaignId } = buildLead();
  const status = async () => (await deps.leads.get(userId, id))?.status;
  const reopen = async () => {
    const lead = await deps.leads.get(userId, id);
    if (lead) await deps.leads.replace(lead, { ...lead, status: 'created' });
  };
  await reopen();
  await text('STOP', { MessageSid: 'SM1' });
  expect([await status(), campaignId]).toEqual(['blacklisted', campaignId]);
  await reopen();
  await deps.doNotCall.remove(userId, CUSTOMER);
  await text('STOP', { MessageSid: 'SM1' });
  expect(await status()).toBe('created');
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
