import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCOUNT_SID, FROM } from '#test/infra/simulators/twilio/use-carrier.ts';
import { useMessages } from '#test/infra/simulators/twilio/use-messages.ts';

const TO = '+12025550100';

describe('messages on their way', () => {
  const carrier = useMessages();
  const shown = async (sid: string) => (await carrier.client().api('GET', `/Messages/${sid}.json`)).body;

  it('report every status in order, in signed forms', async () => {
    const { sid } = await carrier.send(TO);
    expect(carrier.told()).toEqual(['queued', 'sending', 'sent', 'delivered']);
    const callbacks = carrier.service().to('/status');
    expect(callbacks.map(({ isSigned, method }) => ({ isSigned, method }))).toEqual(
      Array.from({ length: 4 }, () => ({ isSigned: true, method: 'POST' })),
    );
    expect(callbacks[3]?.parameters).toEqual({
      AccountSid: ACCOUNT_SID,
      ApiVersion: '2010-04-01',
      From: FROM,
      To: TO,
      MessageSid: sid,
      SmsSid: sid,
      MessageStatus: 'delivered',
      SmsStatus: 'delivered',
    });
    expect(new Set(callbacks.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(4);
  });

  it('take simulated seconds', async () => {
    const { timeline } = await carrier.send(TO);
    const seconds = timeline.filter(({ type }) => type === 'status').map(({ callSeconds }) => callSeconds);
    // A timer may fire a millisecond early, which is 0.2 s here.
    expect(seconds[1]).toBeGreaterThanOrEqual(0.1);
    expect(seconds[2]).toBeGreaterThanOrEqual(1.1);
    expect(seconds[3]).toBeGreaterThanOrEqual(3.6);
  });

  it.each([
    { to: TO, status: 'delivered', told: ['queued', 'sending', 'sent', 'delivered'], price: '-0.01660', code: null },
    {
      to: '+12025550163',
      status: 'undelivered',
      told: ['queued', 'sending', 'sent', 'undelivered'],
      price: '-0.01660',
      code: 30_003,
    },
    { to: '+12025550164', status: 'failed', told: ['queued', 'sending', 'failed'], price: null, code: 30_008 },
  ])('to $to end as $status, at the price $price, with the error $code', async ({ to, status, told, price, code }) => {
    const { sid } = await carrier.send(to, 'a'.repeat(161));
    expect(carrier.told()).toEqual(told);
    expect(carrier.service().to('/status').at(-1)?.parameters['ErrorCode']).toBe(code?.toString());
    expect(await shown(sid)).toMatchObject({ status, num_segments: '2', price, error_code: code });
  });

  it('report everything twice and the last two in the wrong order to 0158', async () => {
    await carrier.send('+12025550158');
    expect(carrier.told().join(' ')).toBe('queued queued sending sending delivered delivered sent sent');
    const tokens = carrier
      .service()
      .to('/status')
      .map(({ headers }) => headers['i-twilio-idempotency-token']);
    expect(new Set(tokens).size).toBe(4);
  });

  it('are delivered to 0159, and never report it', async () => {
    expect(await carrier.send('+12025550159')).toMatchObject({ status: 'delivered' });
    expect(carrier.told()).toEqual(['queued', 'sending', 'sent']);
  });

  it('go on without a callback, and without anybody who listens', async () => {
    const [to, from, body] = carrier.form(TO);
    const silent = await carrier.post([to!, from!, body!]);
    expect(await carrier.finished(String(silent.body['sid']))).toMatchObject({ status: 'delivered', requests: [] });
    carrier.service().script = { twiml: {}, answers: { '/status': { status: 500 } } };
    expect(await carrier.send(TO)).toMatchObject({ status: 'delivered' });
  });
});

describe('messages of a carrier that dies and comes back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrier-messages-'));
  const carrier = useMessages();
  let files = 0;
  const begin = async (): Promise<string> => {
    const dataFile = join(folder, `${(files += 1)}.jsonl`);
    await carrier.simulator().stop();
    // As slow as life, so that the test is faster than the message.
    await carrier.start({ dataFile, speed: 1 });
    return dataFile;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('go on where they were, and report every status once', async () => {
    const dataFile = await begin();
    const { body } = await carrier.post(carrier.form(TO));
    const sid = String(body['sid']);
    await carrier.until(async () => expect((await carrier.list())[0]?.timeline).toHaveLength(4));
    await carrier.simulator().stop();
    expect(carrier.told()).toEqual(['queued', 'sending']);
    await carrier.start({ dataFile });
    expect(await carrier.finished(sid)).toMatchObject({ status: 'delivered' });
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    expect(await carrier.list()).toMatchObject([{ sid, status: 'delivered', finished: true }]);
    expect(carrier.told()).toEqual(['queued', 'sending', 'sent', 'delivered']);
    expect(await carrier.attempts()).toHaveLength(1);
  });
});
