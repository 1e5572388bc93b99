import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCOUNT_SID, FROM } from '#test/support/carrier-simulator/use-carrier.ts';
import { useMessages } from '#test/support/carrier-simulator/use-messages.ts';

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

  it('have a price and a date of sending when they are delivered', async () => {
    const { sid } = await carrier.send(TO, 'a'.repeat(161));
    expect(await shown(sid)).toMatchObject({
      status: 'delivered',
      num_segments: '2',
      price: '-0.01660',
      error_code: null,
      date_sent: expect.stringContaining('+0000'),
    });
  });

  it('are sent and undelivered where the handset is unreachable', async () => {
    const { sid } = await carrier.send('+12025550163');
    expect(carrier.told()).toEqual(['queued', 'sending', 'sent', 'undelivered']);
    expect(carrier.service().to('/status')[2]?.parameters).not.toHaveProperty('ErrorCode');
    expect(carrier.service().to('/status')[3]?.parameters).toMatchObject({ ErrorCode: '30003' });
    expect(await shown(sid)).toMatchObject({ status: 'undelivered', error_code: 30_003, price: '-0.00830' });
  });

  it('fail before they are sent, and cost nothing', async () => {
    const { sid } = await carrier.send('+12025550164');
    expect(carrier.told()).toEqual(['queued', 'sending', 'failed']);
    expect(carrier.service().to('/status')[2]?.parameters).toMatchObject({ ErrorCode: '30008', SmsStatus: 'failed' });
    expect(await shown(sid)).toMatchObject({ status: 'failed', error_code: 30_008, price: null, date_sent: null });
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
    expect(await carrier.client().violations()).toMatchObject(Array.from({ length: 4 }, () => ({ code: 11_200 })));
  });

  it('are found by number', async () => {
    const { sid } = await carrier.send(TO);
    await carrier.post(carrier.form('+12025550101'));
    expect(await carrier.list(`?to=${encodeURIComponent(TO)}`)).toMatchObject([{ sid, body: 'Hello', segments: 1 }]);
    expect(await carrier.list()).toHaveLength(2);
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

  it('try again while the service is not there yet', async () => {
    const dataFile = await begin();
    const { body } = await carrier.post(carrier.form(TO));
    const sid = String(body['sid']);
    const port = Number(new URL(carrier.service().url).port);
    await carrier.until(() => expect(carrier.told()).toContain('queued'));
    await carrier.simulator().stop();
    await carrier.service().stop();
    await carrier.start({ dataFile });
    await carrier.until(async () => {
      const [message] = await carrier.list();
      expect(message?.requests.filter(({ failure }) => failure === 'unreachable').length).toBeGreaterThan(3);
      expect(message?.status).toBe('delivered');
    });
    const service = carrier.revive();
    await service.start(port);
    await carrier.finished(sid);
    expect(carrier.told().slice(-3)).toEqual(['sending', 'sent', 'delivered']);
  });

  it('are known to have been refused once', async () => {
    const dataFile = await begin();
    expect(await carrier.post(carrier.form('+12025550161'))).toMatchObject({ status: 429 });
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    expect(await carrier.post(carrier.form('+12025550161'))).toMatchObject({ status: 201 });
  });
});
